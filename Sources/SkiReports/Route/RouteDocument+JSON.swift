public import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
import SkiRouting

extension RouteDocument {
  /// Returns the answer as one JSON object: `version`, `route`, `steps`, and `directions` and `profile` where present.
  ///
  /// The object is one line; see Data/Formats/route.md.
  /// - Complexity: O(*p*) in the points of the route.
  public func json() -> TerminalText {
    let members: [JSONValue.Member] = [
      .init("version", .integer(Self.version)), .init("route", .object(summary())),
      Self.stepsMember(route?.steps ?? []),
    ]
    return JSONValue.object(members + extras()).line()
  }

  /// Returns the answer as a GeoJSON FeatureCollection: a LineString for each step, totals in the member `route`.
  ///
  /// Without a route the collection is empty and `route.reason` holds the reason. **Source:** RFC 7946, "The GeoJSON
  /// Format".
  /// - Complexity: O(*p*) in the points of the route.
  public func geoJSON() -> TerminalText {
    let features = (route?.steps ?? []).map { GeoJSON.feature($0.geometry, Self.properties($0)) }
    return GeoJSON.collection(features, tail: [.init("route", .object(summary()))] + extras()).line()
  }

  /// Returns the optional members.
  private func extras() -> [JSONValue.Member] {
    guard case .answer = result else { return [] }
    return [
      directions.map { .init("directions", Self.json($0, in: language)) },
      profile.map { .init("profile", Self.json($0)) },
    ].compactMap(\.self)
  }

  var route: Route? {
    if case .answer(let route) = result { route } else { nil }
  }

  /// Returns the member `steps` of answers with routes.
  static func stepsMember(_ steps: [RouteStep]) -> JSONValue.Member {
    .init(
      "steps",
      .array(
        steps.map { step in
          .object(properties(step) + [.init("coordinates", .array(step.points.map(\.json)))])
        }))
  }

  static func properties(_ step: RouteStep) -> [JSONValue.Member] {
    [
      .init("kind", .string(step.kind.rawValue)), .init("movement", .string(step.movement.rawValue)),
      .init("id", .optional(step.id?.rawValue)),
      .init("name", .optional(step.name)), .init("ref", .optional(step.ref)),
      .init("refs", .array(step.refs.map(JSONValue.string))),
      .init("linkBetween", step.link.map { $0.json } ?? .null),
      .init("difficulty", .optional(step.difficulty?.rawValue)),
      .init("difficultyEstimated", .bool(step.isDifficultyEstimated)),
      .init("steeperThanGraded", .bool(step.isSteeperThanGraded)),
      .init("colour", .optional(step.colour?.rawValue)),
      .init("terrain", .array(step.terrain.kinds.map { .string($0.rawValue) })),
      .init("grooming", .optional(step.terrain.grooming?.rawValue)),
      .init("bubble", step.hasBubble.map(JSONValue.bool) ?? .null),
      .init("heated", step.isHeated.map(JSONValue.bool) ?? .null),
      .init("liftType", .optional(step.liftKind?.rawValue)),
      .init("streetType", .optional(step.streetKind?.rawValue)),
      .init("seats", step.seats.map(JSONValue.integer) ?? .null),
      .init("direction", .optional(step.isDown.map { $0 ? "down" : "up" })),
      .init("stayOn", .bool(step.isStayingOn)), .init("stayOnStation", .optional(step.stayOnStation)),
      .init("seconds", seconds(step.milliseconds)), .init("waitSeconds", seconds(step.waitMilliseconds)),
      .init("lengthMetres", metres(step.lengthMetres)), .init("ascentMetres", metres(step.ascentMetres)),
      .init("descentMetres", metres(step.descentMetres)), .init("maxGradient", ratio(step.maxGradient)),
    ]
  }

  private func summary() -> [JSONValue.Member] {
    let head: [JSONValue.Member] = [
      .init("version", .integer(Self.version)), .init("from", .string(from)), .init("to", .string(to)),
      .init("ceiling", .optional(ceiling?.word)),
      .init("attribution", .optional(attributions.credit)),
    ]
    return switch result {
    case .answer(let route): head + Self.totals(route) + [MissingReturn.member(missingReturn)]
    case .noAnswer(let reason):
      head + Self.reason(reason) + [.init("openings", .array(relaxations.map { $0.json() }))]
    }
  }

