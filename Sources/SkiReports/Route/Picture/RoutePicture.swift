package import SkiFormats
import SkiGeo
public import SkiGraph
import SkiRouting

/// Draws a route: the map with the way over it, its heights along the way beneath, as SVG.
///
/// A value. The same route and map give the same bytes.
public struct RoutePicture {
  /// How much of a picture there is.
  public enum Size: Sendable, Hashable {
    /// Map, title, legend and profile, 1200 pixels wide.
    case page
    /// The map alone with the way and whose data it is, 400 × 300 pixels, for lists.
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
    let graphs = try regions.map { region in
      try WorkLimit.check("drawing \(regions.count) regions")
      return try map.graph(region)
    }
    self.init(document, route, frame, graphs: graphs, size)
  }

  /// Prepares a picture of a route on one graph.
  package init(_ document: RouteDocument, graph: RoutingGraph, size: Size = .page) {
    let route = Self.route(of: document)
    self.init(document, route, Self.frame(of: route, size), graphs: [graph], size)
  }

  /// Prepares a picture of the heights alone, with title and legend, 1200 pixels wide.
  public init(heightsOf document: RouteDocument) {
    self.init(document, Self.route(of: document), nil, graphs: [], .page)
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
    if case .answer(let route) = document.result { route } else { Route(steps: []) }
  }

  private static func frame(of route: Route, _ size: Size) -> PaperFrame? {
    let places = route.steps.lazy.flatMap { $0.points.lazy.map(\.coordinate) }
    return switch size {
    case .page: PaperFrame(around: places, width: 1200 - 2 * margin, heights: 460...860)
    case .thumbnail: PaperFrame(around: places, width: 400, heights: 300...300)
    }
  }

  /// How wide and high it is, pixels.
  public var paper: SIMD2<Double> {
    let map = frame?.size.y ?? 0
    return switch size {
    case .page:
      SIMD2(1200, Self.headHeight + map + Self.profileHeight + Self.footHeight + Self.margin)
    case .thumbnail: frame?.size ?? SIMD2(400, 300)
    }
  }

  /// What it shows of the ground, to make a relief of; nil where there is no route, and for heights alone.
  package var ground: PictureGround? { frame?.ground }

  /// Returns the picture.
  /// - Parameter relief: What lies beneath, made for ``ground``; bare snow without.
  /// - Complexity: O(what it shows).
  package func svg(over relief: PictureRelief? = nil) -> MarkupText {
    switch size {
    case .page: page(relief)
    case .thumbnail: thumbnail(relief)
    }
  }

  private func thumbnail(_ relief: PictureRelief?) -> MarkupText {
    var svg = SVGDocument()
    svg.openPicture(size: paper)
    drawMap(over: relief, &svg)
    svg.credit(credit(relief), in: paper)
    svg.close("svg")
    return svg.text
  }

  private func page(_ relief: PictureRelief?) -> MarkupText {
    let mapHeight = frame?.size.y ?? 0
    var svg = SVGDocument()
    svg.openPicture(size: paper)
    drawHead(&svg)
    if let frame {
      let corner = SIMD2(Self.margin, Self.headHeight)
      svg.openPart(at: corner, size: frame.size)
      drawMap(over: relief, &svg)
      frame.drawScale(&svg)
      svg.close("svg")
      svg.frame(at: corner, size: frame.size)
    }
    let top = Self.headHeight + mapHeight + Self.margin / 2
    RouteProfile(route: route, top: top, height: Self.profileHeight).draw(&svg)
    svg.words(credit(relief), at: SIMD2(Self.margin, paper.y - 9), size: 9, colour: "#666666")
    svg.close("svg")
    return svg.text
  }

  /// Whose data it is.
  private func credit(_ relief: PictureRelief?) -> String {
    PictureRelief.credit(document.attributions, relief, document.licences)
  }

  private func drawMap(over relief: PictureRelief?, _ svg: inout SVGDocument) {
    svg.element("rect", ["width": "100%", "height": "100%", "fill": "#f7f8fa"])
    guard let frame else { return }
    relief?.draw(in: frame, &svg)
    network.draw(&svg)
    drawWay(in: frame, &svg)
  }
}
