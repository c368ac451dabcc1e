/// The reason a fix was refused; raw values are those of every output format.
///
/// The limits are those of `FixFilter`.
@nonexhaustive
public enum FixRejection: String, Error, Sendable, Hashable, CaseIterable {
  /// The coordinate is outside the valid range, or the time is not finite.
  case invalidCoordinate = "invalid-coordinate"
  /// The coordinate is within 0.0001° of 0° N 0° E, which receivers report without a position.
  case nullIsland = "null-island"
  /// The accuracy is negative or not finite, which receivers report with an invalid position.
  case invalidAccuracy = "invalid-accuracy"
  /// The fix before it has the same time or the same sequence number.
  case duplicate
  /// The fix is older than the last accepted one, or than 60 s when received live.
  case outdated
  /// The time of the fix is more than 10 s in the future when received live.
  case future
  /// The accuracy radius is greater than 100 m.
  case inaccurate
  /// The speed from the last accepted fix is greater than 45 m/s, beyond the accuracies of both.
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
