public import SkiGeo

extension SkiMap {
  /// Returns the regions that may have something within reach of a place, in map order.
  ///
  /// - Parameters:
  ///   - place: WGS 84 degrees.
  ///   - metres: How far to look; a few tens of kilometres at most.
  /// - Complexity: O(*r*) in regions; none is opened.
  public func regions(near place: Coordinate, withinMetres metres: Double) -> [RegionIndex] {
    guard place.isValid, metres >= 0 else { return [] }
    let box = Reach(around: place, metres: metres)
    return regions.filter { box.touches(bounds(of: $0)) }
  }
}

/// A box around a place, on both sides of the antimeridian where it reaches over it.
private struct Reach {
  private let latitudes: ClosedRange<Double>
  private let longitudes: [ClosedRange<Double>]

  init(around place: Coordinate, metres: Double) {
    // A little more than asked for: the Earth is no sphere, and boxes are rounded to 1e-7 degrees.
    let north = metres * 1.01 / 110_000 + 1e-6
    latitudes = place.latitude - north...place.latitude + north
    let scale = LocalScale(latitude: min(90, abs(place.latitude) + north)).metresPerDegreeLongitude
    let east = metres * 1.01 / max(scale, 1) + 1e-6
    guard east < 180 else {
      longitudes = [-180...180]
      return
    }
    let (low, high) = (place.longitude - east, place.longitude + east)
    var ranges = [low...high]
    if low < -180 { ranges.append(low + 360...180) }
    if high > 180 { ranges.append(-180...high - 360) }
    longitudes = ranges
  }

  func touches(_ box: BoundingBox) -> Bool {
    box.south <= latitudes.upperBound && box.north >= latitudes.lowerBound
      && longitudes.contains { box.west <= $0.upperBound && box.east >= $0.lowerBound }
  }
}
