public import SkiBase
public import SkiTracks

/// The position of the traveller or of another person.
///
/// Of another person it is made from what they share with the traveller, never from the position a ``LiveMatcher``
/// returns: distances to it tell where it is.
public struct NearbyPosition: Hashable, Sendable {
  /// The matched place; nil off the map.
  public var place: EdgePlace?
  /// The coordinate.
  public var coordinate: Coordinate
  /// Indicates whether they stand at a boarding place, so that the nearer end of the edge counts.
  public var isWaiting: Bool

  /// Creates a position from its members.
  public init(place: EdgePlace?, coordinate: Coordinate, isWaiting: Bool = false) {
    self.place = place
    self.coordinate = coordinate
    self.isWaiting = isWaiting
  }
}
