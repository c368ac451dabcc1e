package import SkiBase
import SkiGraph

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

/// The common symbols of pictures: paths with arrows, ends, names, scale.
extension MapFrame {
  /// Draws a path with a white casing and arrows every 90 pixels. Complexity: O(points).
  package func drawPath(_ line: [SIMD2<Double>], colour: String, width: Double, _ svg: inout SVGDocument) {
    svg.line(line, colour: "#ffffff", width: width + 2.4, opacity: 0.85)
    svg.line(line, colour: colour, width: width)
    drawArrows(along: line, size: width * 2.5, colour: colour, &svg)
  }

  /// Draws a lift as a thin line with short marks across it. Complexity: O(points).
  package func drawLift(_ line: [SIMD2<Double>], _ svg: inout SVGDocument) {
    svg.line(line, colour: "#ffffff", width: 4.4, opacity: 0.85)
    svg.lift(line)
    drawArrows(along: line, size: 6.5, colour: DrawingColours.lift, &svg)
  }

  /// Draws the first and the last station of a lift.
  package func drawStations(_ places: [Coordinate], _ svg: inout SVGDocument) {
    for place in [places.first, places.last].compactMap(\.self) {
      svg.dot(pixel(place), radius: 3, fill: "#ffffff", stroke: DrawingColours.lift, width: 1.4)
    }
  }

  /// Draws arrows about every 90 pixels, at least one.
  private func drawArrows(
    along line: [SIMD2<Double>], size: Double, colour: String, _ svg: inout SVGDocument
  ) {
    let lengths = Self.lengths(line)
    let total = lengths.reduce(0, +)
    guard total > 20 else { return }
    let spacing = total / max(1, min(40, (total / 90).rounded()))
    var next = spacing / 2
    for (index, length) in lengths.enumerated() {
      while next < length {
        let step = line[index + 1] - line[index]
        let tip = line[index] + step * min(1, (next + size / 2) / length)
        if shows(tip) {
          svg.arrowHead(at: tip, along: step, size: size + 3, colour: "#ffffff")
          svg.arrowHead(at: tip, along: step, size: size, colour: colour)
        }
        next += spacing
      }
      next -= length
    }
  }

  /// Draws the start or end of a path, with a label where there is a free position.
  package func drawEnd(
    _ pixel: SIMD2<Double>, _ words: String, in room: inout LabelPlacement, _ svg: inout SVGDocument
  ) {
    guard shows(pixel) else { return }
    svg.dot(pixel, radius: 5, fill: DrawingColours.subject, stroke: "#ffffff", width: 1.5)
    if !words.isEmpty { room.write(words, near: pixel, colour: DrawingColours.subject, &svg) }
  }

  /// Writes a name beside a line; returns false without a free position. Complexity: O(points × labels).
  package func write(
    _ words: String, along line: [SIMD2<Double>], colour: String, in room: inout LabelPlacement,
    _ svg: inout SVGDocument
  ) -> Bool {
    for isClear in [true, false] {
      for share in [0.5, 0.35, 0.65, 0.2, 0.8] {
        guard let place = Self.place(on: line, share: share),
          let spot = room.take(words, near: place, isClear: isClear)
        else { continue }
        svg.label(words, at: spot.at, colour: colour, anchor: spot.anchor)
        return true
      }
    }
    return false
  }

  /// Writes the names of lifts, then of runs, the longest first, without duplicates, where there is a free position.
  func writeNames(of ways: [NamedLine], in room: inout LabelPlacement, _ svg: inout SVGDocument) {
    var seen: Set<String> = []
    let order = ways.enumerated().sorted {
      ($0.element.isLift ? 0 : 1, -$0.element.lengthMetres, $0.offset)
        < ($1.element.isLift ? 0 : 1, -$1.element.lengthMetres, $1.offset)
    }
    for (_, way) in order where !seen.contains(way.name) {
      let line = pixels(way.places)
      if write(way.words, along: line, colour: way.drawingColour, in: &room, &svg) { seen.insert(way.name) }
    }
  }

  /// Draws the scale bar and the note of north.
  package func drawScale(_ svg: inout SVGDocument) {
    let metres = [50.0, 100, 200, 500, 1000, 2000, 5000, 10_000].last { $0 * pixelsPerMetre < 180 } ?? 50
    let width = metres * pixelsPerMetre
    let y = size.y - 12
    svg.line([SIMD2(12, y), SIMD2(12 + width, y)], colour: "#000000", width: 2.4)
    let words = metres < 1000 ? "\(Int(metres)) m" : "\(Int(metres / 1000)) km"
    svg.label("\(words), north up", at: SIMD2(18 + width, y + 3))
  }

  private static func lengths(_ line: [SIMD2<Double>]) -> [Double] {
    zip(line, line.dropFirst()).map { (($1 - $0) * ($1 - $0)).sum().squareRoot() }
  }

  private static func place(on line: [SIMD2<Double>], share: Double) -> SIMD2<Double>? {
    guard line.count > 1 else { return line.first }
    let lengths = lengths(line)
    var left = lengths.reduce(0, +) * share
    for (index, length) in lengths.enumerated() {
      if left <= length, length > 0 { return line[index] + (line[index + 1] - line[index]) * (left / length) }
      left -= length
    }
    return line.last
  }
}

/// A lift or run with its name in a picture.
struct NamedLine {
  let name: String
  /// The name with its sign, shortened.
  let words: String
  let isLift: Bool
  let lengthMetres: Double
  let drawingColour: String
  let places: [Coordinate]
}
