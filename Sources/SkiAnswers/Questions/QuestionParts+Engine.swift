package import SkiAPI
import SkiBase
package import SkiGraph
package import SkiRouting

// The parts that questions share, as values of the engine.

extension SkierOptions {
  /// Returns the profile.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for unknown words and values out of range.
  package func profile() throws -> SkierProfile {
    let greatest = SnapLimit.greatestMetres
    try SkiError.require(
      snap >= 0 && snap <= greatest, "snap distance must be 0...\(Int(greatest)) metres, got \(snap)")
    var profile = try ProfileParsing.profile(
      ability: ability, board: board, maxDifficulty: maxDifficulty, ungraded: ungraded, avoid: avoid,
      allow: allow)
    profile.needsLight = night
    return profile
  }
}

extension DayOptions {
  /// Returns whether the answer is time-dependent.
  package func isGiven(under conditions: DayConditions) -> Bool {
    depart != nil || opening != nil || closing != nil || conditions.report != nil || date != nil
  }
}

extension ChoiceOptions {
  /// The kind of answer requested.
  package enum Choice: Equatable, Sendable {
    case fastest
    case journey
    case alternatives(Int)
    case pareto
    case preferred
  }

  /// Returns the kind of answer requested.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for contradictions and counts out of range.
  package func choice() throws -> Choice {
    let given = [
      (["via"], !via.isEmpty), (["alternatives"], alternatives != nil), (["pareto"], pareto),
      (["prefer", "shun"], !prefer.isEmpty || !shun.isEmpty),
    ].filter(\.1).map(\.0)
    try SkiError.require(
      given.count <= 1,
      keyed: "\(keys: given.flatMap(\.self), separator: ", ") exclude each other; choose one of them")
    if pause != 0 {
      try SkiError.require(
        !via.isEmpty && (0...1440).contains(pause),
        keyed: "\(key: "pause") needs \(key: "via") and must be 0 to 1440 minutes, got \(pause)")
    }
    if let alternatives {
      try SkiError.require(
        (2...10).contains(alternatives),
        keyed: "\(key: "alternatives") must be 2 to 10, got \(alternatives)")
      return .alternatives(alternatives)
    }
    if pareto { return .pareto }
    return !via.isEmpty ? .journey : given.isEmpty ? .fastest : .preferred
  }

  /// The preferences of the skier.
  package var wishes: NamedPreferences { NamedPreferences(preferred: prefer, avoided: shun) }
}

extension DirectionsOptions {
  /// Refuses a language without directions.
  /// - Throws: ``SkiError`` with code `.invalidArgument`.
  package func check() throws {
    if language != nil, !directions {
      throw SkiError(
        .invalidArgument,
        keyed: "\(key: "language") is for directions; add \(key: "directions") or leave it out")
    }
  }

  /// Adds the requested profile and directions to an answer.
  /// - Throws: ``SkiError`` with code `.malformedData` when the region is damaged.
  package func complete(_ document: inout RouteDocument, map: SkiMap) throws {
    guard case .answer(let route) = document.result else { return }
    if profile { document.hasProfile = true }
    guard directions else { return }
    document.directions = Directions(route, graph: try map.graph(route.region), destination: document.to)
    document.language = language ?? .english
  }
}

extension LunchOptions {
  /// Returns the lunch stop at a place.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when a time or the duration is invalid.
  func stop(at place: NamedEndpoint) throws -> TourLunch {
    try SkiError.require(
      (0...1440).contains(minutes), "lunch must take 0...1440 minutes, got \(minutes)")
    let earliest = try DayTime(earliest)
    return TourLunch(
      place: place.endpoint, earliest: earliest,
      latest: try latest.map { try DayTime($0) } ?? earliest.advanced(byMilliseconds: 3_600_000),
      milliseconds: minutes * 60_000)
  }
}
