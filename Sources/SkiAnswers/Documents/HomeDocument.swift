public import SkiAPI
public import SkiBase
public import SkiGraph
public import SkiRouting

/// A document of the latest departures from places that still reach home.
///
/// Its formats are described in Data/Formats/questions.md; GeoJSON is that of RFC 7946.
public struct HomeDocument: Sendable {
  /// A place with its latest departure.
  package struct Entry: Sendable {
    /// The name of the place.
    package var name: String
    /// The kind of the place, as text.
    package var kind: String
    /// The position of the place.
    package var point: GraphPoint
    /// The latest departure; nil where there is no route home.
    package var latest: LatestDeparture?
    /// The latest departure for which every run of the route is left before it closes; nil where none closes.
    package var beforeClosing: DayTime?

    /// Creates an entry from its members.
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

  /// The name of home.
  public var home: String
  /// The closing time of lifts; nil where it is not known for all.
  public var closing: DayTime?
  /// The default hours of the answer, with the time before closing at which boarding ends.
  public var hours: OperatingHours
  /// The latest time of boarding a lift, after its wait; nil where `closing` is.
  var lastBoarding: DayTime? {
    closing?.advanced(byMilliseconds: -max(0, hours.boardingBufferMilliseconds))
  }
  /// The places, in the order of the document.
  package var entries: [Entry]
  /// The latest route home from a single place, without a departure where any is possible; nil for several places.
  public var lastRoute: Route?
  /// The missing route home of a single place; nil where there is one, or operating hours alone prevent it.
  package var missingReturn: MissingReturn?
  private var head: AnswerHead
  /// The clock of the times in the answer; nil where it has none.
  package var clock: AnswerClock? {
    get { head.clock }
    set { head.clock = newValue }
  }

  /// Creates a document of places.
  /// - Parameters:
  ///   - places: The places with their latest departures, in the order to list them.
  ///   - home: The name of home.
  ///   - closing: The closing time of lifts; nil where it is not known for all.
  ///   - hours: The default hours of the answer's schedule.
  ///   - ceiling: The difficulty ceiling of the routes home.
  ///   - map: The map of the answer.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the answer is of another map, `.malformedData` when a
  ///   region was altered, `.inputOutput` or `.limitExceeded` when it can't be read into memory.
  /// - Complexity: O(*e* + *m*) in places and the links of their regions; O(size of a region) when it is opened.
  public init(
    _ places: [HomePlace], home: String, closing: DayTime?, hours: OperatingHours = OperatingHours(),
    ceiling: DifficultyCeiling, map: SkiMap
  ) throws {
    let regions = Set(places.map(\.region)).sorted()
    let graphs = Dictionary(uniqueKeysWithValues: try regions.map { ($0, try map.graph($0)) })
    let entries = places.map { place in
      let word = graphs[place.region].map { $0.word($0.feature(place.feature)) } ?? place.kind.rawValue
      return Entry(
        name: place.name, kind: word + (place.kind == .lift ? ", top" : ""), point: place.point,
        latest: place.latest, beforeClosing: place.beforeClosing)
    }
    self.init(
      home: home, closing: closing, hours: hours, entries: entries,
      ceiling: regions.first.flatMap { graphs[$0] }.map { ceiling.signed(in: $0.usualConvention()) }
        ?? ceiling,
      heights: ElevationQuality.merged(regions.compactMap { graphs[$0]?.elevationQuality() }),
      sources: map.sources)
  }

  /// Creates a document; `ceiling` is that of the routes home.
  package init(
    home: String, closing: DayTime?, hours: OperatingHours, entries: [Entry], lastRoute: Route? = nil,
    ceiling: DifficultyCeiling, heights: ElevationQuality?, sources: [DataSource]
  ) {
    self.home = home
    self.closing = closing
    self.hours = hours
    self.entries = entries
    self.lastRoute = lastRoute
    head = AnswerHead(sources: sources, ceiling: ceiling, heights: heights)
  }

  /// Returns the answer as text: a line for each place, then the last route home.
  /// - Parameter colour: A Boolean value that adds terminal colours.
  /// - Complexity: O(*e* + *s*) in places and the steps of the last route.
  public func text(colour: Bool = false) -> TerminalText {
    let told = [
      "Home: \(home)\(head.limit)" + (closing.map { ", lifts stop at \($0)" } ?? "")
        + (lastBoarding.map { ", last boarding \($0)" } ?? "")
    ]
    var lines = (told + entries.map(Self.line)).map { TerminalText($0) }
    if let missingReturn { lines.append(missingReturn.line) }
    if let lastRoute, !lastRoute.steps.isEmpty {
      lines.append(lastRoute.departure == nil ? "The route home:" : "The last route home:")
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

  /// Returns `by 15:42`, `any time` or `no way`, of equal width.
  private static func word(_ latest: LatestDeparture?) -> String {
    switch latest {
    case .until(let time)?: "by \(time)"
    case .anyTime?: "any time"
    case nil: "no route"
    }
  }

  /// Returns the answer as a plain document. Complexity: O(*e*) in places.
  public func answer() -> HomeAnswer {
    var answer = HomeAnswer()
    (answer.header, answer.home, answer.closing) = (head.header(), home, closing)
    (answer.missingReturn, answer.lastBoarding) = (missingReturn?.answer, lastBoarding)
    answer.places = entries.map { entry in
      var place = HomeAnswer.Place()
      (place.name, place.kind, place.point) = (entry.name, entry.kind, entry.point)
      (place.leaveBy, place.beforeRunsClose) = (entry.latest?.time, entry.beforeClosing)
      place.leaveBySeconds = entry.latest?.time?.milliseconds.inSeconds
      (place.isAnyTime, place.isReachable) = (entry.latest == .anyTime, entry.latest != nil)
      return place
    }
    return answer
  }

  /// Returns the answer as one line of JSON, with an object for each place.
  /// - Complexity: O(*e*) in places.
  public func json() -> TerminalText { answer().line() }

  /// Returns ``json()`` in UTF-8. Complexity: O(size).
  package func jsonBytes() -> [UInt8] { answer().jsonLine() }

  /// Returns the places as GeoJSON points with their latest departures.
  /// - Complexity: O(*e*) in places.
  public func geoJSON() -> TerminalText {
    let answer = answer()
    return AnswerHead.geoJSON("home", answer) { json in
      for place in answer.places {
        json.feature(.point) {
          $0.position(place.point)
        } properties: {
          place.writeMembers(to: &$0, hasGeometry: false)
        }
      }
    }
  }
}
