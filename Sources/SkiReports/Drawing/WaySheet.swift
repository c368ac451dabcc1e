package import SkiFormats
import SkiGeo
import SkiGraph

/// The size of a picture of a way.
public enum PictureSize: Sendable, Hashable {
  /// Map, title, legend and heights, 1200 pixels wide.
  case page
  /// The map alone with the way and whose data it is, 400 × 300 pixels, for lists.
  case thumbnail
}

/// The paper of a picture: how large it is, the map on it, and what of the map is in sight.
package struct WaySheet: Sendable {
  static let width = 1200.0
  static let margin = 16.0
  static let headHeight = 58.0
  static let footHeight = 26.0

  let size: PictureSize
  /// Nil where there is no place to show.
  let frame: PaperFrame?
  let network: DrawnNetwork
  let profileHeight: Double

  /// Prepares the paper for some places.
  /// - Parameter graphs: Returns the graphs in sight.
  /// - Throws: As `graphs` does.
  /// - Complexity: O(*m*) in the links of the graphs.
  init(
    around places: some Sequence<Coordinate>, _ size: PictureSize, profileHeight: Double,
    graphs: (PaperFrame) throws -> [RoutingGraph]
  ) rethrows {
    let frame = Self.frame(around: places, size)
    (self.frame, self.size, self.profileHeight) = (frame, size, profileHeight)
    network = try frame.map { DrawnNetwork(try graphs($0), in: $0) } ?? DrawnNetwork()
  }

  private static func frame(around places: some Sequence<Coordinate>, _ size: PictureSize) -> PaperFrame? {
    switch size {
    case .page: PaperFrame(around: places, width: width - 2 * margin, heights: 460...860)
    case .thumbnail: PaperFrame(around: places, width: 400, heights: 300...300)
    }
  }

  /// How wide and high it is, pixels.
  var paper: SIMD2<Double> {
    let map = frame?.size.y ?? 0
    return switch size {
    case .page: SIMD2(Self.width, Self.headHeight + map + profileHeight + Self.footHeight + Self.margin)
    case .thumbnail: frame?.size ?? SIMD2(400, 300)
    }
  }
}

extension SkiMap {
  /// Returns the graphs of the regions in sight.
  /// - Throws: ``SkiError`` with code `.malformedData` when one was altered.
  func graphs(in frame: PaperFrame) throws -> [RoutingGraph] {
    let regions = regions.filter { frame.mayShow(bounds(of: $0)) }
    return try regions.map { region in
      try WorkLimit.check("drawing \(regions.count) regions")
      return try graph(region)
    }
  }
}

/// A picture of a way over its map.
package protocol WayPicture {
  /// A line of the legend.
  typealias LegendEntry = (words: String, paint: String, dash: String?)

  var sheet: WaySheet { get }
  var title: String { get }
  /// The sums in a line.
  var sums: String { get }
  var legend: [LegendEntry] { get }
  var attributions: [String] { get }
  var licences: [String] { get }
  /// Draws the way, its ends and names over the map.
  func drawWay(in frame: PaperFrame, _ svg: inout SVGDocument)
  /// Draws its heights, from some pixels below the upper edge of the page.
  func drawHeights(from top: Double, _ svg: inout SVGDocument)
}

extension WayPicture {
  /// How wide and high it is, pixels.
  package var paper: SIMD2<Double> { sheet.paper }

  /// What it shows of the ground, to make a relief of; nil where there is nothing to show.
  package var ground: PictureGround? { sheet.frame?.ground }

  /// Returns the picture.
  /// - Parameter relief: What lies beneath, made for ``ground``; bare snow without.
  /// - Complexity: O(what it shows).
  package func svg(over relief: PictureRelief? = nil) -> MarkupText {
    let credit = PictureRelief.credit(attributions, relief, licences)
    var svg = SVGDocument()
    svg.openPicture(size: paper)
    switch sheet.size {
    case .page:
      drawPage(relief, &svg)
      svg.words(credit, at: SIMD2(WaySheet.margin, paper.y - 9), size: 9, colour: "#666666")
    case .thumbnail:
      drawMap(over: relief, &svg)
      svg.credit(credit, in: paper)
    }
    svg.close("svg")
    return svg.text
  }

  private func drawPage(_ relief: PictureRelief?, _ svg: inout SVGDocument) {
    svg.words(title, at: SIMD2(WaySheet.margin, 22), size: 16, isBold: true)
    svg.words(sums, at: SIMD2(WaySheet.margin, 43), size: 11.5, colour: "#444444")
    drawLegend(&svg)
    if let frame = sheet.frame {
      let corner = SIMD2(WaySheet.margin, WaySheet.headHeight)
      svg.openPart(at: corner, size: frame.size)
      drawMap(over: relief, &svg)
      frame.drawScale(&svg)
      svg.close("svg")
      svg.frame(at: corner, size: frame.size)
    }
    drawHeights(from: WaySheet.headHeight + (sheet.frame?.size.y ?? 0) + WaySheet.margin / 2, &svg)
  }

  private func drawLegend(_ svg: inout SVGDocument) {
    var x = WaySheet.width - WaySheet.margin
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
    drawWay(in: frame, &svg)
  }
}
