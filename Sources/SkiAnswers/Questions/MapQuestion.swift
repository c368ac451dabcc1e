package import SkiAPI
package import SkiBase
package import SkiGraph
import SkiRouting

/// A kind of question over a map, which the command and the server answer alike.
package protocol MapQuestion: Question {
  /// Refuses contradictions and values out of range, before any file is read.
  /// - Throws: ``SkiError`` with code `.invalidArgument`.
  func check() throws
  /// Returns the answer; notes go to ``AnswerNotes``.
  /// - Throws: ``NoAnswerError`` where there is none; ``SkiError`` by the question.
  func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
}

/// The document of an answer.
package struct QuestionDocument: Sendable {
  /// The document.
  package var document: any AnswerDocument
  /// Indicates an answer in the negative: there is no route.
  package var isNegative: Bool

  /// Creates the document of an answer.
  /// - Parameter clock: The clock of the times in the answer; nil leaves that of the document.
  package init(_ document: any AnswerDocument, isNegative: Bool = false, clock: AnswerClock? = nil) {
    (self.document, self.isNegative) = (document, isNegative)
    if let clock { self.document.clock = clock }
  }
}

/// An answer as JSON in UTF-8 with its notes.
package struct QuestionAnswer: Sendable {
  /// The document as the command writes it with `--format json`; where there is none, an object with `noAnswer`.
  package let bytes: [UInt8]
  /// The notes that the command writes to standard error.
  package let notes: [String]
  /// Indicates an answer in the negative: there is no route, nothing is found, or there is no document.
  package let isNegative: Bool

  /// Answers a question.
  /// - Throws: ``SkiError`` by the question.
  package init(_ question: some MapQuestion, over service: MapService, under conditions: DayConditions) throws
  {
    let notes = NoteList()
    (bytes, isNegative) = try AnswerNotes.received(by: notes.append) {
      try question.check()
      do {
        let answer = try question.document(over: service, under: conditions)
        return (answer.document.jsonBytes(), answer.isNegative)
      } catch let missing as NoAnswerError {
        NoAnswerError.noteSnap(missing.reason)
        return (missing.answer.jsonLine(), true)
      }
    }
    self.notes = notes.all()
  }
}

extension ReachQuestion: MapQuestion {
  package func check() throws {
    try SkiError.require((1...1440).contains(minutes), "minutes must be 1...1440, got \(minutes)")
    _ = try skier.profile()
  }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    let day = try QuestionDay(hours, at: from, under: conditions, over: service)
    return QuestionDocument(try document(QuestionContext(skier, day: day, over: service)), clock: day.clock)
  }

  private func document(_ question: QuestionContext) throws -> ReachDocument {
    let start = try question.end(from)
    let home = try home.map(question.end)
    _ = try question.region(of: [start, home].compactMap(\.self))
    let request = ReachRequest(
      from: start.endpoint, departure: question.day.departure, milliseconds: minutes * 60_000,
      profile: question.profile, back: start.endpoint, snapLimitMetres: skier.snap)
    let reach = try QuestionContext.value(question.router.reach(request, home: home?.endpoint))
    return try ReachDocument(
      reach, request: request, from: start.label, home: home?.label, map: question.map)
  }
}

extension ClosureQuestion: MapQuestion {
  package func check() throws {
    try SkiError.require(
      !close.isEmpty, keyed: "what closes is missing; add \(key: "close") with a lift or run")
    _ = try skier.profile()
  }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    QuestionDocument(try document(QuestionContext(skier, day: .unknown, over: service)))
  }

  private func document(_ question: QuestionContext) throws -> ClosureDocument {
    let home = try question.end(home)
    let closing = try close.map(question.finder.place)
    let region = try question.region(of: [home])
    try SkiError.require(
      closing.contains { $0.region == region },
      "\(close.joined(separator: ", ")) is in another ski area than \(home.label)")
    let effect = try QuestionContext.value(
      question.router.effect(
        ofClosing: closing, home: home.endpoint, profile: question.profile, snapLimitMetres: skier.snap))
    return try ClosureDocument(
      effect, closed: zip(closing, close).map { $0.name ?? $1 }, home: home.label,
      ceiling: question.profile.effectiveCeiling, map: question.map)
  }
}

