public import SkiFormats
public import SkiGeo
public import SkiGraph
public import SkiModel
public import SkiRouting

/// The answer to until when one may leave a place, or each place, and still get home.
///
/// A value. Its forms are described in Data/Formats/questions.md.
public struct HomeDocument: Sendable {
  /// A place with its answer.
  package struct Entry: Sendable {
    /// The name of the place.
    package var name: String
    /// The kind of the place, as a word.
    package var kind: String
    /// Where it is.
    package var point: GraphPoint
    /// Nil where there is no way home.
    package var latest: LatestDeparture?
    /// Until when it may be left so that every run on the way is left before it closes; nil where none closes.
    package var beforeClosing: DayTime?

    /// Makes an entry.
    package init(
      name: String, kind: String, point: GraphPoint, latest: LatestDeparture?, beforeClosing: DayTime? = nil
    ) {
      self.name = name
      self.kind = kind
      self.point = point
      self.latest = latest
      self.beforeClosing = beforeClosing
    }
  }

  /// What home is called.
  public var home: String
  /// When lifts stop, where that is known for all.
  public var closing: DayTime?
  /// When lifts are boarded at the latest, the wait over; nil where `closing` is.
  var lastBoarding: DayTime? {
    closing?.advanced(byMilliseconds: -OperatingHours().boardingBufferMilliseconds)
  }
  /// The places asked about, in the order to show them.
  package var entries: [Entry]
  /// The last way home from the only place asked about; without an hour where there is no last.
  public var lastRoute: Route?
  /// Why the only place asked about has no way home; nil where it has one, or the hours alone forbid it.
  public var missingReturn: MissingReturn?
  private let head: QuestionHead

  /// Makes a document of places.
  /// - Parameters:
  ///   - places: The answer.
  ///   - home: What home is called.
  ///   - closing: When lifts stop, where that is known for all.
  ///   - ceiling: The ceiling the ways home keep to.
  ///   - map: The map that was asked.
  /// - Throws: ``SkiError`` with code `.malformedData` when the region was altered.
  public init(
    _ places: [HomePlace], home: String, closing: DayTime?, ceiling: DifficultyCeiling, map: SkiMap
  ) throws {
    let graph = try places.first.map { try map.graph($0.region) }
    let entries = places.map { place in
      let word = graph.map { $0.word($0.feature(place.feature)) } ?? place.kind.rawValue
      return Entry(
        name: place.name, kind: word + (place.kind == .lift ? ", top" : ""), point: place.point,
        latest: place.latest, beforeClosing: place.beforeClosing)
    }
    self.init(
      home: home, closing: closing, entries: entries, ceiling: ceiling, heights: graph?.heightKnowledge(),
      sources: map.sources)
  }

  /// Makes a document; the ceiling is that of the ways home.
  package init(
    home: String, closing: DayTime?, entries: [Entry], lastRoute: Route? = nil, ceiling: DifficultyCeiling,
    heights: HeightKnowledge?,
    sources: [DataSource]
  ) {
    self.home = home
    self.closing = closing
    self.entries = entries
    self.lastRoute = lastRoute
    head = QuestionHead(sources: sources, ceiling: ceiling, heights: heights)
  }

  /// Returns the answer as a skier reads it. Complexity: O(*e*) in entries.
  public func text(colour: Bool = false) -> TerminalText {
    let told = [
      "Home: \(home)\(head.limit)" + (closing.map { ", lifts stop at \($0)" } ?? "")
        + (lastBoarding.map { ", last boarding \($0)" } ?? "")
    ]
    var lines = (told + entries.map(Self.line)).map { TerminalText($0) }
    if let missingReturn { lines.append(missingReturn.line) }
    if let lastRoute, !lastRoute.steps.isEmpty {
      lines.append(lastRoute.departure == nil ? "The way home:" : "The last way home:")
      lines += RouteDocument.stepLines(lastRoute, colour: colour)
    }
    return head.text(lines)
  }

  private static func line(_ entry: Entry) -> String {
    let kind = entry.kind.isEmpty ? "" : " (\(entry.kind))"
    let runs =
      entry.latest == .anyTime
      ? entry.beforeClosing.map { "; by \($0) to be off the runs before they close" } ?? "" : ""
    return "\(word(entry.latest))  \(entry.name)\(kind)\(runs)"
  }

  /// `15:42`, `any time` or `no way`, equally wide.
  private static func word(_ latest: LatestDeparture?) -> String {
    switch latest {
    case .until(let time)?: "by \(time)"
    case .anyTime?: "any time"
    case nil: "no way  "
    }
  }

  /// Returns the answer as JSON. Complexity: O(*e*).
  public func json() -> TerminalText {
    let places = entries.map { JSONValue.object(Self.members($0) + [.init("coordinate", $0.point.json)]) }
    return head.json("home", summary() + [.init("places", .array(places))])
  }

  /// Returns the places as points. Complexity: O(*e*).
  public func geoJSON() -> TerminalText {
    head.geoJSON(
      "home", summary(),
      entries.map { GeoJSON.feature(GeoJSON.point($0.point.json), Self.members($0)) })
  }

  private func summary() -> [JSONValue.Member] {
    [
      .init("to", .string(home)), .init("closing", .optional(closing?.description)),
      MissingReturn.member(missingReturn),
      .init("lastBoarding", .optional(lastBoarding?.description)),
    ]
  }

  private static func members(_ entry: Entry) -> [JSONValue.Member] {
    [
      .init("name", .string(entry.name)), .init("kind", .string(entry.kind)),
      .init("leaveBy", .optional(entry.latest?.time?.description)),
      .init(
        "leaveBySeconds", entry.latest?.time.map { RouteDocument.seconds($0.milliseconds) } ?? .null),
      .init("beforeRunsClose", .optional(entry.beforeClosing?.description)),
      .init("anyTime", .bool(entry.latest == .anyTime)), .init("isReachable", .bool(entry.latest != nil)),
    ]
  }
}
