import Foundation
package import SkiBase
package import SkiGraph

/// The size of a picture.
public enum PictureSize: Sendable, Hashable {
  /// A page with map, title, legend and elevation profile: 1,200 pixels wide, as high as its contents.
  case page
  /// A thumbnail of the map with the path and the attributions: 400 × 300 pixels.
  case thumbnail
}

/// The layout of a picture: its size, the frame of the map, and the network within.
package struct PictureLayout: Sendable {
  static let width = 1200.0
  static let margin = 16.0
  static let headHeight = 58.0
  static let footHeight = 26.0

  let size: PictureSize
  /// The frame of the map; nil without coordinates.
  let frame: MapFrame?
  let network: DrawnNetwork
  let profileHeight: Double

  /// Creates the layout for some coordinates.
  /// - Parameters:
  ///   - places: The coordinates to contain.
  ///   - size: The size of the picture.
  ///   - profileHeight: The height of the elevation profile, in pixels.
  ///   - graphs: A function that returns the graphs within a frame.
  /// - Throws: The errors of `graphs`.
  /// - Complexity: O(*m*) in the links of the graphs.
  init(
    around places: some Sequence<Coordinate>, _ size: PictureSize, profileHeight: Double,
    graphs: (MapFrame) throws -> [RoutingGraph]
  ) rethrows {
    let frame = Self.frame(around: places, size)
    (self.frame, self.size, self.profileHeight) = (frame, size, profileHeight)
    network = try frame.map { DrawnNetwork(try graphs($0), in: $0) } ?? DrawnNetwork()
  }

  private static func frame(around places: some Sequence<Coordinate>, _ size: PictureSize) -> MapFrame? {
    switch size {
    case .page: MapFrame(around: places, width: width - 2 * margin, heights: 460...860)
    case .thumbnail: MapFrame(around: places, width: 400, heights: 300...300)
    }
  }

  /// The size of the picture, in pixels.
  var pixelSize: SIMD2<Double> {
    let map = frame?.size.y ?? 0
    return switch size {
    case .page: SIMD2(Self.width, Self.headHeight + map + profileHeight + Self.footHeight + Self.margin)
    case .thumbnail: frame?.size ?? SIMD2(400, 300)
    }
  }
}

extension SkiMap {
  /// Returns the graphs of the regions within a frame.
  /// - Throws: ``SkiError`` with code `.malformedData` when one was altered, `.inputOutput` when reading it fails;
  ///   `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  func graphs(in frame: MapFrame) throws -> [RoutingGraph] {
    let regions = regions.filter { frame.mayShow(bounds(of: $0)) }
    return try regions.map { region in
      try WorkLimit.check("drawing \(regions.count) regions")
      return try graph(region)
    }
  }
}

/// A picture of a path on its map.
package protocol PathPicture {
  /// An entry of the legend.
  typealias LegendEntry = (words: String, paint: String, dash: String?)

  var sheet: PictureLayout { get }
  var title: String { get }
  /// The totals in one line.
  var sums: String { get }
  var legend: [LegendEntry] { get }
  var attributions: [String] { get }
  var licences: [String] { get }
  /// Draws the path, its ends and names on the map.
  func drawPath(in frame: MapFrame, _ svg: inout SVGDocument)
  /// Draws the elevation profile, `top` pixels below the upper edge of the page.
  func drawHeights(from top: Double, _ svg: inout SVGDocument)
}

extension PathPicture {
  /// The size of the picture, in pixels.
  package var pixelSize: SIMD2<Double> { sheet.pixelSize }

  /// The extent of the map, for a relief; nil without coordinates.
  package var extent: PictureExtent? { sheet.frame?.extent }

  /// Returns the picture as PNG, drawn by librsvg, with a number of pixels for each pixel of the SVG.
  func png(pixelScale scale: Double) throws -> [UInt8] {
    let size = pixelSize * scale
    return try PictureRaster.png(
      svg(over: nil).string, columns: Int(size.x.rounded(.up)), rows: Int(size.y.rounded(.up)))
  }

  /// Returns the picture.
  /// - Parameter relief: The hill shading, made for ``ground``; nil for a plain background.
  /// - Complexity: O(its contents).
  package func svg(over relief: PictureRelief?) -> MarkupText {
    let credit = PictureRelief.credit(attributions, relief, licences)
    var svg = SVGDocument()
    svg.openPicture(size: pixelSize)
    switch sheet.size {
    case .page:
      drawPage(relief, &svg)
      svg.words(credit, at: SIMD2(PictureLayout.margin, pixelSize.y - 9), size: 9, colour: "#666666")
    case .thumbnail:
      drawMap(over: relief, &svg)
      svg.credit(credit, in: pixelSize)
    }
    svg.close("svg")
    return svg.text
  }

  private func drawPage(_ relief: PictureRelief?, _ svg: inout SVGDocument) {
    svg.words(title, at: SIMD2(PictureLayout.margin, 22), size: 16, isBold: true)
    svg.words(sums, at: SIMD2(PictureLayout.margin, 43), size: 11.5, colour: "#444444")
    drawLegend(&svg)
    if let frame = sheet.frame {
      let corner = SIMD2(PictureLayout.margin, PictureLayout.headHeight)
      svg.openPart(at: corner, size: frame.size)
      drawMap(over: relief, &svg)
      frame.drawScale(&svg)
      svg.close("svg")
      svg.frame(at: corner, size: frame.size)
    }
    drawHeights(from: PictureLayout.headHeight + (sheet.frame?.size.y ?? 0) + PictureLayout.margin / 2, &svg)
  }

