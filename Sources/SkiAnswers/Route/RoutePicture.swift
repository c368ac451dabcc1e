public import SkiBase
public import SkiGraph
import SkiRouting

/// A picture of a route as SVG: the map with the route, and the elevation profile along it.
///
/// The same route and map give the same bytes.
public struct RoutePicture: PathPicture {
  /// The size of a picture.
  public typealias Size = PictureSize

  private static let profileHeight = 200.0

  let document: RouteDocument
  let route: Route
  package let sheet: PictureLayout

  /// Creates a picture of the extent of a route; without a route it has no map.
  /// - Parameters:
  ///   - document: The document of the route.
  ///   - map: The map of the route.
  ///   - size: The size of the picture.
  /// - Throws: ``SkiError`` with code `.malformedData` when a region within the picture was altered, `.inputOutput`
  ///   when reading it fails; `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O(*m*) in the links of the regions within the picture, and O(*p*) in the points of the route.
  public init(_ document: RouteDocument, map: SkiMap, size: Size = .page) throws {
    try self.init(document, size, graphs: map.graphs)
  }

  /// Creates a picture of a route on one graph.
  package init(_ document: RouteDocument, graph: RoutingGraph, size: Size = .page) {
    self.init(document, size) { _ in [graph] }
  }

  private init(
    _ document: RouteDocument, _ size: Size, graphs: (MapFrame) throws -> [RoutingGraph]
  ) rethrows {
    self.document = document
    route = document.route ?? Route(steps: [])
    let places = route.steps.lazy.flatMap { $0.points.lazy.map(\.coordinate) }
    sheet = try PictureLayout(around: places, size, profileHeight: Self.profileHeight, graphs: graphs)
  }

  /// Creates a picture of the elevation profile with title and legend but no map, 1,200 pixels wide.
  /// - Parameter document: The document of the route.
  public init(heightsOf document: RouteDocument) {
    self.document = document
    route = document.route ?? Route(steps: [])
    sheet = PictureLayout(around: [], .page, profileHeight: Self.profileHeight) { _ in [] }
  }

  /// Returns the picture as SVG on a plain background, with the attributions and licences of the map's sources.
  /// - Complexity: O(*n*) in the links and points drawn.
  public func svg() -> MarkupText { svg(over: nil) }

  /// Returns the picture as PNG, where librsvg and a font are installed.
  /// - Parameter scale: The number of pixels for each pixel of the SVG.
  /// - Throws: ``SkiError`` with code `.missingInput` without librsvg or fonts, `.limitExceeded` for too many pixels.
  /// - Complexity: O(*n*) in the pixels and the links and points drawn.
  /// - Precondition: `scale` is from 0.1 to 10.
  public func png(scale: Double = 1) throws -> [UInt8] {
    precondition((0.1...10).contains(scale), "scale must be from 0.1 to 10, got \(scale)")
    return try png(pixelScale: scale)
  }

  package var attributions: [String] { document.attributions }
  package var licences: [String] { document.licences }

  /// Draws the elevation profile along the route.
  package func drawHeights(from top: Double, _ svg: inout SVGDocument) {
    RouteProfile(route: route, top: top, height: Self.profileHeight).draw(&svg)
  }
}

extension RoutePicture {
  /// The names of the ends and the ceiling.
  package var title: String {
    [document.from, document.to].map { $0.shortened(toScalars: 44) }.joined(separator: " → ") + document.limit
  }

  /// The totals in one line.
  package var sums: String {
    guard case .answer = document.result else { return "no route" }
    guard !route.steps.isEmpty else { return "you are there already" }
    var words = [RouteDocument.minutes(route.totalMilliseconds())] + RouteDocument.heights(route, .english)
    if let hardest = route.hardestSection() {
      words.append("steepest 25 m \(decimalText(hardest.gradient.ratio * 100, places: 0) ?? "?") %")
    }
    if let remark = route.elevationQuality()?.remark() { words.append(String(remark.dropLast())) }
    return words.joined(separator: " · ")
  }

  /// The colours skied with their lengths, lifts, and walks.
  package var legend: [LegendEntry] {
    var lengths: [DifficultyColour: Double] = [:]
    for step in route.steps where step.kind == .run && step.movement != .climbed {
      lengths[step.colour ?? .grey, default: 0] += step.lengthMetres
    }
    var entries = Self.legend(lengths)
    if route.lengthMetres(of: .lift) > 0 { entries.append(("lift", DrawingColours.lift, nil)) }
    let walked = route.footMetres()
    if walked >= 1 {
      entries.append(("on foot \(StepText.length(walked))", DrawingColours.unmatched, "1.5 3"))
    }
    return entries
  }
}

extension PathPicture {
  /// Returns the entries of colours with their lengths, in order of difficulty.
  static func legend(_ metres: [DifficultyColour: Double]) -> [LegendEntry] {
    DifficultyColour.allCases.compactMap { colour in
      metres[colour].map { length in
        (
          "\(StepText.symbol(colour)) \(colour.rawValue) \(StepText.length(length))",
          DrawingColours.drawingColour(colour), nil
        )
      }
    }
  }
}

