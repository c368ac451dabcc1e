import SkiBase
import SkiGraph

/// Draws the surroundings of a panel's subject: source features below, the network above.
struct PanelPicture {
  private let panel: DrawingPanel
  private var svg = SVGDocument()
  /// The labels written, with their horizontal extent and vertical position.
  private var labels: [(across: ClosedRange<Double>, down: Double)] = []

  /// Draws a panel.
  /// - Complexity: O(its vertices).
  static func draw(_ panel: DrawingPanel) -> MarkupText {
    var picture = PanelPicture(panel: panel)
    for shape in panel.shapes where shape.kind == .street { picture.drawLines(of: shape) }
    for shape in panel.shapes { picture.drawAreas(of: shape) }
    for shape in panel.shapes where shape.kind != .street { picture.drawLines(of: shape) }
    for link in panel.links { picture.draw(link) }
    picture.drawNodes()
    picture.drawSubject()
    picture.writeNames()
    picture.drawScale()
    return picture.svg.text
  }

  private init(panel: DrawingPanel) { self.panel = panel }

  private func pixels(_ places: [Coordinate]) -> [SIMD2<Double>] { places.map(panel.window.farPixel) }

  private mutating func drawAreas(of shape: SourceShape) {
    for area in shape.areas {
      let rings = [area.outer] + area.holes
      svg.area(rings.map { FrameClipping.ring(pixels($0.coordinates)) }, colour: shape.colour)
      for ring in rings { drawVertices(pixels(ring.coordinates), colour: shape.colour) }
    }
  }

  private mutating func drawLines(of shape: SourceShape) {
    let dash = shape.kind == .lift ? "7 3" : shape.isInUse ? nil : "2 3"
    let width = shape.kind == .street ? 1 : shape.kind == .lift ? 1.6 : 2.4
    for line in shape.lines {
      let points = pixels(line.coordinates)
      for piece in FrameClipping.pieces(of: points) {
        svg.line(piece, colour: shape.colour, width: width, dash: dash, opacity: shape.isInUse ? 0.75 : 0.4)
        if shape.kind != .street { drawChevrons(along: piece, colour: shape.colour) }
      }
      drawVertices(points, colour: shape.colour)
      if shape.kind == .lift { drawStations([points.first, points.last].compactMap { $0 }) }
    }
    drawStations(pixels(shape.stations))
  }

  private mutating func drawVertices(_ points: [SIMD2<Double>], colour: String) {
    for point in points where panel.window.shows(point) { svg.dot(point, radius: 1.6, fill: colour) }
  }

  private mutating func drawStations(_ points: [SIMD2<Double>]) {
    for point in points where panel.window.shows(point) {
      svg.element(
        "rect",
        [
          "x": SVGDocument.number(point.x - 3.5), "y": SVGDocument.number(point.y - 3.5), "width": "7",
          "height": "7", "fill": "#ffffff", "stroke": DrawingColours.lift, "stroke-width": "1.4",
        ])
    }
  }

  /// Draws arrows in the direction of a line, every 60 pixels.
  private mutating func drawChevrons(along line: [SIMD2<Double>], colour: String) {
    var next = 30.0
    for (a, b) in zip(line, line.dropFirst()) {
      let step = b - a
      let length = (step * step).sum().squareRoot()
      // Bounds the number of arrows on a very long segment.
      let spacing = max(60, length / 40)
      while next < length {
        let place = a + step * (next / length)
        if panel.window.shows(place) { svg.arrowHead(at: place, along: step, size: 8, colour: colour) }
        next += spacing
      }
      next -= length
    }
  }

  /// Draws a link in a thin line above the source features; without sources in their place.
  private mutating func draw(_ link: DrawingPanel.Link) {
    guard !panel.isSubject(link) else { return }
    let feature = link.link.feature.flatMap { panel.features[$0] }
    let points = pixels(link.link.points.map(\.coordinate))
    let isMade = link.link.kind == .connector || link.link.cause == .areaCrossing
    for piece in FrameClipping.pieces(of: points) {
      if panel.shapes.isEmpty, !isMade {
        svg.line(
          piece, colour: Self.colour(link.link, feature), width: link.link.kind == .lift ? 1.6 : 2.4,
          dash: link.link.kind == .lift ? "7 3" : nil, opacity: 0.75)
      }
      svg.line(
        piece, colour: isMade ? "#7b2d8b" : DrawingColours.link, width: isMade ? 1 : 0.6,
        dash: isMade ? "3 2" : nil, opacity: 0.8)
    }
    guard link.link.kind != .lift, link.link.allowsForward != link.link.allowsBackward,
      !isMade || points.count < 3
    else { return }
    drawMiddleArrow(points, size: 5, colour: isMade ? "#7b2d8b" : DrawingColours.link)
  }

  private mutating func drawMiddleArrow(_ points: [SIMD2<Double>], size: Double, colour: String) {
    let middle = (points.count - 1) / 2
    guard points.count > 1, middle + 1 < points.count else { return }
    let (a, b) = (points[middle], points[middle + 1])
    let place = (a + b) / 2
    if panel.window.shows(place) { svg.arrowHead(at: place, along: b - a, size: size, colour: colour) }
  }

  private static func colour(_ link: GraphLink, _ feature: GraphFeature?) -> String {
    switch link.kind {
    case .lift: DrawingColours.lift
    case .walk: DrawingColours.street
    default:
      DrawingColours.run(
        feature?.difficulty, feature?.convention ?? .europe, uses: feature?.uses ?? .downhill)
    }
  }

