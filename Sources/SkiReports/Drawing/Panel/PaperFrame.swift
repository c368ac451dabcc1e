package import SkiGeo

/// How a piece of the Earth comes to lie on paper: north up, in pixels from the upper left.
package struct PaperFrame: Sendable {
  package let size: SIMD2<Double>
  package let pixelsPerMetre: Double
  /// What is seen, with a little beyond.
  package let bounds: BoundingBox
  let plane: LocalPlane

  /// Shows some places with room around them; nil when there are none.
  /// - Parameters:
  ///   - places: What is to be seen.
  ///   - width: Pixels across.
  ///   - heights: How high the paper may be, pixels.
  package init?(around places: some Sequence<Coordinate>, width: Double, heights: ClosedRange<Double>) {
    guard let extent = PlaceExtent(places.lazy.filter(\.isValid)) else { return nil }
    let plane = LocalPlane(at: extent.centre)
    let scale = plane.scale
    let wide = max(300, extent.width * scale.metresPerDegreeLongitude * Self.room)
    let high = max(200, extent.height * scale.metresPerDegreeLatitude * Self.room)
    let height = min(heights.upperBound, max(heights.lowerBound, (width * high / wide).rounded()))
    self.init(plane, size: SIMD2(width, height), pixelsPerMetre: min(width / wide, height / high))
  }

  /// Shows some places on a panel, with room around them.
  /// - Parameters:
  ///   - places: What is to be seen; one at least.
  ///   - metres: How much of the Earth is seen from bottom to top, whatever the places.
  init(panelAround places: [Coordinate], metres: ClosedRange<Double>) {
    let extent = PlaceExtent(places)
    let plane = LocalPlane(at: extent?.centre ?? Coordinate(latitude: 0, longitude: 0))
    let high = (extent?.height ?? 0) * plane.scale.metresPerDegreeLatitude
    let wide = (extent?.width ?? 0) * plane.scale.metresPerDegreeLongitude
    let size = Self.panelSize
    let needed = 1.5 * max(high, wide * size.y / size.x)
    self.init(
      plane, size: size,
      pixelsPerMetre: size.y / max(metres.lowerBound, min(metres.upperBound, needed)))
  }

  private init(_ plane: LocalPlane, size: SIMD2<Double>, pixelsPerMetre: Double) {
    (self.plane, self.size, self.pixelsPerMetre) = (plane, size, pixelsPerMetre)
    let (centre, scale) = (plane.origin, plane.scale)
    let reach = size / pixelsPerMetre / 2
    let (up, across) = (reach.y / scale.metresPerDegreeLatitude, reach.x / scale.metresPerDegreeLongitude)
    bounds = BoundingBox(
      south: max(-90, centre.latitude - up), west: max(-180, centre.longitude - across),
      north: min(90, centre.latitude + up), east: min(180, centre.longitude + across))
  }

  /// How wide and high a panel is, in pixels.
  static let panelSize = SIMD2(384.0, 300.0)

  /// How much more is shown than what has to be seen.
  private static let room = 1.12

  /// Returns where a place lies on paper, or as far beyond it as it is.
  func farPixel(_ place: Coordinate) -> SIMD2<Double> {
    let metres = plane.metres(place)
    return SIMD2(size.x / 2 + metres.x * pixelsPerMetre, size.y / 2 - metres.y * pixelsPerMetre)
  }

  /// Returns where a place lies on paper; what is far beyond it is drawn nearer.
  package func pixel(_ place: Coordinate) -> SIMD2<Double> {
    farPixel(place).clamped(lowerBound: SIMD2(repeating: -20_000), upperBound: SIMD2(repeating: 20_000))
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

  /// Whether something with a box may be seen, also over the antimeridian; never false for what is seen.
  package func mayShow(_ box: BoundingBox) -> Bool {
    let high = size.y * 0.55 / pixelsPerMetre / plane.scale.metresPerDegreeLatitude
    let wide = size.x * 0.55 / pixelsPerMetre / plane.scale.metresPerDegreeLongitude
    let centre = plane.origin
    guard box.south <= centre.latitude + high, box.north >= centre.latitude - high else { return false }
    // What reaches round half of the Earth lies over the antimeridian.
    if box.east - box.west > 180 { return true }
    return [0.0, 360, -360].contains { shift in
      box.west + shift <= centre.longitude + wide && box.east + shift >= centre.longitude - wide
    }
  }
}
