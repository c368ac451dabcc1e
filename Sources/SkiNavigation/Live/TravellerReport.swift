package import SkiTracks

/// One fix of one traveller, as it comes in.
///
/// A value.
package struct TravellerReport: Hashable, Sendable {
  /// Whose fix it is.
  package var traveller: TravellerID
  /// The fix.
  package var fix: LocationFix

  /// Makes a report.
  package init(_ traveller: TravellerID, _ fix: LocationFix) {
    self.traveller = traveller
    self.fix = fix
  }
}

/// A report that was not used, and why.
///
/// A value.
package struct RefusedReport: Hashable, Sendable {
  /// Why a report is not used.
  @nonexhaustive
  package enum Reason: Hashable, Sendable {
    /// The traveller did not join, or left.
    case unknownTraveller
    /// The fix itself: its place, its age, its order among the traveller's fixes.
    case fix(FixRejection)
  }

  /// The position of the report in its batch.
  package var index: Int
  /// Why it was not used.
  package var reason: Reason

  /// Makes a refusal.
  package init(index: Int, reason: Reason) {
    self.index = index
    self.reason = reason
  }
}