  private mutating func drawNodes() {
    var seen = Set<NodeIndex>()
    for link in panel.links {
      let ends = [(link.link.tail, link.link.points.first), (link.link.head, link.link.points.last)]
      for (node, point) in ends where seen.insert(node).inserted {
        guard let pixel = point.map({ panel.window.farPixel($0.coordinate) }), panel.window.shows(pixel)
        else {
          continue
        }
        svg.dot(pixel, radius: 2.2, fill: "none", stroke: DrawingColours.link)
      }
    }
  }

  private mutating func drawSubject() {
    if case .node(let node) = panel.subject.form,
      let link = panel.links.first(where: { $0.link.tail == node || $0.link.head == node })
    {
      let point = link.link.tail == node ? link.link.points.first : link.link.points.last
      if let point {
        svg.dot(
          panel.window.farPixel(point.coordinate), radius: 7, fill: "none", stroke: DrawingColours.subject,
          width: 2)
      }
    }
    guard let subject = panel.links.first(where: panel.isSubject)?.link else { return }
    let points = pixels(subject.points.map(\.coordinate))
    for piece in FrameClipping.pieces(of: points) {
      svg.line(piece, colour: DrawingColours.subject, width: 3, opacity: 0.9)
    }
    let last = points.count - 1
    guard last > 0 else { return }
    if subject.allowsForward {
      svg.arrowHead(
        at: points[last], along: points[last] - points[last - 1], size: 10, colour: DrawingColours.subject)
    }
    if subject.allowsBackward {
      svg.arrowHead(at: points[0], along: points[0] - points[1], size: 10, colour: DrawingColours.subject)
    }
  }

  /// Writes the names of features beside them, where there is a free position.
  private mutating func writeNames() {
    for shape in panel.shapes where shape.kind != .street || shape.levelWords != nil {
      write(
        shape.words, colour: shape.colour, near: shape.lines + shape.areas.map(\.outer))
    }
    guard panel.shapes.isEmpty else { return }
    var named = Set<FeatureIndex>()
    for link in panel.links {
      guard let index = link.link.feature, named.insert(index).inserted, let feature = panel.features[index]
      else { continue }
      write(
        feature.label ?? "", colour: Self.colour(link.link, feature),
        near: [Polyline(link.link.points.map(\.coordinate))])
    }
  }

  private mutating func write(_ words: String, colour: String, near lines: [Polyline]) {
    guard !words.isEmpty, labels.count < 12 else { return }
    let words = words.shortened(toScalars: 32)
    let candidates = lines.flatMap { Self.samples(pixels($0.coordinates)) }
    guard let place = candidates.first(where: { hasRoom(Self.extent(of: words, at: $0), $0.y) }) else {
      return
    }
    labels.append((Self.extent(of: words, at: place), place.y))
    let isLeft = place.x < MapFrame.panelSize.x / 2
    svg.label(
      words, at: place + SIMD2(isLeft ? 5 : -5, -3), colour: colour, anchor: isLeft ? "start" : "end")
  }

  /// Returns the horizontal extent of a label: right of its point in the left half of the picture, else left of it.
  private static func extent(of words: String, at place: SIMD2<Double>) -> ClosedRange<Double> {
    let width = 5.8 * Double(words.unicodeScalars.count) + 5
    return place.x < MapFrame.panelSize.x / 2 ? place.x...place.x + width : place.x - width...place.x
  }

  /// Returns whether a label is inside the picture and overlaps neither others nor the subject in the centre.
  private func hasRoom(_ across: ClosedRange<Double>, _ down: Double) -> Bool {
    let (width, height) = (panel.window.size.x, panel.window.size.y)
    guard across.lowerBound > 2, across.upperBound < width - 2, (14...height - 26).contains(down) else {
      return false
    }
    guard abs(down - height / 2) > 30 || !across.overlaps(width / 2 - 40...width / 2 + 40) else {
      return false
    }
    return labels.allSatisfy { abs($0.down - down) > 11 || !$0.across.overlaps(across) }
  }

  /// Returns points along a line, dense enough for labels inside the picture.
  private static func samples(_ line: [SIMD2<Double>]) -> [SIMD2<Double>] {
    FrameClipping.pieces(of: line).flatMap { piece in
      zip(piece, piece.dropFirst()).flatMap { a, b in (0...8).map { a + (b - a) * (Double($0) / 8) } }
    }
  }

  /// Draws the scale bar and the note of north.
  private mutating func drawScale() {
    let metres =
      [10.0, 20, 50, 100, 200, 500, 1000, 2000, 5000].last { $0 * panel.window.pixelsPerMetre < 110 } ?? 10
    let width = metres * panel.window.pixelsPerMetre
    let y = MapFrame.panelSize.y - 8
    svg.line([SIMD2(8, y), SIMD2(8 + width, y)], colour: "#000000", width: 2)
    svg.label("\(Int(metres)) m, north up", at: SIMD2(12 + width, y + 3))
  }
}

/// Clips shapes to a panel with a margin, to bound the size of pictures.
enum FrameClipping {
  private static let low = SIMD2(repeating: -40.0)
  private static let high = MapFrame.panelSize + 40

  /// Returns the pieces of a line near the panel, in whole segments. Complexity: O(*n*).
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

  /// Returns a ring clipped to the panel and its margin.
  ///
  /// **Source:** Sutherland and Hodgman 1974, "Reentrant polygon clipping".
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
