public import SkiTracks

/// One fix of one traveller, as it comes in.
///
/// A value.
public struct TravellerReport: Hashable, Sendable {
  /// Whose fix it is.
  public var traveller: TravellerID
  /// The fix.
  public var fix: LocationFix

  /// Makes a report.
  public init(_ traveller: TravellerID, _ fix: LocationFix) {
    self.traveller = traveller
    self.fix = fix
  }
}

/// A report that was not used, and why.
///
/// A value.
public struct RefusedReport: Hashable, Sendable {
  /// Why a report is not used.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// The traveller did not join, or left.
    case unknownTraveller
    /// The fix itself: its place, its age, its order among the traveller's fixes.
    case fix(FixRejection)
  }

  /// The position of the report in its batch.
  public var index: Int
  /// Why it was not used.
  public var reason: Reason

  /// Makes a refusal.
  public init(index: Int, reason: Reason) {
    self.index = index
    self.reason = reason
  }
}
