import SkiBase
import SkiGraph

/// The regions near a traveller, looked up again only after a movement.
struct NearRegions: Sendable {
  /// The movement of a traveller in metres after which the regions are looked up again.
  private static let updateMetres = 500.0
  /// The greatest number of regions; bounding boxes overlap, but rarely so many.
  private static let limit = 8

  private var around: Coordinate?
  /// The regions with bounding boxes within reach.
  private(set) var regions: [RegionIndex] = []

  /// Updates the regions if the traveller moved; returns the previous ones, or nil when nothing was updated.
  /// - Complexity: O(regions of the map) for an update, else O(1).
  mutating func move(to place: Coordinate, in map: SkiMap, reachMetres: Double) -> [RegionIndex]? {
    if let around, around.distanceMetres(to: place) < Self.updateMetres { return nil }
    let before = regions
    regions = Self.nearest(
      map.regions(near: place, withinMetres: reachMetres + Self.updateMetres), place, map)
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
