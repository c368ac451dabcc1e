/// The reason a fix was refused; raw values are those of every output format.
@nonexhaustive
public enum FixRejection: String, Error, Sendable, Hashable, CaseIterable {
  /// The coordinate is outside the valid range, or the time is not finite.
  case invalidCoordinate = "invalid-coordinate"
  /// The coordinate is 0° N 0° E, which receivers report without a position.
  case nullIsland = "null-island"
  /// The accuracy is negative or not finite, which receivers report with an invalid position.
  case invalidAccuracy = "invalid-accuracy"
  /// A fix of the same time or the same sequence number was accepted before.
  case duplicate
  /// The fix is older than the limit, or older than the last accepted one.
  case outdated
  /// The time of the fix is in the future.
  case future
  /// The accuracy radius is greater than the limit.
  case inaccurate
  /// The speed from the last accepted fix is greater than the limit.
  case impossibleSpeed = "impossible-speed"
}

/// The decision of a rule or a filter about a fix.
package enum FixDecision: Sendable, Hashable {
  /// The fix may be used.
  case accepted
  /// The fix must not be used.
  case refused(FixRejection)

  /// The reason of a refusal; nil when accepted.
  package var rejection: FixRejection? {
    if case .refused(let reason) = self { reason } else { nil }
  }

  /// Indicates whether the fix may be used.
  package var isAccepted: Bool { self == .accepted }
}
