package import SkiFormats
import SkiGeo
public import SkiGraph
import SkiTracks

/// Draws a day: the map with the way over it, its heights over time beneath, as SVG.
///
/// A value. The same day and map give the same bytes.
public struct DayPicture: WayPicture {
  /// How much of a picture there is.
  public typealias Size = PictureSize

  private static let profileHeight = 240.0

  let document: DayDocument
  package let sheet: WaySheet

  /// Prepares a picture.
  /// - Parameters:
  ///   - document: The day and its words.
  ///   - map: The map it was made with.
  ///   - size: How much there is to be of it.
  /// - Throws: ``SkiError`` with code `.malformedData` when a region in sight was altered.
  /// - Complexity: O(*m*) in the links of the regions in sight.
  public init(_ document: DayDocument, map: SkiMap, size: Size = .page) throws {
    try self.init(document, size, graphs: map.graphs)
  }

  /// Prepares a picture of a day on one graph; see ``init(_:map:size:)``.
  package init(_ document: DayDocument, graph: RoutingGraph, size: Size = .page) {
    self.init(document, size) { _ in [graph] }
  }

  private init(
    _ document: DayDocument, _ size: Size, graphs: (PaperFrame) throws -> [RoutingGraph]
  ) rethrows {
    self.document = document
    // Laps are shown; where there are none, the track.
    let laps = document.day.laps.flatMap { $0.points.map(\.coordinate) }
    sheet = try WaySheet(
      around: laps.isEmpty ? document.day.points.map(\.coordinate) : laps, size,
      profileHeight: Self.profileHeight, graphs: graphs)
  }

  package var attributions: [String] { document.attributions }
  package var licences: [String] { document.licences }

  /// Draws the way of the day.
  package func drawWay(in frame: PaperFrame, _ svg: inout SVGDocument) {
    DrawnWay(document: document, frame: frame).draw(withWords: sheet.size == .page, &svg)
  }

  /// Draws the heights over time.
  package func drawHeights(from top: Double, _ svg: inout SVGDocument) {
    DayProfile(document: document, top: top, height: Self.profileHeight).draw(&svg)
  }
}
