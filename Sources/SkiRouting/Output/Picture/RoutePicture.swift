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
  let relief: PaperRelief?

  /// Prepares a picture.
  /// - Parameters:
  ///   - document: The route and its words.
  ///   - map: The map it lies on.
  ///   - size: How much there is to be of it.
  ///   - relief: Makes the picture of the ground for a frame; nil for bare snow.
  /// - Throws: ``SkiError`` with code `.malformedData` when a region in sight was altered; as `relief` does.
  /// - Complexity: O(*m*) in the links of the regions in sight.
  public init(
    _ document: RouteDocument, map: SkiMap, size: Size = .page,
    relief: (_ bounds: BoundingBox, _ columns: Int, _ rows: Int) throws -> [UInt8]? = { _, _, _ in nil }
  ) throws {
    let route = Self.route(of: document)
    let frame = Self.frame(of: route, size)
    let regions = frame.map { frame in map.regions.filter { frame.mayShow(map.bounds(of: $0)) } } ?? []
    try self.init(document, route, frame, graphs: regions.map { try map.graph($0) }, size, relief)
  }

  /// Prepares a picture of a route on one graph, on bare snow.
  public init(_ document: RouteDocument, graph: RoutingGraph, size: Size = .page) {
    let route = Self.route(of: document)
    self.init(document, route, Self.frame(of: route, size), graphs: [graph], size) { _, _, _ in nil }
  }

  private init(
    _ document: RouteDocument, _ route: Route, _ frame: PaperFrame?, graphs: [RoutingGraph], _ size: Size,
    _ relief: (_ bounds: BoundingBox, _ columns: Int, _ rows: Int) throws -> [UInt8]?
  ) rethrows {
    self.document = document
    self.route = route
    self.size = size
    self.frame = frame
    network = frame.map { DrawnNetwork(graphs, in: $0) } ?? DrawnNetwork()
    self.relief = try frame.flatMap { frame in
      try relief(frame.bounds, Int(frame.size.x), Int(frame.size.y)).map { PaperRelief(png: $0) }
    }
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
    relief?.draw(in: frame, &svg)
    network.draw(&svg)
    drawWay(in: frame, &svg)
  }
}

/// The ground of a picture, drawn beforehand.
struct PaperRelief {
  let png: [UInt8]

  func draw(in frame: PaperFrame, _ svg: inout SVGDocument) {
    svg.element(
      "image",
      [
        "width": SVGDocument.number(frame.size.x), "height": SVGDocument.number(frame.size.y),
        "preserveAspectRatio": "none", "href": "data:image/png;base64,\(base64(png))",
      ])
  }

  /// **Source:** RFC 4648, section 4.
  private func base64(_ bytes: [UInt8]) -> String {
    let signs = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let count = min(3, bytes.count - start)
      let word = (0..<3).reduce(UInt32(0)) { $0 << 8 | ($1 < count ? UInt32(bytes[start + $1]) : 0) }
      for place in 0..<4 {
        text.append(place <= count ? signs[Int(word >> UInt32(18 - 6 * place)) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
