package import SkiAPI
public import SkiBase
public import SkiGraph
public import SkiRouting

/// A document of a route: the answer with the names of its ends, the difficulty ceiling and attributions.
///
/// Its formats are described in Data/Formats/route.md; all contain the attribution of the map's sources.
///
/// ```swift
/// let document = RouteDocument(result: answer, from: "Galzig", to: "Nasserein", sources: map.sources)
/// print(document.text())
/// ```
public struct RouteDocument: Sendable {
  /// The version of the JSON and GeoJSON formats; members may be added without a new version.
  public static let version = 1

  /// The route, or the reason there is none.
  public var result: Answer<Route>
  /// The name of the start.
  public var from: String
  /// The name of the destination.
  public var to: String
  /// The difficulty ceiling of the answer, from the request or else the skier's ability; see
  /// ``SkierProfile/effectiveCeiling``. Nil leaves it out.
  public var ceiling: DifficultyCeiling?
  /// The convention of the ceiling's colour where no runs decide it; nil for the colour as requested.
  public var convention: DifficultyConvention?
  /// The directions of the route, contained in text and JSON; nil for none.
  public var directions: Directions?
  /// The elevation profile of the route, contained in text and JSON; nil for none.
  package var profile: RouteElevationProfile?
  /// The language of the directions, and of the text that contains them.
  public var language = Language.english
  /// The relaxations that would permit a route where there is none, in the order to list them; empty for none.
  package var relaxations: [NamedRelaxation] = []
  /// The missing return to the start or home; nil where there is one, or none was requested.
  package var missingReturn: MissingReturn?
  /// The clock of the times in the answer; nil where it has none.
  package var clock: AnswerClock?
  /// The attributions to show with the route, in the order of the sources and without duplicates.
  public var attributions: [String]
  /// The licences of the sources, in their order and without duplicates.
  public var licences: [String]

  /// Creates a document of a route without directions, elevation profile and relaxations.
  ///
  /// - Parameters:
  ///   - result: The route, or the reason there is none.
  ///   - from: The name of the start; it is escaped in output.
  ///   - to: The name of the destination; it is escaped in output.
  ///   - ceiling: The difficulty ceiling of the answer; nil to leave it out.
  ///   - sources: The sources of the map's data.
  public init(
    result: Answer<Route>, from: String, to: String, ceiling: DifficultyCeiling? = nil, sources: [DataSource]
  ) {
    self.result = result
    self.from = from
    self.to = to
    self.ceiling = ceiling
    attributions = sources.attributions()
    licences = sources.licences()
  }

  /// Indicates whether text and JSON contain the elevation profile of the route; false where there is no route.
  public var hasProfile: Bool {
    get { profile != nil }
    set { profile = newValue ? result.value.map(RouteElevationProfile.init) : nil }
  }

  /// The ceiling as the end of a title; empty where there is none.
  var limit: String { signedCeiling.map(AnswerHead.limit) ?? "" }

  /// The ceiling in the colours of the route's runs, where they have one convention; of ``convention`` where there are none.
  var signedCeiling: DifficultyCeiling? {
    let steps = result.value?.steps ?? []
    let conventions = Set(steps.lazy.filter { $0.kind == .run }.map(\.convention))
    let only = conventions.count == 1 ? conventions.first : conventions.isEmpty ? convention : nil
    return only.flatMap { ceiling?.signed(in: $0) } ?? ceiling
  }
}

extension RouteDocument {
  /// Returns the elevation profile for a terminal, in the language of the directions; empty where there is none.
  func profileLines(colour: Bool, columns: Int) -> [TerminalText] {
    guard let profile else { return [] }
    return ProfileText(profile: profile, phrasebook: .of(language)).lines(width: columns, colour: colour)
  }

  /// Returns the lines of directions: number, symbol, time where the route has a departure, and text.
  static func directionLines(
    _ directions: Directions, _ route: Route, in language: Language, colour: Bool
  ) -> [TerminalText] {
    let width = String(directions.instructions.count).count
    return zip(directions.instructions, directions.sentences(in: language)).enumerated().map { index, pair in
      let number = String(index + 1)
      let padding = String(repeating: " ", count: width - number.count)
      let (word, paint) = sign(pair.0)
      let symbol = TerminalText(word)
      let clock = route.departure.map { "\($0.advanced(byMilliseconds: pair.0.startMilliseconds))  " } ?? ""
      let shown = colour && pair.0.kind.isLeg ? StepText.coloured(symbol, paint) : symbol
      return "\(padding)\(number). \(clock)\(shown) \(pair.1)"
    }
  }

  /// Returns the symbol of an instruction with its colour.
  private static func sign(_ instruction: Instruction) -> (String, DifficultyColour?) {
    switch instruction.kind {
    case .ride(let ride): (ride.isDown ?? false ? "↓" : "↑", nil)
    case .ski(let run): (StepText.symbol(run.sign.colour), run.sign.colour)
    case .walk: ("→", .grey)
    case .wait: ("◷", .grey)
    case .arrive: ("◉", nil)
    case .keep, .push, .pass: ("·", nil)
    }
  }

