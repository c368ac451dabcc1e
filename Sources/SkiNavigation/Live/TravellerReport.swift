public import SkiBase
public import SkiGraph
public import SkiTracks

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

/// The identifier of a traveller, chosen by the caller.
public struct TravellerID: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The identifier given by the caller.
  public var rawValue: String
  /// Creates an identifier.
  public init(_ rawValue: String) { self.rawValue = rawValue }
  /// The identifier given by the caller.
  public var description: String { rawValue }
  /// Returns whether the first identifier is ordered before the second, by Unicode.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The exact position and activity of a traveller at their newest fix.
///
/// It is made for the holder of a ``LiveMatcher``, who decides what of it others may know.
public struct TravellerPosition: Hashable, Sendable {
  /// The traveller of the position.
  public var traveller: TravellerID
  /// The number of the position among those of this traveller since they joined, ascending from 1.
  public var order: UInt64
  /// The time of the position.
  public var time: UniversalTime
  /// The activity of the traveller.
  public var state: TravellerState
  /// The map the position was matched on, to which ``place`` and ``nearestNode`` belong.
  public var map: MapID
  /// The matched place; nil off the map.
  public var place: EdgePlace?
  /// The coordinate of the matched place; the fix's own off the map.
  public var coordinate: Coordinate
  /// The nearer end of the edge, in the region of ``place``; nil off the map.
  public var nearestNode: NodeIndex?
  /// The speed over ground in metres per second; nil when unknown.
  public var speedMetresPerSecond: Double?
  /// The probability of the matched edge, 0...1.
  public var confidence: Double

  /// Creates a position from its members.
  public init(
    _ traveller: TravellerID, order: UInt64, time: UniversalTime, state: TravellerState, map: MapID,
    place: EdgePlace? = nil, coordinate: Coordinate, nearestNode: NodeIndex? = nil,
    speedMetresPerSecond: Double? = nil, confidence: Double = 0
  ) {
    self.traveller = traveller
    self.order = order
    self.time = time
    self.state = state
    self.map = map
    self.place = place
    self.coordinate = coordinate
    self.nearestNode = nearestNode
    self.speedMetresPerSecond = speedMetresPerSecond
    self.confidence = confidence
  }
}
