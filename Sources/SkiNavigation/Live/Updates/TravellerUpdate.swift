package import SkiGeo
package import SkiGraph
package import SkiTracks

/// The position and activity of a traveller at their newest fix.
package struct TravellerPosition: Hashable, Sendable {
  /// The traveller of the position.
  package var traveller: TravellerID
  /// The number of the position among those published of this traveller, ascending; slow listeners miss some.
  package var order: UInt64
  /// The time of the position.
  package var time: UniversalTime
  /// The activity of the traveller.
  package var state: TravellerState
  /// The matched place; nil off the map.
  package var place: EdgePlace?
  /// The coordinate of the matched place; the fix's own off the map.
  package var coordinate: Coordinate
  /// The nearer end of the edge, in the region of ``place``; nil off the map.
  package var nearestNode: NodeIndex?
  /// The speed over ground in metres per second; nil when unknown.
  package var speedMetresPerSecond: Double?
  /// The probability of the matched edge, 0...1.
  package var confidence: Double

  /// Creates a position from its members.
  package init(
    _ traveller: TravellerID, order: UInt64, time: UniversalTime, state: TravellerState,
    place: EdgePlace? = nil, coordinate: Coordinate, nearestNode: NodeIndex? = nil,
    speedMetresPerSecond: Double? = nil, confidence: Double = 0
  ) {
    self.traveller = traveller
    self.order = order
    self.time = time
    self.state = state
    self.place = place
    self.coordinate = coordinate
    self.nearestNode = nearestNode
    self.speedMetresPerSecond = speedMetresPerSecond
    self.confidence = confidence
  }
}

/// An update about one traveller; it supersedes earlier ones of the same traveller.
@nonexhaustive
package enum TravellerUpdate: Hashable, Sendable {
  /// The traveller is present at a position.
  case present(TravellerPosition)
  /// The traveller is without fixes for a while; with the last position.
  case stale(TravellerPosition)
  /// The traveller left or hid from this viewer, which are not distinguished.
  case left(TravellerID)

  /// The traveller of the update.
  package var traveller: TravellerID {
    switch self {
    case .present(let position), .stale(let position): position.traveller
    case .left(let traveller): traveller
    }
  }

  /// The position; nil when the traveller left.
  package var position: TravellerPosition? {
    switch self {
    case .present(let position), .stale(let position): position
    case .left: nil
    }
  }
}