extension HomeQuestion: MapQuestion {
  package func check() throws { _ = try skier.profile() }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    let day = try QuestionDay(hours, at: from ?? home, under: conditions, over: service)
    let document = try document(QuestionContext(skier, day: day, over: service))
    return QuestionDocument(
      document, isNegative: document.entries.allSatisfy { $0.latest == nil }, clock: day.clock)
  }

  private func document(_ question: QuestionContext) throws -> HomeDocument {
    let home = try question.end(home)
    let start = try from.map(question.end)
    let region = try question.region(of: [start, home].compactMap(\.self))
    if let start { return try answer(from: start, home, question.map.graph(region), question) }
    return try HomeDocument(
      QuestionContext.value(
        question.router.latestDepartures(
          to: home.endpoint, profile: question.profile, snapLimitMetres: skier.snap)),
      home: home.label, closing: question.day.closing, hours: question.day.schedule.hours,
      ceiling: question.profile.effectiveCeiling, map: question.map)
  }

  /// Returns the document for one place.
  private func answer(
    from start: NamedEndpoint, _ home: NamedEndpoint, _ graph: RoutingGraph, _ question: QuestionContext
  ) throws -> HomeDocument {
    let (router, profile) = (question.router, question.profile)
    let departure = try router.home(
      from: start.endpoint, to: home.endpoint, profile: profile, departing: question.day.departure,
      snapLimitMetres: skier.snap
    ).value
    let point = departure?.lastRoute.steps.first?.points.first
    var document = HomeDocument(
      home: home.label, closing: question.day.closing, hours: question.day.schedule.hours,
      entries: [
        HomeDocument.Entry(
          name: start.label, kind: "", point: point ?? graph.point(of: start.endpoint),
          latest: departure?.latest, beforeClosing: departure?.beforeClosing)
      ],
      lastRoute: departure?.lastRoute,
      ceiling: profile.effectiveCeiling.signed(in: graph.usualConvention()),
      heights: graph.elevationQuality(), sources: question.map.sources)
    if departure == nil {
      let missing = try router.missingRoute(
        RouteRequest(
          from: start.endpoint, to: home.endpoint, profile: profile, snapLimitMetres: skier.snap))
      document.missingReturn = missing.value?.map { MissingReturn($0, isHome: true) }
    }
    return document
  }
}

extension PlacesQuestion: MapQuestion {
  package func check() throws {
    try SkiError.require((1...1000).contains(limit), "limit must be 1...1000, got \(limit)")
    try SkiError.require(
      query.contains(where: { !$0.isWhitespace }), "name is empty; write a name or a part of one")
  }

  package func document(over service: MapService, under conditions: DayConditions) throws -> QuestionDocument
  {
    let matches = try service.finder.matches(query, limit: limit)
    return QuestionDocument(try PlacesDocument(matches, map: service.map), isNegative: matches.isEmpty)
  }
}

/// Places found by name; see Data/Formats/questions.md.
package struct PlacesDocument: AnswerDocument {
  private let entries: [(match: PlaceMatch, feature: GraphFeature)]

  /// Creates the document of matches.
  /// - Throws: ``SkiError`` when a region can't be read.
  package init(_ matches: [PlaceMatch], map: SkiMap) throws {
    entries = try matches.map { ($0, try map.graph($0.place.region).feature($0.place.feature)) }
  }

  package func text(colour: Bool) -> TerminalText {
    TerminalText(lines: entries.map { Self.line($0.match, $0.feature) })
  }

  package func json() -> TerminalText {
    JSONValue.documents(entries.map { PlaceEntry($0.match, $0.feature) }).line()
  }

  package func geoJSON() -> TerminalText { json() }

  private static func line(_ match: PlaceMatch, _ feature: GraphFeature) -> TerminalText {
    let position = match.place.point.coordinate.argumentText()
    let restriction = feature.access.restriction().map { " (\(words($0)))" } ?? ""
    let status = feature.status == .operating ? restriction : " (\(feature.status.rawValue))"
    let name = match.place.label ?? feature.id.rawValue
    return "\(match.place.kind.rawValue)  \(name)\(status)  \(position)  \(feature.id)"
  }

  /// Returns the restriction of a feature in words.
  private static func words(_ restriction: AccessRestriction) -> String {
    switch restriction {
    case .private: "private"
    case .forbidden: "not for skiers"
    case .permit: "with a permit only"
    case .closed: "closed"
    case .outOfSeason: "not in winter"
    }
  }
}

extension PlaceEntry {
  fileprivate init(_ match: PlaceMatch, _ feature: GraphFeature) {
    self.init()
    (kind, name, id) = (match.place.kind, match.place.name, feature.id)
    (refs, status) = (feature.refs, feature.status)
    barred = feature.access.restriction()?.rawValue
    position = AnswerPosition(match.place.point)
    featureCount = match.place.features.count
  }
}
