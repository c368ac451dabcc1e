public import SkiAPI
public import SkiBase
import SkiGraph
package import SkiRouting

extension RouteDocument {
  /// Returns the answer as a plain document: ends, totals or the reason why there is no route, steps, directions and profile.
  /// - Complexity: O(*p*) in the points of the route.
  public func answer() -> RouteAnswer {
    var answer = RouteAnswer()
    answer.route = summary()
    guard case .answer(let route) = result else { return answer }
    answer.steps = route.steps.map { AnswerStep($0) }
    answer.directions = directions.map { $0.answers(in: language) }
    answer.profile = profile.map { AnswerProfile($0) }
    return answer
  }

  /// Returns the answer as one JSON object: `version`, `route`, `steps`, and `directions` and `profile` where present.
  ///
  /// The object is one line; see Data/Formats/route.md.
  /// - Complexity: O(*p*) in the points of the route.
  public func json() -> TerminalText { answer().line(capacity: jsonCapacity) }

  /// Returns ``json()`` in UTF-8. Complexity: O(size).
  public func jsonBytes() -> [UInt8] { answer().jsonLine(capacity: jsonCapacity) }

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

  private func writeGeoJSON(to json: inout JSONWriter) {
    let answer = answer()
    json.collection(
      features: { AnswerHead.writeLines(answer.steps, to: &$0) },
      tail: { json in
        json.member("route", answer.route)
        if let directions = answer.directions {
          json.array("directions") { json in for one in directions { one.write(to: &json) } }
        }
        if let profile = answer.profile { json.member("profile", profile) }
      })
  }

  var route: Route? {
    if case .answer(let route) = result { route } else { nil }
  }

  private func summary() -> RouteAnswer.Summary {
    var summary = RouteAnswer.Summary()
    (summary.from, summary.to, summary.ceiling) = (from, to, signedCeiling?.word)
    (summary.clock, summary.attribution) = (clock, attributions.credit)
    switch result {
    case .answer(let route):
      summary.totals = AnswerTotals(route)
      summary.missingReturn = missingReturn?.answer
    case .noAnswer(let reason):
      summary.missing = AnswerMissingRoute(reason)
      summary.openings = relaxations.map { $0.answer() }
    }
    return summary
  }
}

extension JSONWriter {
  /// Writes a member that is a document.
  mutating func member(_ name: StaticString, _ document: some ContractDocument) {
    self.name(name)
    document.write(to: &self)
  }
}

extension AnswerStep {
  /// Creates the step of an answer.
  init(_ step: RouteStep) {
    self.init()
    (kind, movement, id) = (step.kind, step.movement, step.id)
    (name, refs, linkBetween) = (step.name, step.refs, step.link.names)
    (difficulty, isDifficultyEstimated) = (step.difficulty, step.isDifficultyEstimated)
    (isSteeperThanGraded, colour) = (step.isSteeperThanGraded, step.colour)
    (terrain, grooming) = (step.terrain.kinds, step.terrain.grooming)
    (hasBubble, isHeated, liftKind) = (step.hasBubble, step.isHeated, step.liftKind)
    (streetKind, seats, isDown) = (step.streetKind, step.seats, step.isDown)
    (isUnmapped, isDirectionUnknown) = (step.isUnmapped, step.isDirectionUnknown)
    (isStayingOn, stayOnStation) = (step.isStayingOn, step.stayOnStation)
    (seconds, waitSeconds) = (step.milliseconds.inSeconds, step.waitMilliseconds.inSeconds)
    (lengthMetres, ascentMetres, descentMetres) = (step.lengthMetres, step.ascentMetres, step.descentMetres)
    (maxGradient, points) = (step.maxGradient?.ratio, step.points)
  }
}

extension Int {
  /// Milliseconds as seconds.
  var inSeconds: Double { Double(self) / 1000 }
}

extension RunLink? {
  /// The two names; empty for nil.
  var names: [String] { map { [$0.from, $0.to] } ?? [] }
}

extension AnswerTotals {
  /// Creates the totals of a route.
  init(_ route: Route) {
    self.init()
    (departure, arrival) = (route.departure, route.arrival)
    home = route.homeReachability.map { AnswerHomeOutlook($0) }
    (seconds, waitSeconds) = (route.totalMilliseconds().inSeconds, route.totalWaitMilliseconds().inSeconds)
    (lengthMetres, heights) = (route.lengthMetres(), route.elevationQuality())
    (runMetres, liftMetres) = (route.skiedMetres(), route.lengthMetres(of: .lift))
    (walkMetres, trailMetres) = (route.footMetres(), route.trailMetres())
    (ascentMetres, descentMetres) = (route.ascentMetres(), route.descentMetres())
    (liftAscentMetres, runDescentMetres) = (route.ascentMetres(of: .lift), route.descentMetres(of: .run))
    let hardest = route.hardestSection()
    (maxGradient, maxGradientStep) = (hardest?.gradient.ratio, hardest?.step)
    maxGradientName = hardest.flatMap { route.steps[$0.step].label }
    let graded = route.hardestGradedStep()
    (hardestDifficulty, hardestColour) = (graded?.difficulty, graded?.colour)
  }
}

extension AnswerLeg {
  /// Creates a route within an answer.
  init(_ route: Route) {
    self.init()
    (totals, steps) = (AnswerTotals(route), route.steps.map { AnswerStep($0) })
  }
}