  private func drawLegend(_ svg: inout SVGDocument) {
    var x = PictureLayout.width - PictureLayout.margin
    for entry in legend.reversed() {
      x -= 6.4 * Double(entry.words.unicodeScalars.count)
      svg.words(entry.words, at: SIMD2(x, 43), size: 10.5)
      let sample = [SIMD2(x - 26, 39), SIMD2(x - 5, 39)]
      if entry.words == "lift" {
        svg.lift(sample)
      } else {
        svg.line(sample, colour: entry.paint, width: 4, dash: entry.dash)
      }
      x -= 40
    }
  }

  private func drawMap(over relief: PictureRelief?, _ svg: inout SVGDocument) {
    svg.element("rect", ["width": "100%", "height": "100%", "fill": "#f7f8fa"])
    guard let frame = sheet.frame else { return }
    relief?.draw(in: frame, &svg)
    sheet.network.draw(&svg)
    drawPath(in: frame, &svg)
  }
}

/// The network around a path, drawn in thin lines: runs in their colours, lifts, streets.
package struct DrawnNetwork: Sendable {
  private struct Line: Sendable {
    var points: [SIMD2<Double>]
    var colour: String
    var kind: LinkKind
  }

  private var lines: [Line] = []

  package init() {}

  /// Selects the links of graphs within a frame. Complexity: O(links in the frame + features).
  package init(_ graphs: [RoutingGraph], in frame: MapFrame) {
    for graph in graphs {
      for index in graph.links(intersecting: frame.bounds) {
        let link = graph.link(index)
        guard link.cause == .source, link.kind == .run || link.kind == .walk else { continue }
        let feature = link.feature.map(graph.feature)
        let colour =
          link.kind == .walk
          ? DrawingColours.street
          : DrawingColours.run(
            feature?.difficulty, feature?.convention ?? .europe, uses: feature?.uses ?? .downhill)
        add(
          Line(points: frame.pixels(link.points.map(\.coordinate)), colour: colour, kind: link.kind),
          in: frame)
      }
      addLifts(of: graph, in: frame)
    }
  }

  private mutating func addLifts(of graph: RoutingGraph, in frame: MapFrame) {
    for position in 0..<graph.featureCount where graph.kindCode(of: position) == FeatureKind.lift.code {
      for line in graph.lines(of: FeatureIndex(position)) where line.count > 1 {
        add(Line(points: frame.pixels(line), colour: DrawingColours.lift, kind: .lift), in: frame)
      }
    }
  }

  private mutating func add(_ line: Line, in frame: MapFrame) {
    if frame.mayShow(line.points) { lines.append(line) }
  }

  /// Draws streets below runs below lifts. Complexity: O(points).
  package func draw(_ svg: inout SVGDocument) {
    for line in lines where line.kind == .walk {
      svg.line(line.points, colour: line.colour, width: 0.7, opacity: 0.7)
    }
    for line in lines where line.kind == .run {
      svg.line(line.points, colour: line.colour, width: 1.5, opacity: 0.38)
    }
    for line in lines where line.kind == .lift {
      svg.line(line.points, colour: line.colour, width: 1, dash: "6 3", opacity: 0.45)
    }
  }
}

/// The hill shading below a picture, with the attributions of its elevations.
package struct PictureRelief: Sendable {
  /// The PNG file; its first row is the northern edge, rows and columns are equidistant in degrees.
  package let png: [UInt8]
  /// The attributions to show with it.
  package let attributions: [String]

  /// Creates a relief.
  package init(png: [UInt8], attributions: [String]) {
    self.png = png
    self.attributions = attributions
  }

  /// Returns the credits of a picture: attributions without duplicates, then licences.
  package static func credit(
    _ attributions: [String], _ relief: PictureRelief?, _ licences: [String]
  ) -> String {
    var words = attributions
    for attribution in relief?.attributions ?? [] where !words.contains(attribution) {
      words.append(attribution)
    }
    return (words + licences).joined(separator: "; ").shortened(toScalars: 210)
  }

  /// Draws the relief in a frame. Complexity: O(bytes).
  package func draw(in frame: MapFrame, _ svg: inout SVGDocument) {
    let box = frame.bounds
    let corner = frame.pixel(Coordinate(latitude: box.north, longitude: box.west))
    let size = frame.pixel(Coordinate(latitude: box.south, longitude: box.east)) - corner
    guard size.x > 0, size.y > 0 else { return }
    svg.element(
      "image",
      [
        "x": SVGDocument.number(corner.x), "y": SVGDocument.number(corner.y),
        "width": SVGDocument.number(size.x), "height": SVGDocument.number(size.y),
        "preserveAspectRatio": "none", "href": "data:image/png;base64,\(Data(png).base64EncodedString())",
      ])
  }
}

/// The extent and size of a picture, for which a ``PictureRelief`` is made.
package struct PictureExtent: Sendable, Hashable {
  /// The extent in degrees.
  package let bounds: BoundingBox
  /// The width in pixels.
  package let columns: Int
  /// The height in pixels.
  package let rows: Int

  /// Creates an extent.
  package init(bounds: BoundingBox, columns: Int, rows: Int) {
    self.bounds = bounds
    self.columns = columns
    self.rows = rows
  }
}

extension MapFrame {
  /// The extent of the frame.
  package var extent: PictureExtent {
    PictureExtent(bounds: bounds, columns: Int(size.x), rows: Int(size.y))
  }
}
