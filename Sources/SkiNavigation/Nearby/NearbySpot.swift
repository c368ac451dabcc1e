package import SkiGeo
package import SkiTracks

/// Where somebody is: the traveller themself, or one of the people near.
///
/// A value.
package struct NearbySpot: Hashable, Sendable {
  /// Where on the map; nil for someone who is off it.
  package var place: EdgePlace?
  /// Where on the Earth.
  package var coordinate: Coordinate
  /// Whether they stand where a lift is boarded, so that the nearer end of the edge counts, not the one ahead.
  package var isWaiting: Bool

  /// Makes a spot.
  package init(place: EdgePlace?, coordinate: Coordinate, isWaiting: Bool = false) {
    self.place = place
    self.coordinate = coordinate
    self.isWaiting = isWaiting
  }

  /// Makes the spot of a published position.
  package init(_ position: TravellerPosition) {
    self.init(
      place: position.place, coordinate: position.coordinate, isWaiting: position.state == .waiting)
  }
}
