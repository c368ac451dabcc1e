public import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
package import SkiRouting

extension RouteDocument {
  /// Returns the answer as one JSON object: `version`, `route`, `steps`, and `directions` and `profile` where present.
  ///
  /// The object is one line; see Data/Formats/route.md.
  /// - Complexity: O(*p*) in the points of the route.
  public func json() -> TerminalText { TerminalText(json: write, capacity: jsonCapacity) }

  /// Returns ``json()`` in UTF-8. Complexity: O(size).
  public func jsonBytes() -> [UInt8] { JSONWriter.line(capacity: jsonCapacity, write) }

  /// The bytes that JSON of the route usually takes: 800 for each step and 40 for each point.
  private var jsonCapacity: Int {
    guard let steps = route?.steps else { return 4096 }
    return steps.indices.reduce(2048) { $0 + 800 + 40 * steps[$1].points.count }
  }

  /// Returns the answer as a GeoJSON FeatureCollection: a LineString for each step, totals in the member `route`.
  ///
  /// Without a route the collection is empty and `route.reason` holds the reason. **Source:** RFC 7946, "The GeoJSON
  /// Format".
  /// - Complexity: O(*p*) in the points of the route.
  public func geoJSON() -> TerminalText { TerminalText(json: writeGeoJSON) }

  /// Returns ``geoJSON()`` in UTF-8. Complexity: O(size).
  public func geoJSONBytes() -> [UInt8] { JSONWriter.line(writeGeoJSON) }

