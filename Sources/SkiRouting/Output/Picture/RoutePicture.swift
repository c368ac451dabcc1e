import SkiGeo
import SkiGraph
import SkiModel

/// Draws a route: the map with the way over it, its heights along the way beneath, as SVG.
///
/// A value. The same route and map give the same bytes.
public struct RoutePicture {
  /// How much of a picture there is.
  public enum Size: Sendable, Hashable {
    /// Map, title, legend and profile, 1200 pixels wide.
    case page
    /// The map alone with the way, 400 × 300 pixels, for lists.
    case thumbnail
  }

  static let margin = 16.0
  static let headHeight = 58.0
  static let profileHeight = 200.0
  static let footHeight = 26.0

  let document: RouteDocument
  let route: Route
  let size: Size
  let frame: PaperFrame?
  let network: DrawnNetwork

  /// Prepares a picture.
  /// - Parameters:
  ///   - document: The route and its words.
  ///   - map: The map it lies on.
  ///   - size: How much there is to be of it.
  /// - Throws: ``SkiError`` with code `.malformedData` when a region in sight was altered.
  /// - Complexity: O(*m*) in the links of the regions in sight.
  public init(_ document: RouteDocument, map: SkiMap, size: Size = .page) throws {
    let route = Self.route(of: document)
    let frame = Self.frame(of: route, size)
    let regions = frame.map { frame in map.regions.filter { frame.mayShow(map.bounds(of: $0)) } } ?? []
    try self.init(document, route, frame, graphs: regions.map { try map.graph($0) }, size)
  }

  /// Prepares a picture of a route on one graph.
  public init(_ document: RouteDocument, graph: RoutingGraph, size: Size = .page) {
    let route = Self.route(of: document)
    self.init(document, route, Self.frame(of: route, size), graphs: [graph], size)
  }

  private init(
    _ document: RouteDocument, _ route: Route, _ frame: PaperFrame?, graphs: [RoutingGraph], _ size: Size
  ) {
    self.document = document
    self.route = route
    self.size = size
    self.frame = frame
    network = frame.map { DrawnNetwork(graphs, in: $0) } ?? DrawnNetwork()
  }

  private static func route(of document: RouteDocument) -> Route {
    if case .route(let route) = document.result { route } else { Route(steps: []) }
  }

  private static func frame(of route: Route, _ size: Size) -> PaperFrame? {
    let places = route.steps.lazy.flatMap { $0.points.lazy.map(\.coordinate) }
    return switch size {
    case .page: PaperFrame(around: places, width: 1200 - 2 * margin, heights: 460...860)
    case .thumbnail: PaperFrame(around: places, width: 400, heights: 300...300)
    }
  }

  /// Returns the picture. Complexity: O(what it shows).
  public func svg() -> String {
    switch size {
    case .page: page()
    case .thumbnail: thumbnail()
    }
  }

  private func thumbnail() -> String {
    var svg = SVGDocument()
    let paper = frame?.size ?? SIMD2(400, 300)
    svg.openPicture(size: paper)
    drawMap(&svg)
    svg.close("svg")
    return svg.text
  }

  private func page() -> String {
    let mapHeight = frame?.size.y ?? 0
    let height = Self.headHeight + mapHeight + Self.profileHeight + Self.footHeight + Self.margin
    var svg = SVGDocument()
    svg.openPicture(size: SIMD2(1200, height))
    drawHead(&svg)
    if let frame {
      let corner = SIMD2(Self.margin, Self.headHeight)
      svg.openPart(at: corner, size: frame.size)
      drawMap(&svg)
      frame.drawScale(&svg)
      svg.close("svg")
      svg.frame(at: corner, size: frame.size)
    }
    let top = Self.headHeight + mapHeight + Self.margin / 2
    RouteProfile(route: route, top: top, height: Self.profileHeight).draw(&svg)
    let words = (document.attributions + document.licences).joined(separator: "; ")
    svg.words(words.shortened(toScalars: 200), at: SIMD2(Self.margin, height - 9), size: 9, colour: "#666666")
    svg.close("svg")
    return svg.text
  }

  private func drawMap(_ svg: inout SVGDocument) {
    svg.element("rect", ["width": "100%", "height": "100%", "fill": "#f7f8fa"])
    guard let frame else { return }
    network.draw(&svg)
    drawWay(in: frame, &svg)
  }
}
