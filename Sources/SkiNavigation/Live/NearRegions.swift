import SkiGeo
import SkiGraph

/// The regions near a traveller, looked up again only after they moved on: a map has thousands.
///
/// A value.
struct NearRegions: Sendable {
  /// How far a traveller may move before the list is made again, metres.
  private static let roomMetres = 500.0
  /// More regions than these at one place are not thought of; boxes of regions overlap, but seldom so many.
  private static let limit = 8

  private var around: Coordinate?
  /// The regions whose boxes are in reach.
  private(set) var regions: [RegionIndex] = []

  /// Makes the list again if the traveller moved; returns the list before, or nil when it still holds.
  /// - Complexity: O(regions of the map) when it is made, else O(1).
  mutating func move(to place: Coordinate, in map: SkiMap, reachMetres: Double) -> [RegionIndex]? {
    if let around, around.distanceMetres(to: place) < Self.roomMetres { return nil }
    let before = regions
    regions = Self.nearest(map.regions(near: place, withinMetres: reachMetres + Self.roomMetres), place, map)
    around = place
    return before
  }

  private static func nearest(_ all: [RegionIndex], _ place: Coordinate, _ map: SkiMap) -> [RegionIndex] {
    guard all.count > limit else { return all }
    let sorted = all.sorted { a, b in
      let (first, second) = (middle(map.bounds(of: a)), middle(map.bounds(of: b)))
      return (first.distanceMetres(to: place), a) < (second.distanceMetres(to: place), b)
    }
    return Array(sorted.prefix(limit))
  }

  private static func middle(_ box: BoundingBox) -> Coordinate {
    Coordinate(latitude: (box.south + box.north) / 2, longitude: (box.west + box.east) / 2)
  }
}
