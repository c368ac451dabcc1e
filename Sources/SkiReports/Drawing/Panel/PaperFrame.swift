package import SkiGeo

/// How a piece of the Earth comes to lie on paper: north up, in pixels from the upper left.
package struct PaperFrame: Sendable {
  package let size: SIMD2<Double>
  package let pixelsPerMetre: Double
  /// What is seen, with a little beyond.
  package let bounds: BoundingBox
  private let plane: LocalPlane

  /// Shows some places with room around them; nil when there are none.
  /// - Parameters:
  ///   - places: What is to be seen.
  ///   - width: Pixels across.
  ///   - heights: How high the paper may be, pixels.
  package init?(around places: some Sequence<Coordinate>, width: Double, heights: ClosedRange<Double>) {
    guard let extent = PlaceExtent(places.lazy.filter(\.isValid)) else { return nil }
    plane = LocalPlane(at: extent.centre)
    let (centre, scale) = (plane.origin, plane.scale)
    let wide = max(300, extent.width * scale.metresPerDegreeLongitude * Self.room)
    let high = max(200, extent.height * scale.metresPerDegreeLatitude * Self.room)
    let height = min(heights.upperBound, max(heights.lowerBound, (width * high / wide).rounded()))
    size = SIMD2(width, height)
    pixelsPerMetre = min(width / wide, height / high)
    let reach = size / pixelsPerMetre / 2
    let (up, across) = (reach.y / scale.metresPerDegreeLatitude, reach.x / scale.metresPerDegreeLongitude)
    bounds = BoundingBox(
      south: max(-90, centre.latitude - up), west: max(-180, centre.longitude - across),
      north: min(90, centre.latitude + up), east: min(180, centre.longitude + across))
  }

  /// How much more is shown than what has to be seen.
  private static let room = 1.12

  /// Returns where a place lies on paper.
  package func pixel(_ place: Coordinate) -> SIMD2<Double> {
    let metres = plane.metres(place)
    let pixel = SIMD2(size.x / 2 + metres.x * pixelsPerMetre, size.y / 2 - metres.y * pixelsPerMetre)
    return pixel.clamped(lowerBound: SIMD2(repeating: -20_000), upperBound: SIMD2(repeating: 20_000))
  }

  /// Returns where places lie on paper, those left out that lie within a pixel of the one before. Complexity: O(*n*).
  package func pixels(_ places: some Sequence<Coordinate>) -> [SIMD2<Double>] {
    var line: [SIMD2<Double>] = []
    var skipped: SIMD2<Double>?
    for place in places where place.isValid {
      let next = pixel(place)
      if let last = line.last, ((next - last) * (next - last)).sum() < 1 {
        skipped = next
      } else {
        line.append(next)
        skipped = nil
      }
    }
    if let skipped { line.append(skipped) }
    return line
  }

  /// Whether a pixel is on the paper.
  package func shows(_ pixel: SIMD2<Double>) -> Bool {
    (0...size.x).contains(pixel.x) && (0...size.y).contains(pixel.y)
  }

  /// Whether any of a line may be seen.
  package func mayShow(_ line: [SIMD2<Double>]) -> Bool {
    guard let first = line.first else { return false }
    var (low, high) = (first, first)
    for point in line {
      low.replace(with: point, where: point .< low)
      high.replace(with: point, where: point .> high)
    }
    return low.x <= size.x && low.y <= size.y && high.x >= 0 && high.y >= 0
  }
}