extension RoutePicture {
  /// Draws the steps, walks below lifts below runs, then ends and names. Complexity: O(points).
  package func drawPath(in frame: MapFrame, _ svg: inout SVGDocument) {
    for kinds in [[LinkKind.walk, .connector], [.lift], [.run]] {
      for step in route.steps where kinds.contains(step.kind) {
        let line = frame.pixels(step.points.map(\.coordinate))
        if step.kind == .walk || step.kind == .connector && step.colour == nil {
          svg.line(line, colour: "#ffffff", width: 4, opacity: 0.8)
          svg.line(line, colour: step.drawingColour, width: 2, dash: "1.5 3")
        } else if step.kind == .lift {
          frame.drawLift(line, &svg)
        } else {
          frame.drawPath(line, colour: step.drawingColour, width: step.kind == .run ? 3.8 : 2.6, &svg)
        }
      }
    }
    for step in route.steps where step.kind == .lift {
      frame.drawStations(step.points.map(\.coordinate), &svg)
    }
    var room = LabelPlacement(size: frame.size)
    for step in route.steps { room.avoid(frame.pixels(step.points.map(\.coordinate))) }
    drawEnds(in: frame, &room, &svg)
    if sheet.size == .page { frame.writeNames(of: names(), in: &room, &svg) }
  }

  private func drawEnds(in frame: MapFrame, _ room: inout LabelPlacement, _ svg: inout SVGDocument) {
    let ends = (route.steps.first?.points.first, route.steps.last?.points.last)
    let words = sheet.size == .page ? (document.from, document.to) : ("", "")
    if let start = ends.0 {
      frame.drawEnd(frame.pixel(start.coordinate), words.0.shortened(toScalars: 32), in: &room, &svg)
    }
    if let end = ends.1 {
      frame.drawEnd(frame.pixel(end.coordinate), words.1.shortened(toScalars: 32), in: &room, &svg)
    }
  }

  private func names() -> [NamedLine] {
    route.steps.compactMap { step in
      guard let label = step.label else { return nil }
      let words = step.kind == .run ? "\(StepText.symbol(step)) \(label)" : label
      return NamedLine(
        name: label, words: words.shortened(toScalars: 34), isLift: step.kind == .lift,
        lengthMetres: step.lengthMetres, drawingColour: step.drawingColour,
        places: step.points.map(\.coordinate))
    }
  }
}

extension RouteStep {
  /// The colour of a step in pictures.
  var drawingColour: String {
    switch kind {
    case .lift: DrawingColours.lift
    case .run: colour.map(DrawingColours.drawingColour) ?? "#888888"
    case .walk, .connector: colour.map(DrawingColours.drawingColour) ?? DrawingColours.unmatched
    }
  }
}

/// Draws the elevation profile of a route, in the colours of its steps.
struct RouteProfile {
  let route: Route
  let top: Double
  let height: Double

  /// The profile of a step: distance along the route and elevation, in metres.
  private struct Piece {
    let step: RouteStep
    let spots: [SIMD2<Double>]
  }

  /// Draws the curve, or a note where no elevation is known. Complexity: O(points).
  func draw(_ svg: inout SVGDocument) {
    let pieces = pieces()
    let heights = pieces.flatMap { $0.spots.map(\.y) }
    guard let low = heights.min(), let high = heights.max(),
      let length = pieces.compactMap(\.spots.last?.x).max(),
      length > 0
    else {
      if !route.steps.isEmpty { ChartPlot.drawNothing(top: top, height: height, &svg) }
      return
    }
    let plot = ChartPlot(top: top, height: height, along: 0...length, heights: low...high)
    plot.drawGrid(
      heights: ChartPlot.ticks(plot.low, plot.high, least: 10, atMost: 7),
      along: ChartPlot.ticks(0, length, least: 10, atMost: 14).map { metres in
        (
          metres,
          length < 3000 ? StepText.metres(metres) : "\(decimalText(metres / 1000, places: 1) ?? "?") km"
        )
      }, &svg)
    for piece in pieces {
      svg.line(
        piece.spots.map(plot.pixel), colour: piece.step.drawingColour,
        width: piece.step.kind == .run ? 2.6 : 1.8)
    }
    writeNames(pieces, plot, &svg)
  }

  private func pieces() -> [Piece] {
    RouteElevationProfile(route).stretches.map { stretch in
      Piece(
        step: route.steps[stretch.step],
        spots: stretch.samples.compactMap { spot in spot.elevationMetres.map { SIMD2(spot.metres, $0) } })
    }
  }

  /// Writes the names of lifts and runs above the curve, the longest first, where labels fit.
  private func writeNames(_ pieces: [Piece], _ plot: ChartPlot, _ svg: inout SVGDocument) {
    var room = LabelPlacement(size: SIMD2(PictureLayout.width, top + height))
    for piece in pieces { room.avoid(piece.spots.map(plot.pixel)) }
    for piece in pieces.sorted(by: { $0.step.lengthMetres > $1.step.lengthMetres }) {
      guard let label = piece.step.label, piece.spots.count > 1 else { continue }
      let middle = piece.spots[piece.spots.count / 2]
      room.write(
        label.shortened(toScalars: 24), near: plot.pixel(middle), colour: piece.step.drawingColour, &svg)
    }
  }
}
