package import SkiBase

/// The projection of a part of the Earth to a picture: north up, in pixels from the upper left.
package struct MapFrame: Sendable {
  package let size: SIMD2<Double>
  package let pixelsPerMetre: Double
  /// The extent of the picture in degrees.
  package let bounds: BoundingBox
  let plane: LocalPlane

  /// Creates a frame that contains coordinates with a margin; nil when there are none.
  /// - Parameters:
  ///   - places: The coordinates to contain.
  ///   - width: The width in pixels.
  ///   - heights: The range of the height in pixels.
  package init?(around places: some Sequence<Coordinate>, width: Double, heights: ClosedRange<Double>) {
    guard let extent = CoordinateExtent(places.lazy.filter(\.isValid)) else { return nil }
    let plane = LocalPlane(at: extent.centre)
    let scale = plane.scale
    let wide = max(300, extent.width * scale.metresPerDegreeLongitude * Self.marginFactor)
    let high = max(200, extent.height * scale.metresPerDegreeLatitude * Self.marginFactor)
    let height = min(heights.upperBound, max(heights.lowerBound, (width * high / wide).rounded()))
    self.init(plane, size: SIMD2(width, height), pixelsPerMetre: min(width / wide, height / high))
  }

  /// Creates the frame of a panel that contains coordinates with a margin.
  /// - Parameters:
  ///   - places: The coordinates to contain; at least one.
  ///   - metres: The range of the panel's height, in metres on the map.
  init(panelAround places: [Coordinate], metres: ClosedRange<Double>) {
    let extent = CoordinateExtent(places)
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

  /// The size of a panel, in pixels.
  static let panelSize = SIMD2(384.0, 300.0)

  /// The factor by which a frame exceeds its contents.
  private static let marginFactor = 1.12

  /// Returns the pixel of a coordinate, not clamped.
  func farPixel(_ place: Coordinate) -> SIMD2<Double> {
    let metres = plane.metres(place)
    return SIMD2(size.x / 2 + metres.x * pixelsPerMetre, size.y / 2 - metres.y * pixelsPerMetre)
  }

  /// Returns the pixel of a coordinate, clamped far outside the picture.
  package func pixel(_ place: Coordinate) -> SIMD2<Double> {
    farPixel(place).clamped(lowerBound: SIMD2(repeating: -20_000), upperBound: SIMD2(repeating: 20_000))
  }

  /// Returns the pixels of coordinates, without those within a pixel of the one before. Complexity: O(*n*).
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

  /// Returns whether a pixel is inside the picture.
  package func shows(_ pixel: SIMD2<Double>) -> Bool {
    (0...size.x).contains(pixel.x) && (0...size.y).contains(pixel.y)
  }

  /// Returns whether the bounding box of a line intersects the picture.
  package func mayShow(_ line: [SIMD2<Double>]) -> Bool {
    guard let first = line.first else { return false }
    var (low, high) = (first, first)
    for point in line {
      low.replace(with: point, where: point .< low)
      high.replace(with: point, where: point .> high)
    }
    return low.x <= size.x && low.y <= size.y && high.x >= 0 && high.y >= 0
  }

  /// Returns whether a bounding box may intersect the picture, across the antimeridian too.
  package func mayShow(_ box: BoundingBox) -> Bool {
    let high = size.y * 0.55 / pixelsPerMetre / plane.scale.metresPerDegreeLatitude
    let wide = size.x * 0.55 / pixelsPerMetre / plane.scale.metresPerDegreeLongitude
    let centre = plane.origin
    guard box.south <= centre.latitude + high, box.north >= centre.latitude - high else { return false }
    // A box wider than half of the Earth spans the antimeridian.
    if box.east - box.west > 180 { return true }
    return [0.0, 360, -360].contains { shift in
      box.west + shift <= centre.longitude + wide && box.east + shift >= centre.longitude - wide
    }
  }
}
