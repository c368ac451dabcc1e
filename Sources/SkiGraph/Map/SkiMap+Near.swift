package import SkiBase

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
  /// - Complexity: O(*f*) in the features of the regions within 1 km, which are opened; where there are none, of the one whose
  ///   box is nearest, so that a coordinate far from everything opens no more.
  package func zone(near place: Coordinate) throws -> String? {
    var asked = regions(near: place, withinMetres: 1000)
    if asked.isEmpty {
      let far = regions(near: place, withinMetres: 100_000)
      asked =
        far.min { regionBoxes[$0.position].metres(to: place) < regionBoxes[$1.position].metres(to: place) }
        .map { [$0] } ?? []
    }
    return try asked.compactMap { try graph($0).zone(near: place) }.min { $0.metres < $1.metres }?.zone
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

extension BoundingBox {
  /// The distance to a coordinate in metres; 0 inside. A box and a coordinate on two sides of the antimeridian are far apart.
  fileprivate func metres(to place: Coordinate) -> Double {
    place.distanceMetres(
      to: Coordinate(
        latitude: max(south, min(north, place.latitude)), longitude: max(west, min(east, place.longitude))))
  }
}
