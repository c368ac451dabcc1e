package import SkiFormats
import SkiGeo
public import SkiGraph
import SkiRouting

/// Draws a route: the map with the way over it, its heights along the way beneath, as SVG.
///
/// A value. The same route and map give the same bytes.
public struct RoutePicture: WayPicture {
  /// How much of a picture there is.
  public typealias Size = PictureSize

  private static let profileHeight = 200.0

  let document: RouteDocument
  let route: Route
  package let sheet: WaySheet

  /// Prepares a picture.
  /// - Parameters:
  ///   - document: The route and its words.
  ///   - map: The map it lies on.
  ///   - size: How much there is to be of it.
  /// - Throws: ``SkiError`` with code `.malformedData` when a region in sight was altered.
  /// - Complexity: O(*m*) in the links of the regions in sight.
  public init(_ document: RouteDocument, map: SkiMap, size: Size = .page) throws {
    try self.init(document, size, graphs: map.graphs)
  }

  /// Prepares a picture of a route on one graph.
  package init(_ document: RouteDocument, graph: RoutingGraph, size: Size = .page) {
    self.init(document, size) { _ in [graph] }
  }

  private init(
    _ document: RouteDocument, _ size: Size, graphs: (PaperFrame) throws -> [RoutingGraph]
  ) rethrows {
    self.document = document
    route = document.route ?? Route(steps: [])
    let places = route.steps.lazy.flatMap { $0.points.lazy.map(\.coordinate) }
    sheet = try WaySheet(around: places, size, profileHeight: Self.profileHeight, graphs: graphs)
  }

  /// Prepares a picture of the heights alone, with title and legend, 1200 pixels wide.
  public init(heightsOf document: RouteDocument) {
    self.document = document
    route = document.route ?? Route(steps: [])
    sheet = WaySheet(around: [], .page, profileHeight: Self.profileHeight) { _ in [] }
  }

  package var attributions: [String] { document.attributions }
  package var licences: [String] { document.licences }

  /// Draws the heights along the way.
  package func drawHeights(from top: Double, _ svg: inout SVGDocument) {
    RouteProfile(route: route, top: top, height: Self.profileHeight).draw(&svg)
  }
}