  /// Returns the answer as GPX 1.1: a waypoint at the start of each step, and one track with a segment for each step.
  ///
  /// Without a route there is metadata only, with the reason as its description. **Source:** GPX 1.1 Schema
  /// Documentation, Topografix 2004.
  /// - Complexity: O(*p*) in the points of the route.
  public func gpx() -> MarkupText {
    var writer = GPXWriter(
      name: title, description: remark,
      attribution: attributions.isEmpty ? nil : (attributions + licences).credit, isRecorded: false)
    if let route, !route.steps.isEmpty {
      for step in route.steps {
        guard let first = step.points.first else { continue }
        writer.addWaypoint(
          first.gpx, name: Self.name(step), description: step.label == nil ? nil : StepText.kind(step))
      }
      writer.beginTrack(name: title)
      for step in route.steps {
        writer.beginSegment()
        for point in step.points { writer.add(point.gpx) }
      }
    }
    writer.finish()
    return writer.takeText()
  }

  /// Returns the name of a step's waypoint, which is all that many devices show.
  private static func name(_ step: RouteStep) -> String {
    let title = StepText.title(step)
    if step.isStayingOn { return "Stay on: \(title)" }
    return step.isDown == true && step.label != nil ? "\(title), ride down" : title
  }

  private var title: String { "\(from) – \(to)" }

  /// The remark about the whole: the reason there is no route, or the knowledge of elevations.
  private var remark: String? {
    switch result {
    case .noAnswer(let reason): reason.message()
    case .answer(let route): route.elevationQuality()?.remark()
    }
  }
}

extension GraphPoint {
  fileprivate var gpx: GPXWriter.Point { .init(coordinate, elevationMetres: elevationMetres) }
}

extension RouteDocument {
  /// Returns the text of a route with directions, in their language.
  func directionsText(_ directions: Directions, _ route: Route, _ colour: Bool, _ columns: Int)
    -> TerminalText
  {
    let book = Phrasebook.of(language)
    var lines: [TerminalText] = ["\(from) → \(to)\(limit(book).map { ", \($0)" } ?? "")"]
    if route.steps.isEmpty {
      lines.append("\(book.formatted(.already)).")
    } else {
      lines += Self.directionLines(directions, route, in: language, colour: colour)
      let walked = route.footMetres()
      lines.append(
        TerminalText(
          Self.totals(route, book, time: book.time, length: book.length, walked: walked >= 1 ? walked : nil)))
      lines += Self.home(route, book).map { "\($0)." }
      if let missingReturn { lines.append("\(Self.missingReturnText(missingReturn, book)).") }
      lines += route.elevationQuality()?.remark(in: language).map { [TerminalText($0)] } ?? []
      lines += profileLines(colour: colour, columns: columns)
    }
    if let words = attributions.credit { lines.append(TerminalText(book.formatted(.data, ["words": words]))) }
    return TerminalText(lines: lines)
  }

  private func limit(_ book: Phrasebook) -> String? {
    switch signedCeiling {
    case .colour(let colour)?: book.formatted(.limit, ["limit": book.sign(colour, .europe)])
    case .grade(let grade)?: book.formatted(.limit, ["limit": grade.rawValue])
    case nil: nil
    }
  }

  /// Returns the totals of a route in one line.
  /// - Parameters:
  ///   - route: The route.
  ///   - book: The texts of the language.
  ///   - time: A function that formats milliseconds.
  ///   - length: A function that formats metres.
  ///   - walked: The length on foot in metres; nil to leave it out.
  static func totals(
    _ route: Route, _ book: Phrasebook, time: (Int) -> String, length: (Double) -> String, walked: Double?
  ) -> String {
    let time = time(route.totalMilliseconds())
    let total =
      route.arrival.map { book.formatted(.totalClock, ["time": time, "clock": $0.description]) }
      ?? book.formatted(.total, ["time": time])
    let foot = walked.map { book.formatted(.totalWalked, ["length": length($0)]) }
    return
      ([total] + heights(route, book) + [
        book.formatted(.totalRuns, ["length": length(route.skiedMetres())]), foot,
      ])
      .compactMap(\.self).joined(separator: ", ")
  }

  /// Returns the descent on runs and the ascent by lift as text, where they are known.
  static func heights(_ route: Route, _ book: Phrasebook) -> [String] {
    [(Phrase.totalSkied, route.descentMetres(of: .run)), (.totalLifted, route.ascentMetres(of: .lift))]
      .compactMap { phrase, metres in metres.map { book.formatted(phrase, ["metres": book.height($0)]) } }
  }

  /// Returns the missing return as text; of the reasons only the difficulty ceiling is named.
  private static func missingReturnText(_ missing: MissingReturn, _ book: Phrasebook) -> String {
    guard missing.way.reason.reasons == [.overCeiling], let limit = missing.way.limitColour,
      let easiest = missing.way.reason.leastCeilingColour, limit != easiest
    else { return book.formatted(missing.isHome ? .noWayHome : .noWayBack) }
    return book.formatted(
      missing.isHome ? .noWayHomeWithin : .noWayBackWithin,
      ["limit": book.sign(limit, .europe), "easiest": book.sign(easiest, .europe)])
  }

  /// Returns the sentences about the return home, without full stops.
  static func home(_ route: Route, _ book: Phrasebook) -> [String] {
    switch route.homeReachability {
    case .reachable(.until(let time))?: [book.formatted(.leaveAgain, ["clock": time.description])]
    case .lost(let point)?: [book.formatted(.beyondHome, ["clock": point.passedAt.description])]
    case .lostFromStart?: [book.formatted(.lateFromStart)]
    case .noWayFromStart?: [book.formatted(.noWayFromStart)]
    case .reachable(.anyTime)?, nil: []
    }
  }
}
