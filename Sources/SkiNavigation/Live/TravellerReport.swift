package import SkiTracks

/// A fix of a traveller, as received.
package struct TravellerReport: Hashable, Sendable {
  /// The traveller of the fix.
  package var traveller: TravellerID
  /// The fix.
  package var fix: LocationFix

  /// Creates a report.
  package init(_ traveller: TravellerID, _ fix: LocationFix) {
    self.traveller = traveller
    self.fix = fix
  }
}

/// A report that was refused, with the reason.
package struct RefusedReport: Hashable, Sendable {
  /// The reason a report is refused.
  @nonexhaustive
  package enum Reason: Hashable, Sendable {
    /// The traveller did not join, or left.
    case unknownTraveller
    /// The fix was refused for its position, age or order.
    case fix(FixRejection)
  }

  /// The position of the report in its batch.
  package var index: Int
  /// The reason it was refused.
  package var reason: Reason

  /// Creates a refusal.
  package init(index: Int, reason: Reason) {
    self.index = index
    self.reason = reason
  }
}
