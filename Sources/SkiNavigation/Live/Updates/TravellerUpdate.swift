package import SkiGeo
package import SkiGraph
package import SkiTracks

/// Where a traveller is and what they do, by their newest fix.
///
/// A value.
package struct TravellerPosition: Hashable, Sendable {
  /// Whose position it is.
  package var traveller: TravellerID
  /// Counts the positions of this traveller that were published: greater is newer. Some are skipped for listeners who are slow.
  package var order: UInt64
  /// When the position was taken.
  package var time: UniversalTime
  /// What the traveller is doing.
  package var state: TravellerState
  /// Where on the map; nil off the map.
  package var place: EdgePlace?
  /// The place as a coordinate; the fix's own off the map.
  package var coordinate: Coordinate
  /// The end of the edge that is nearer, in the region of ``place``; nil off the map.
  package var nearestNode: NodeIndex?
  /// Metres per second over the ground; nil as long as it can't be told.
  package var speedMetresPerSecond: Double?
  /// How likely the edge is the right one: 0...1.
  package var confidence: Double

  /// Makes a position.
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

/// What a listener is told about one traveller; a later one makes every earlier one of the same traveller needless.
///
/// A value.
@nonexhaustive
package enum TravellerUpdate: Hashable, Sendable {
  /// The traveller is there.
  case present(TravellerPosition)
  /// Nothing has been heard of the traveller for a while; this was the last.
  case stale(TravellerPosition)
  /// The traveller left, or hid from this viewer: nothing tells which, and nothing is known of where.
  case left(TravellerID)

  /// Whom it is about.
  package var traveller: TravellerID {
    switch self {
    case .present(let position), .stale(let position): position.traveller
    case .left(let traveller): traveller
    }
  }

  /// The position, as far as there is one.
  package var position: TravellerPosition? {
    switch self {
    case .present(let position), .stale(let position): position
    case .left: nil
    }
  }
}