  static func totals(_ route: Route) -> [JSONValue.Member] {
    let hardest = route.hardestSection()
    let graded = route.hardestGradedStep()
    return [
      .init("departure", .optional(route.departure?.description)),
      .init("arrival", .optional(route.arrival?.description)),
      .init("home", route.homeReachability.map(home) ?? .null),
      .init("seconds", seconds(route.totalMilliseconds())),
      .init("waitSeconds", seconds(route.totalWaitMilliseconds())),
      .init("lengthMetres", metres(route.lengthMetres())),
      .init("heights", .optional(route.elevationQuality()?.rawValue)),
      .init("runMetres", metres(route.skiedMetres())),
      .init("liftMetres", metres(route.lengthMetres(of: .lift))),
      .init("walkMetres", metres(route.footMetres())),
      .init("trailMetres", metres(route.trailMetres())),
      .init("ascentMetres", metres(route.ascentMetres())),
      .init("descentMetres", metres(route.descentMetres())),
      .init("liftAscentMetres", metres(route.ascentMetres(of: .lift))),
      .init("runDescentMetres", metres(route.descentMetres(of: .run))),
      .init("maxGradient", ratio(hardest?.gradient)),
      .init("maxGradientStep", hardest.map { .integer($0.step) } ?? .null),
      .init("maxGradientName", .optional(hardest.flatMap { route.steps[$0.step].label })),
      .init("hardestDifficulty", .optional(graded?.difficulty?.rawValue)),
      .init("hardestColour", .optional(graded?.colour?.rawValue)), .init("reason", .null),
    ]
  }

  /// Returns the outlook for the return home; see Data/Formats/route.md.
  private static func home(_ outlook: HomeReachability) -> JSONValue {
    switch outlook {
    case .reachable(let latest):
      .object(["outlook": .string("reachable"), "leaveBy": .optional(latest.time?.description)])
    case .lost(let point):
      .object([
        "outlook": .string("lost"), "step": .integer(point.step),
        "passedAt": .string(point.passedAt.description),
        "leaveBy": .optional(point.latest.time?.description), "coordinate": point.place.json,
      ])
    case .lostFromStart: .object(["outlook": .string("lostFromStart")])
    case .noWayFromStart: .object(["outlook": .string("noWayFromStart")])
    }
  }

  static func reason(_ reason: NoAnswer) -> [JSONValue.Member] {
    [
      .init("reason", .string(reason.reason.rawValue)),
      .init("reasons", .array(reason.reasons.map { .string($0.rawValue) })),
      .init("message", .string(reason.message())), .init("end", .optional(reason.end?.rawValue)),
      .init("leastCeiling", .optional(reason.leastCeiling?.rawValue)),
      .init("leastCeilingColour", .optional(reason.leastCeilingColour?.rawValue)),
      .init("nearestMetres", metres(reason.nearestMetres)), .init("place", .optional(reason.placeName)),
      .init("placeStatus", .optional(reason.placeStatus?.rawValue)),
      .init("latestDeparture", .optional(reason.latestDeparture?.description)),
      .init("closed", .array(reason.closedNames.map(JSONValue.string))),
      .init(
        "nearby",
        .array(
          reason.nearby.map { near in
            .object([
              "kind": .string(near.kind.rawValue), "id": .string(near.id.rawValue),
              "name": .string(near.name),
              "liftType": .optional(near.liftKind?.rawValue), "distanceMetres": metres(near.distanceMetres),
            ])
          })),
    ]
  }

  static func seconds(_ milliseconds: Int) -> JSONValue {
    .decimal(Double(milliseconds) / 1000, places: 3)
  }

  static func metres(_ value: Double?) -> JSONValue { value.map { .decimal($0, places: 1) } ?? .null }

  private static func ratio(_ gradient: Gradient?) -> JSONValue {
    gradient.map { .decimal($0.ratio, places: 4) } ?? .null
  }
}

extension RunLink {
  /// The two names in the order of travel.
  var json: JSONValue { .array([.string(from), .string(to)]) }
}
