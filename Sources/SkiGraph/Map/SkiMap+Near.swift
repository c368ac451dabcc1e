package import SkiGeo

extension SkiMap {
  /// Returns the regions whose bounding box comes within a distance of a coordinate, in map order.
  ///
  /// - Parameters:
  ///   - place: The coordinate in WGS 84 degrees.
  ///   - metres: The distance in metres; a few tens of kilometres at most.
  /// - Complexity: O(*r*) in regions; none is opened.
  package func regions(near place: Coordinate, withinMetres metres: Double) -> [RegionIndex] {
    guard place.isValid, metres >= 0 else { return [] }
    // Enlarged by 1 %, since the Earth is not a sphere and boxes are rounded to 1e-7 degrees.
    let north = metres * 1.01 / 110_000 + 1e-6
    let scale = LocalScale(latitude: min(90, abs(place.latitude) + north)).metresPerDegreeLongitude
    let boxes = BoundingBox(place).grown(
      north: north, east: min(180, metres * 1.01 / max(scale, 1) + 1e-6))
    return regions.filter { region in boxes.contains { $0.touches(bounds(of: region)) } }
  }
}