  private func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("version", Self.version)
      json.object("route", writeSummary)
      Self.writeSteps(route?.steps ?? [], to: &json)
      writeExtras(to: &json)
    }
  }

  private func writeGeoJSON(to json: inout JSONWriter) {
    json.collection(
      features: { AnswerHead.writeLines(route?.steps ?? [], to: &$0) },
      tail: { json in
        json.object("route", writeSummary)
        writeExtras(to: &json)
      })
  }

  /// Writes the optional members.
  private func writeExtras(to json: inout JSONWriter) {
    guard case .answer = result else { return }
    if let directions { Self.write(directions, in: language, to: &json) }
    if let profile { Self.write(profile, to: &json) }
  }

  var route: Route? {
    if case .answer(let route) = result { route } else { nil }
  }

  /// Writes the member `steps` of answers with routes.
  static func writeSteps(_ steps: [RouteStep], to json: inout JSONWriter) {
    json.array("steps") { json in
      for step in steps {
        json.object { json in
          write(step, to: &json)
          json.name("coordinates")
          json.positions(step.points)
        }
      }
    }
  }

  /// Writes the members of a step, without its geometry.
  static func write(_ step: RouteStep, to json: inout JSONWriter) {
    json.member("kind", step.kind.rawValue)
    json.member("movement", step.movement.rawValue)
    json.member("id", step.id?.rawValue)
    json.member("name", step.name)
    json.member("ref", step.ref)
    json.member("refs", step.refs)
    json.member("linkBetween", step.link)
    json.member("difficulty", step.difficulty?.rawValue)
    json.member("difficultyEstimated", step.isDifficultyEstimated)
    json.member("steeperThanGraded", step.isSteeperThanGraded)
    json.member("colour", step.colour?.rawValue)
    json.array("terrain") { json in
      for kind in step.terrain.kinds { json.string(kind.rawValue) }
    }
    json.member("grooming", step.terrain.grooming?.rawValue)
    json.member("bubble", step.hasBubble)
    json.member("heated", step.isHeated)
    json.member("liftType", step.liftKind?.rawValue)
    json.member("streetType", step.streetKind?.rawValue)
    json.member("seats", step.seats)
    json.member("direction", step.isDown.map { $0 ? "down" : "up" })
    json.member("unmapped", step.isUnmapped)
    json.member("directionUnknown", step.isDirectionUnknown)
    json.member("stayOn", step.isStayingOn)
    json.member("stayOnStation", step.stayOnStation)
    json.member("seconds", milliseconds: step.milliseconds)
    json.member("waitSeconds", milliseconds: step.waitMilliseconds)
    json.member("lengthMetres", metres: step.lengthMetres)
    json.member("ascentMetres", metres: step.ascentMetres)
    json.member("descentMetres", metres: step.descentMetres)
    json.member("maxGradient", step.maxGradient?.ratio, places: 4)
  }

  private func writeSummary(to json: inout JSONWriter) {
    json.member("version", Self.version)
    json.member("from", from)
    json.member("to", to)
    json.member("ceiling", signedCeiling?.word)
    AnswerClock.write(clock, to: &json)
    json.member("attribution", attributions.credit)
    switch result {
    case .answer(let route):
      Self.writeTotals(route, to: &json)
      json.member("noWayBack", missingReturn?.json ?? .null)
    case .noAnswer(let reason):
      Self.write(reason, to: &json)
      json.array("openings") { json in
        for opening in relaxations { opening.write(to: &json) }
      }
    }
  }

  /// Writes the totals of a route.
  static func writeTotals(_ route: Route, to json: inout JSONWriter) {
    json.member("departure", route.departure?.description)
    json.member("arrival", route.arrival?.description)
    json.name("home")
    if let outlook = route.homeReachability { write(outlook, to: &json) } else { json.value(.null) }
    json.member("seconds", milliseconds: route.totalMilliseconds())
    json.member("waitSeconds", milliseconds: route.totalWaitMilliseconds())
    json.member("lengthMetres", metres: route.lengthMetres())
    json.member("heights", route.elevationQuality()?.rawValue)
    json.member("runMetres", metres: route.skiedMetres())
    json.member("liftMetres", metres: route.lengthMetres(of: .lift))
    json.member("walkMetres", metres: route.footMetres())
    json.member("trailMetres", metres: route.trailMetres())
    json.member("ascentMetres", metres: route.ascentMetres())
    json.member("descentMetres", metres: route.descentMetres())
    json.member("liftAscentMetres", metres: route.ascentMetres(of: .lift))
    json.member("runDescentMetres", metres: route.descentMetres(of: .run))
    writeHardest(route, to: &json)
    json.member("reason", .null)
  }

  private static func writeHardest(_ route: Route, to json: inout JSONWriter) {
    let hardest = route.hardestSection()
    let graded = route.hardestGradedStep()
    json.member("maxGradient", hardest?.gradient.ratio, places: 4)
    json.member("maxGradientStep", hardest?.step)
    json.member("maxGradientName", hardest.flatMap { route.steps[$0.step].label })
    json.member("hardestDifficulty", graded?.difficulty?.rawValue)
    json.member("hardestColour", graded?.colour?.rawValue)
  }

  /// Writes the outlook for the return home; see Data/Formats/route.md.
  private static func write(_ outlook: HomeReachability, to json: inout JSONWriter) {
    json.object { json in
      switch outlook {
      case .reachable(let latest):
        json.member("outlook", word: "reachable")
        json.member("leaveBy", latest.time?.description)
      case .lost(let point):
        json.member("outlook", word: "lost")
        json.member("step", point.step)
        json.member("passedAt", point.passedAt.description)
        json.member("leaveBy", point.latest.time?.description)
        json.member("coordinate", point.place)
      case .lostFromStart: json.member("outlook", word: "lostFromStart")
      case .noWayFromStart: json.member("outlook", word: "noWayFromStart")
      }
    }
  }

  /// Writes the members of the reason for a missing route.
  package static func write(_ reason: NoAnswer, to json: inout JSONWriter) {
    json.member("reason", reason.reason.rawValue)
    json.member("reasons", reason.reasons.map(\.rawValue))
    json.member("message", reason.message())
    json.member("end", reason.end?.rawValue)
    json.member("leastCeiling", reason.leastCeiling?.rawValue)
    json.member("leastCeilingColour", reason.leastCeilingColour?.rawValue)
    json.member("nearestMetres", metres: reason.nearestMetres)
    json.member("place", reason.placeName)
    json.member("placeStatus", reason.placeStatus?.rawValue)
    json.member("latestDeparture", reason.latestDeparture?.description)
    json.member("closed", reason.closedNames)
    json.member("barred", reason.barredNames)
    json.member("snowCoveredMetres", metres: reason.snowCoveredMetres)
    json.member("straightMetres", metres: reason.straightMetres)
    json.array("nearby") { json in
      for near in reason.nearby {
        json.object { json in
          json.member("kind", near.kind.rawValue)
          json.member("id", near.id.rawValue)
          json.member("name", near.name)
          json.member("liftType", near.liftKind?.rawValue)
          json.member("distanceMetres", metres: near.distanceMetres)
        }
      }
    }
  }
}

extension JSONWriter {
  /// Writes a member that is the two names of a link in the order of travel; null for nil.
  mutating func member(_ name: StaticString, _ link: RunLink?) {
    guard let link else { return member(name, .null) }
    member(name, [link.from, link.to])
  }
}
