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

  /// Returns the name of the time zone of the lift or run nearest to a coordinate, at most 100 km away.
  ///
  /// - Returns: A name of the IANA database, as `Europe/Zurich`; nil when nothing is near, and on maps built before they
  ///   had zones.
  /// - Throws: The errors of ``graph(_:)``.
  /// - Complexity: O(*f*) in the features of the regions near it, which are opened.
  package func zone(near place: Coordinate) throws -> String? {
    for metres in [1000.0, 10_000, 100_000] {
      let near = try regions(near: place, withinMetres: metres).compactMap { try graph($0).zone(near: place) }
      if let nearest = near.min(by: { $0.metres < $1.metres }) { return nearest.zone }
    }
    return nil
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
