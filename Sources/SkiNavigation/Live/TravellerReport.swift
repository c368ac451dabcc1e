public import SkiGraph
import SkiTracks

/// A fix of a traveller, as received.
public struct TravellerReport: Hashable, Sendable {
  /// The traveller of the fix.
  public var traveller: TravellerID
  /// The fix.
  public var fix: LocationFix

  /// Creates a report.
  public init(_ traveller: TravellerID, _ fix: LocationFix) {
    self.traveller = traveller
    self.fix = fix
  }
}

/// A report that was refused, with the reason.
public struct RefusedReport: Hashable, Sendable {
  /// The reason a report is refused.
  @nonexhaustive
  public enum Reason: Hashable, Sendable {
    /// The traveller did not join, or left.
    case unknownTraveller
    /// The fix was refused for its position, age or order.
    case fix(FixRejection)
  }

  /// The position of the report in its batch, from 0.
  public var index: Int
  /// The reason it was refused.
  public var reason: Reason

  /// Creates a refusal.
  public init(index: Int, reason: Reason) {
    self.index = index
    self.reason = reason
  }
}
