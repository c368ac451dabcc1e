package import SkiGeo

extension SkiMap {
  /// Returns the regions whose bounding box comes within a distance of a coordinate, in map order.
  ///
  /// - Parameters:
  ///   - place: The coordinate in WGS 84 degrees.
  ///   - metres: The distance in metres; a few tens of kilometres at most.
  /// - Complexity: O(log *r* + *k*) expected, in regions *r* and those found *k*; O(*r*) worst. None is opened.
  package func regions(near place: Coordinate, withinMetres metres: Double) -> [RegionIndex] {
    var found: [RegionIndex] = []
    forEachRegion(near: place, withinMetres: metres) { found.append($0) }
    return found
  }

  /// Returns the only region whose bounding box comes within a distance of a coordinate; nil when there is none or there
  /// are several.
  ///
  /// - Parameters:
  ///   - place: The coordinate in WGS 84 degrees.
  ///   - metres: The distance in metres; a few tens of kilometres at most.
  /// - Complexity: As ``regions(near:withinMetres:)``.
  package func onlyRegion(near place: Coordinate, withinMetres metres: Double) -> RegionIndex? {
    var (count, found) = (0, RegionIndex?.none)
    forEachRegion(near: place, withinMetres: metres) { (count, found) = (count + 1, $0) }
    return count == 1 ? found : nil
  }

  private func forEachRegion(
    near place: Coordinate, withinMetres metres: Double, _ body: (RegionIndex) -> Void
  ) {
    guard place.isValid, metres >= 0 else { return }
    // Enlarged by 1 %, since the Earth is not a sphere and boxes are rounded to 1e-7 degrees.
    let north = metres * 1.01 / 110_000 + 1e-6
    let scale = LocalScale(latitude: min(90, abs(place.latitude) + north)).metresPerDegreeLongitude
    let boxes = BoundingBox(place).grown(
      north: north, east: min(180, metres * 1.01 / max(scale, 1) + 1e-6))
    regionTree.visit { position in
      boxes.contains { $0.touches(regionBoxes[position]) }
    } leaf: {
      body(region(at: UInt32($0)))
    }
  }
}
