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
