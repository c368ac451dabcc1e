/// Why a fix was refused; the raw values are the words of every output format.
@nonexhaustive
public enum FixRejection: String, Error, Sendable, Hashable, CaseIterable {
  /// The coordinate is not on the Earth, or the time is no number.
  case invalidCoordinate = "invalid-coordinate"
  /// The coordinate is 0° N 0° E: what receivers say that know nothing.
  case nullIsland = "null-island"
  /// The accuracy is negative or no number: the receiver's own word for an invalid place.
  case invalidAccuracy = "invalid-accuracy"
  /// The same moment, or the same sequence number, was accepted before.
  case duplicate
  /// The fix is older than is of use, or older than the last one that was accepted.
  case outdated
  /// The fix says it was taken after now.
  case future
  /// The receiver is less sure than is of use.
  case inaccurate
  /// Nobody moves so fast.
  case impossibleSpeed = "impossible-speed"
}

/// What a rule or a filter says of a fix.
package enum FixVerdict: Sendable, Hashable {
  /// The fix may be used.
  case accepted
  /// The fix must not be used.
  case refused(FixRejection)

  /// The reason of a refusal; nil when accepted.
  package var rejection: FixRejection? {
    if case .refused(let reason) = self { reason } else { nil }
  }

  /// Whether the fix may be used.
  package var isAccepted: Bool { self == .accepted }
}
