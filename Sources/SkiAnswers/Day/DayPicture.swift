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

extension DayPicture {
  /// The title of the day and its hours.
  package var title: String {
    guard let hours = document.hours() else { return words(document.title ?? "Ski day") }
    return words(document.title.map { "\($0.shortened(toScalars: 60)), \(hours)" } ?? hours)
  }

  private func words(_ title: String) -> String { title.shortened(toScalars: 110) }

  /// The totals of rides and runs in one line.
  package var sums: String {
    let totals = document.day.totals
    var words = [
      DayDocument.count(totals.liftRideCount, "ride"), "↑\(DayDocument.metres(totals.liftAscentMetres))",
      DayDocument.count(totals.runCount, "run"), "↓\(DayDocument.metres(totals.runDescentMetres))",
      "\(StepText.length(totals.runMetres)) skied",
    ]
    if let top = totals.topSpeedMetresPerSecond { words.append("top \(DayDocument.kilometresPerHour(top))") }
    return words.joined(separator: " · ")
  }

  /// The colours skied with their lengths, lifts, and unmatched stretches.
  package var legend: [LegendEntry] {
    let totals = document.day.totals
    var entries = Self.legend(totals.runMetresByColour)
    if totals.liftRideCount > 0 { entries.append(("lift", DrawingColours.lift, nil)) }
    if !document.day.unmatched.isEmpty { entries.append(("not on the map", DrawingColours.unmatched, "4 3")) }
    return entries
  }
}

/// Draws the path of a day on the map: the recorded track, over it laps in their colours, unmatched stretches in grey,
/// and names.
struct DayPathDrawing {
  let document: DayDocument
  let frame: MapFrame

  /// Draws the recorded track, then unmatched stretches, lifts, then runs, then names. Complexity: O(points).
  func draw(withWords: Bool, _ svg: inout SVGDocument) {
    let day = document.day
    for line in document.recordedLines(gapSeconds: day.options.gapSeconds) {
      svg.line(frame.pixels(line), colour: DrawingColours.recorded, width: 0.8, opacity: 0.7)
    }
    for stretch in day.unmatched {
      let line = frame.pixels(document.line(of: stretch).map(\.coordinate))
      svg.line(line, colour: "#ffffff", width: 4, opacity: 0.8)
      svg.line(line, colour: DrawingColours.unmatched, width: 2.4, dash: "4 3")
    }
    for lap in day.laps where lap.kind == .lift { frame.drawLift(line(of: lap), &svg) }
    for lap in day.laps where lap.kind == .run { draw(lap, &svg) }
    for lap in day.laps { drawBridges(lap, &svg) }
    for lap in day.laps where lap.kind == .lift { frame.drawStations(lap.points.map(\.coordinate), &svg) }
    var room = LabelPlacement(size: frame.size)
    for lap in day.laps { room.avoid(line(of: lap)) }
    drawEndsOfDay(withWords: withWords, in: &room, &svg)
    if withWords { frame.writeNames(of: names(), in: &room, &svg) }
  }

  private func line(of lap: Lap) -> [SIMD2<Double>] { frame.pixels(lap.points.map(\.coordinate)) }

  private func draw(_ lap: Lap, _ svg: inout SVGDocument) {
    frame.drawPath(line(of: lap), colour: lap.drawingColour, width: 3.6, &svg)
  }

  /// Draws a white dash over the bridged parts of a lap.
  private func drawBridges(_ lap: Lap, _ svg: inout SVGDocument) {
    for part in lap.bridged {
      svg.line(
        frame.pixels(lap.points[part.points].map(\.coordinate)), colour: "#ffffff", width: 1.6, dash: "2 5")
    }
  }

  private func drawEndsOfDay(withWords: Bool, in room: inout LabelPlacement, _ svg: inout SVGDocument) {
    for (point, words) in [(document.day.points.first, "start"), (document.day.points.last, "end")] {
      guard let point, point.coordinate.isValid else { continue }
      frame.drawEnd(frame.pixel(point.coordinate), withWords ? words : "", in: &room, &svg)
    }
  }

  private func names() -> [NamedLine] {
    document.day.laps.compactMap { lap in
      guard let name = lap.label else { return nil }
      let sign = lap.kind == .run ? lap.colour.map { StepText.symbol($0) + " " } ?? "" : ""
      return NamedLine(
        name: name, words: sign + name.shortened(toScalars: 32), isLift: lap.kind == .lift,
        lengthMetres: lap.lengthMetres, drawingColour: lap.drawingColour, places: lap.points.map(\.coordinate)
      )
    }
  }
}

extension Lap {
  /// The colour of a lap in pictures.
  var drawingColour: String {
    kind == .lift ? DrawingColours.lift : DrawingColours.drawingColour(colour ?? .grey)
  }
}
