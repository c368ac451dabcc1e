public import SkiBase
public import SkiGraph
import SkiTracks

/// A picture of a day as SVG: the map with the path travelled, and the elevation profile over time.
///
/// The same day and map give the same bytes.
public struct DayPicture: PathPicture {
  /// The size of a picture.
  public typealias Size = PictureSize

  private static let profileHeight = 240.0

  let document: DayDocument
  package let sheet: PictureLayout

  /// Creates a picture of the extent of the laps; without laps that of the fixes.
  /// - Parameters:
  ///   - document: The document of the day.
  ///   - map: The map the day was made with.
  ///   - size: The size of the picture.
  /// - Throws: ``SkiError`` with code `.malformedData` when a region within the picture was altered, `.inputOutput`
  ///   when reading it fails; `.cancelled`, `.timedOut` or `.limitExceeded`, see ``WorkLimit``.
  /// - Complexity: O(*m*) in the links of the regions within the picture, and O(*p*) in the points of the laps.
  public init(_ document: DayDocument, map: SkiMap, size: Size = .page) throws {
    try self.init(document, size, graphs: map.graphs)
  }

  /// Creates a picture of a day on one graph; see ``init(_:map:size:)``.
  package init(_ document: DayDocument, graph: RoutingGraph, size: Size = .page) {
    self.init(document, size) { _ in [graph] }
  }

  private init(
    _ document: DayDocument, _ size: Size, graphs: (MapFrame) throws -> [RoutingGraph]
  ) rethrows {
    self.document = document
    // The extent is that of the laps; without laps that of the track.
    let laps = document.day.laps.flatMap { $0.points.map(\.coordinate) }
    sheet = try PictureLayout(
      around: laps.isEmpty ? document.day.points.map(\.coordinate) : laps, size,
      profileHeight: Self.profileHeight, graphs: graphs)
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

  /// Draws the path of the day.
  package func drawPath(in frame: MapFrame, _ svg: inout SVGDocument) {
    DayPathDrawing(document: document, frame: frame).draw(withWords: sheet.size == .page, &svg)
  }

  /// Draws the elevation profile over time.
  package func drawHeights(from top: Double, _ svg: inout SVGDocument) {
    DayProfile(document: document, top: top, height: Self.profileHeight).draw(&svg)
  }
}