extension AnswerHomeOutlook {
  /// Creates the outlook of an answer.
  init(_ home: HomeReachability) {
    self.init()
    switch home {
    case .reachable(let latest): leaveBy = latest.time
    case .lost(let last):
      (outlook, step, passedAt) = (.lost, last.step, last.passedAt)
      (leaveBy, point) = (last.latest.time, last.place)
    case .lostFromStart: outlook = .lostFromStart
    case .noWayFromStart: outlook = .noWayFromStart
    }
  }
}

extension AnswerMissingRoute {
  /// Creates the reason of an answer.
  package init(_ reason: NoAnswer) {
    self.init()
    (self.reason, reasons, message, end) = (reason.reason, reason.reasons, reason.message(), reason.end)
    (leastCeiling, leastCeilingColour) = (reason.leastCeiling, reason.leastCeilingColour)
    (nearestMetres, place, placeStatus) = (reason.nearestMetres, reason.placeName, reason.placeStatus)
    (latestDeparture, closed, barred) = (reason.latestDeparture, reason.closedNames, reason.barredNames)
    (snowCoveredMetres, straightMetres) = (reason.snowCoveredMetres, reason.straightMetres)
    nearby = reason.nearby.map { near in
      var one = Nearby()
      (one.kind, one.id, one.name) = (near.kind, near.id, near.name)
      (one.liftKind, one.distanceMetres) = (near.liftKind, near.distanceMetres)
      return one
    }
  }
}

extension AnswerInstruction {
  /// Creates the value of an instruction with its sentences.
  init(_ instruction: Instruction, text: String) {
    self.init()
    (facts, self.text) = (Facts(instruction.kind), text)
    (steps, points, point) = (instruction.steps, instruction.points, instruction.place)
    (startMetres, lengthMetres) = (instruction.startMetres, instruction.lengthMetres)
    (startSeconds, seconds) = (instruction.startMilliseconds.inSeconds, instruction.milliseconds.inSeconds)
  }
}

extension AnswerInstruction.Facts {
  fileprivate init(_ kind: Instruction.Kind) {
    switch kind {
    case .ride(let ride): self = .ride(.init(ride))
    case .ski(let run): self = .ski(.init(run))
    case .walk(let walk): self = .walk(.init(walk))
    case .wait(let opening):
      var wait = AnswerInstruction.Wait()
      (wait.name, wait.until) = (opening.name, opening.until)
      self = .wait(wait)
    case .keep(let fork):
      var keep = AnswerInstruction.Keep()
      (keep.side, keep.others) = (fork.side?.rawValue, fork.others.map { .init($0) })
      self = .keep(keep)
    case .push(let flat):
      var push = AnswerInstruction.Push()
      (push.ascentMetres, push.isWhole) = (flat.ascentMetres, flat.isWhole)
      self = .push(push)
    case .pass(let landmark):
      var pass = AnswerInstruction.Landmark()
      (pass.kind, pass.name, pass.side) = (landmark.kind.rawValue, landmark.name, landmark.side?.rawValue)
      self = .pass(pass)
    case .arrive(let name): self = .arrive(name)
    }
  }
}

extension AnswerInstruction.Ride {
  fileprivate init(_ ride: LiftRide) {
    self.init()
    (name, refs, liftKind, seats) = (ride.name, ride.refs, ride.kind, ride.seats)
    (waitSeconds, rideSeconds) = (ride.waitMilliseconds.inSeconds, ride.rideMilliseconds.inSeconds)
    (isDown, passedStations) = (ride.isDown, ride.passedStations)
    if case .middle(let name) = ride.exit { midStation = .init(name: name) }
  }
}

extension AnswerInstruction.Ski {
  fileprivate init(_ run: RunStretch) {
    self.init()
    (sign, approach, turn) = (.init(run.sign), run.approach.rawValue, run.turn?.rawValue)
    (descentMetres, maxGradient) = (run.descentMetres, run.steepest?.ratio)
    isSteeperThanGraded = run.isSteeperThanGraded
  }
}

extension AnswerInstruction.Sign {
  fileprivate init(_ sign: RunSign) {
    self.init()
    (name, refs, linkBetween) = (sign.name, sign.refs, sign.link.names)
    (difficulty, isDifficultyEstimated, colour) = (sign.difficulty, sign.isEstimated, sign.colour)
  }
}

extension AnswerInstruction.Walk {
  fileprivate init(_ walk: WalkStretch) {
    self.init()
    (manner, street) = (walk.manner.rawValue, walk.street)
    (approach, turn) = (walk.approach.rawValue, walk.turn?.rawValue)
    (ascentMetres, isUnmapped) = (walk.ascentMetres, walk.isUnmapped)
    isDirectionUnknown = walk.isDirectionUnknown
  }
}

extension AnswerProfile {
  fileprivate init(_ profile: RouteElevationProfile) {
    self.init()
    let elevations = profile.elevationRange()
    lengthMetres = profile.lengthMetres()
    (lowestMetres, highestMetres) = (elevations?.lowerBound, elevations?.upperBound)
    stretches = profile.stretches.map { stretch in
      var one = Stretch()
      (one.step, one.kind, one.name, one.colour) = (stretch.step, stretch.kind, stretch.label, stretch.colour)
      one.spots = stretch.samples.map { Spot(metres: $0.metres, elevationMetres: $0.elevationMetres) }
      return one
    }
  }
}
