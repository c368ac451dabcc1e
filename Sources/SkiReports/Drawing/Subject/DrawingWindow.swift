import SkiGeo

/// The piece of the Earth a picture shows, and how it comes to lie on paper: north up, in pixels from the upper left.
struct DrawingWindow: Sendable {
  /// How wide and high a picture is, in pixels.
  static let width = 384.0
  static let height = 300.0

  let pixelsPerMetre: Double
  let plane: LocalPlane

  /// Shows some places with room around them.
  /// - Parameters:
  ///   - places: What is to be seen; one at least.
  ///   - leastMetres: How much of the Earth is seen from bottom to top at least.
  ///   - mostMetres: ... and at most, whatever the places.
  init(around places: [Coordinate], leastMetres: Double, mostMetres: Double) {
    let extent = PlaceExtent(places)
    plane = LocalPlane(at: extent?.centre ?? Coordinate(latitude: 0, longitude: 0))
    let high = (extent?.height ?? 0) * plane.scale.metresPerDegreeLatitude
    let wide = (extent?.width ?? 0) * plane.scale.metresPerDegreeLongitude
    let needed = 1.5 * max(high, wide * Self.height / Self.width)
    pixelsPerMetre = Self.height / max(leastMetres, min(mostMetres, needed))
  }

  /// Returns where a place lies on paper.
  func pixel(_ place: Coordinate) -> SIMD2<Double> {
    let metres = plane.metres(place)
    return SIMD2(Self.width / 2 + metres.x * pixelsPerMetre, Self.height / 2 - metres.y * pixelsPerMetre)
  }

  /// Whether something with a box may be seen; never false for what is seen.
  func mayShow(_ box: BoundingBox) -> Bool {
    let high = Self.height * 0.55 / pixelsPerMetre / plane.scale.metresPerDegreeLatitude
    let wide = Self.width * 0.55 / pixelsPerMetre / plane.scale.metresPerDegreeLongitude
    let centre = plane.origin
    guard box.south <= centre.latitude + high, box.north >= centre.latitude - high else { return false }
    // What reaches round half of the Earth lies over the antimeridian.
    if box.east - box.west > 180 { return true }
    return [0.0, 360, -360].contains { shift in
      box.west + shift <= centre.longitude + wide && box.east + shift >= centre.longitude - wide
    }
  }

  /// Whether a point of the paper is seen.
  static func shows(_ pixel: SIMD2<Double>) -> Bool {
    (0...width).contains(pixel.x) && (0...height).contains(pixel.y)
  }
}

/// Cuts shapes to the paper and a little beyond, so that pictures stay small whatever is mapped.
enum PaperClip {
  private static let low = SIMD2(-40.0, -40.0)
  private static let high = SIMD2(DrawingWindow.width + 40, DrawingWindow.height + 40)

  /// Returns the pieces of a line that may be seen, whole segments each. Complexity: O(*n*).
  static func pieces(of line: [SIMD2<Double>]) -> [[SIMD2<Double>]] {
    var pieces: [[SIMD2<Double>]] = []
    var current: [SIMD2<Double>] = []
    for (a, b) in zip(line, line.dropFirst()) {
      if mayMeet(a, b) {
        if current.isEmpty { current = [a] }
        current.append(b)
      } else if !current.isEmpty {
        pieces.append(current)
        current = []
      }
    }
    return current.isEmpty ? pieces : pieces + [current]
  }

  /// Returns the part of a ring on the paper; where it was cut it follows the edge, which is not seen.
  ///
  /// **Source:** Sutherland and Hodgman 1974.
  /// - Complexity: O(*n*).
  static func ring(_ ring: [SIMD2<Double>]) -> [SIMD2<Double>] {
    var points = ring
    for side in 0..<4 {
      let axis = side % 2
      let limit = side < 2 ? low[axis] : high[axis]
      func isInside(_ point: SIMD2<Double>) -> Bool { side < 2 ? point[axis] >= limit : point[axis] <= limit }
      var cut: [SIMD2<Double>] = []
      for (index, point) in points.enumerated() {
        let before = points[(index + points.count - 1) % points.count]
        if isInside(point) != isInside(before) {
          let share = (limit - before[axis]) / (point[axis] - before[axis])
          cut.append(before + (point - before) * share)
        }
        if isInside(point) { cut.append(point) }
      }
      points = cut
    }
    return points
  }

  private static func mayMeet(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Bool {
    max(a.x, b.x) >= low.x && min(a.x, b.x) <= high.x && max(a.y, b.y) >= low.y && min(a.y, b.y) <= high.y
  }
}
