package import SkiFormats
import SkiGeo
public import SkiGraph
import SkiTracks

/// Draws a day: the map with the way over it, its heights over time beneath, as SVG.
///
/// A value. The same day and map give the same bytes.
public struct DayPicture {
  /// How much of a picture there is.
  public typealias Size = RoutePicture.Size

  static let width = 1200.0
  static let margin = 16.0
  static let headHeight = 58.0
  static let profileHeight = 240.0
  static let footHeight = 26.0

  let document: DayDocument
  let size: Size
  let frame: PaperFrame?
  let network: DrawnNetwork

  /// Prepares a picture.
  /// - Parameters:
  ///   - document: The day and its words.
  ///   - map: The map it was made with.
  ///   - size: How much there is to be of it.
  /// - Throws: ``SkiError`` with code `.malformedData` when a region in sight was altered.
  /// - Complexity: O(*m*) in the links of the regions in sight.
  public init(_ document: DayDocument, map: SkiMap, size: Size = .page) throws {
    let frame = Self.frame(of: document, size)
    let regions = frame.map { frame in map.regions.filter { frame.mayShow(map.bounds(of: $0)) } } ?? []
    let graphs = try regions.map { region in
      try WorkLimit.check("drawing \(regions.count) regions")
      return try map.graph(region)
    }
    self.init(document, frame: frame, graphs: graphs, size)
  }

  /// Prepares a picture of a day on one graph; see ``init(_:map:size:)``.
  package init(_ document: DayDocument, graph: RoutingGraph, size: Size = .page) {
    self.init(document, frame: Self.frame(of: document, size), graphs: [graph], size)
  }

  private init(_ document: DayDocument, frame: PaperFrame?, graphs: [RoutingGraph], _ size: Size) {
    self.document = document
    self.size = size
    self.frame = frame
    network = frame.map { DrawnNetwork(graphs, in: $0) } ?? DrawnNetwork()
  }

  /// Laps are shown; where there are none, the track.
  private static func frame(of document: DayDocument, _ size: Size) -> PaperFrame? {
    let day = document.day
    let laps = day.laps.flatMap { $0.points.map(\.coordinate) }
    let places = laps.isEmpty ? day.points.map(\.coordinate) : laps
    return switch size {
    case .page: PaperFrame(around: places, width: width - 2 * margin, heights: 460...860)
    case .thumbnail: PaperFrame(around: places, width: 400, heights: 300...300)
    }
  }

  /// How wide and high it is, pixels.
  public var paper: SIMD2<Double> {
    let map = frame?.size.y ?? 0
    return switch size {
    case .page: SIMD2(Self.width, Self.headHeight + map + Self.profileHeight + Self.footHeight + Self.margin)
    case .thumbnail: frame?.size ?? SIMD2(400, 300)
    }
  }

  /// What it shows of the ground, to make a relief of; nil where nothing was recorded.
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
    DayProfile(document: document, top: top, height: Self.profileHeight).draw(&svg)
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
    DrawnWay(document: document, frame: frame).draw(withWords: size == .page, &svg)
  }
}
