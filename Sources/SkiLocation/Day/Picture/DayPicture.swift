import SkiGeo
import SkiGraph
import SkiModel

/// Draws a day: the map with the way over it, its heights over time beneath, as SVG.
///
/// A value. The same day and map give the same bytes.
public struct DayPicture {
  static let width = 1200.0
  static let margin = 16.0
  static let headHeight = 58.0
  static let profileHeight = 240.0
  static let footHeight = 26.0

  let document: DayDocument
  let frame: PaperFrame?
  let network: DrawnNetwork

  /// Prepares a picture.
  /// - Parameters:
  ///   - document: The day and its words.
  ///   - map: The map it was made with.
  /// - Throws: ``SkiError`` with code `.malformedData` when a region in sight was altered.
  /// - Complexity: O(*m*) in the links of the regions in sight.
  public init(_ document: DayDocument, map: SkiMap) throws {
    let frame = Self.frame(of: document)
    let regions = frame.map { frame in map.regions.filter { frame.mayShow(map.bounds(of: $0)) } } ?? []
    let graphs = try regions.map { try map.graph($0) }
    self.init(document, frame: frame, graphs: graphs)
  }

  /// Prepares a picture of a day on one graph; see ``init(_:map:)``.
  public init(_ document: DayDocument, graph: RoutingGraph) {
    self.init(document, frame: Self.frame(of: document), graphs: [graph])
  }

  private init(_ document: DayDocument, frame: PaperFrame?, graphs: [RoutingGraph]) {
    self.document = document
    self.frame = frame
    network = frame.map { DrawnNetwork(graphs, in: $0) } ?? DrawnNetwork()
  }

  /// Laps are shown; where there are none, the track.
  private static func frame(of document: DayDocument) -> PaperFrame? {
    let day = document.day
    let laps = day.laps.flatMap { $0.points.map(\.coordinate) }
    let heights = 460.0...860.0
    if !laps.isEmpty {
      return PaperFrame(around: laps, width: width - 2 * margin, heights: heights)
    }
    return PaperFrame(around: day.points.lazy.map(\.coordinate), width: width - 2 * margin, heights: heights)
  }

  /// Returns the picture. Complexity: O(what it shows).
  public func svg() -> String {
    let mapHeight = frame?.size.y ?? 0
    let height = Self.headHeight + mapHeight + Self.profileHeight + Self.footHeight + Self.margin
    var svg = SVGDocument()
    svg.openPicture(size: SIMD2(Self.width, height))
    drawHead(&svg)
    if let frame {
      let corner = SIMD2(Self.margin, Self.headHeight)
      svg.openPart(at: corner, size: frame.size)
      svg.element("rect", ["width": "100%", "height": "100%", "fill": "#f7f8fa"])
      network.draw(&svg)
      DrawnWay(document: document, frame: frame).draw(&svg)
      svg.close("svg")
      svg.frame(at: corner, size: frame.size)
    }
    let top = Self.headHeight + mapHeight + Self.margin / 2
    DayProfile(document: document, top: top, height: Self.profileHeight).draw(&svg)
    drawFoot(&svg, at: height - 9)
    svg.close("svg")
    return svg.text
  }

  private func drawFoot(_ svg: inout SVGDocument, at y: Double) {
    let words = (document.attributions + document.licences).joined(separator: "; ")
    svg.words(words.shortened(toScalars: 200), at: SIMD2(Self.margin, y), size: 9, colour: "#666666")
  }
}
