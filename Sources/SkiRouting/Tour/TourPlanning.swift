import SkiBase
import SkiGraph

/// The steps from a request to a tour.
struct TourPlanning {
  let session: DaySession
  let request: TourRequest
  let shouldContinue: (TourProgress) -> Bool
  /// The limits of the request and of the task.
  private let limits: TourLimits
  private var graph: RoutingGraph { session.router.graph }

  init(session: DaySession, request: TourRequest, shouldContinue: @escaping (TourProgress) -> Bool) {
    let limit = WorkLimit.current
    (self.session, self.request) = (session, request)
    limits = request.limits.within(bytes: limit.searchBytes)
    self.shouldContinue = { !limit.isReached && shouldContinue($0) }
  }

  func answer() throws -> Answer<Tour> {
    let (from, until) = try hours()
    let ends: TourEnds
    switch try self.ends() {
    case .noAnswer(let reason): return .noAnswer(reason)
    case .answer(let found): ends = found
    }
    let day = session.prepare(request.profile)
    let network = TourNetwork(graph, ends: ends, day: day)
    let windows = TourWindows(network, from: from, until: until)
    let obstacles = TourObstacles(session: session, day: day, ends: ends)
    guard windows.isUseful(network.start) else {
      return .noAnswer(try obstacles.missingLeg() ?? Self.lateness(network, from))
    }
    let question = TourProblem(network: network, windows: windows, day: day, from: from)
    var tour: Tour
    switch request.goal {
    case .metres, .distance: tour = metres(question)
    case .differentRuns: tour = runs(question, TourRuns(graph), areChosen: false)
    case .runs(let chosen):
      tour = runs(question, TourRuns(graph, chosen: try checked(chosen)), areChosen: true)
    }
    return .answer(try explained(tour, obstacles))
  }

  /// Adds the obstacles of missing runs; none when the search was ended early.
  private func explained(_ tour: Tour, _ obstacles: TourObstacles) throws -> Tour {
    var explained = tour
    do {
      explained.obstacles = try tour.missing.map { try obstacles.obstacle(of: $0.feature) }
      if tour.score <= 0, tour.missing.isEmpty { explained.obstacle = try obstacles.obstacleOfAll() }
    } catch let error as SkiError where error.code == .timedOut || error.code == .cancelled {
      explained.obstacles = tour.missing.map { _ in nil }
    }
    return explained
  }

  /// Returns the reason why there is no tour although routes exist: too late, or too little time.
  private static func lateness(_ network: TourNetwork, _ from: UInt32) -> NoAnswer {
    let unhurried = TourWindows(network, from: from, until: TravelRule.lastMoment)
    return NoAnswer(unhurried.isUseful(network.start) ? .tooLittleTime : .tooLate)
  }

  private func metres(_ question: TourProblem) -> Tour {
    let (network, windows) = (question.network, question.windows)
    let measure = TourScores.measure(of: graph, goal: request.goal)
    let values = TourScores(graph, measure: measure).values(of: network)
    let table = TourBoundTable(
      network, values: values, windows: windows, cellCount: limits.tableCellCount,
      shouldContinue: { shouldContinue(TourProgress(prepared: $0)) })
    var search = TourSearch(
      network, values: values, windows: windows, table: table, from: question.from,
      labelLimit: limits.maximumLabelCount,
      shouldContinue: { value, upper in
        shouldContinue(
          TourProgress(prepared: 1, score: Double(value) / 100, scoreUpperBound: Double(upper) / 100))
      })
    var found = search.run()
    let runs = TourRuns(graph)
    if request.variesRuns {
      let variation = TourVariation(
        network: network, values: values, windows: windows, runs: runs, graph: graph, from: question.from)
      found = variation.varied(found) { [found] in
        shouldContinue(
          TourProgress(
            prepared: 1, score: Double(found.value) / 100, scoreUpperBound: Double(found.upper) / 100))
      }
    }
    var tour = tour(found, question, runs)
    tour.measure = measure == .fall ? .fallMetres : .mapLengthMetres
    (tour.score, tour.scoreUpperBound) = (Double(found.value) / 100, Double(found.upper) / 100)
    return tour
  }

  private func runs(_ question: TourProblem, _ runs: TourRuns, areChosen: Bool) -> Tour {
    let found = search(question, runs, areChosen: areChosen)
    var tour = tour(found, question, runs)
    (tour.measure, tour.score, tour.scoreUpperBound) = (.runs, Double(found.value), Double(found.upper))
    if areChosen {
      let skied = Set(tour.runs)
      tour.missing = runs.lines.map(\.run).filter { !skied.contains($0) }
    }
    return tour
  }

  /// Returns a tour of many different runs: by insertion, then by labels within a proven bound.
  private func search(
    _ question: TourProblem, _ runs: TourRuns, areChosen: Bool
  ) -> TourSearchResult {
    let (network, windows) = (question.network, question.windows)
    let first = windows.firstPath(network)
    guard let distances = try? TourDistances(network, windows) else {
      let count = runs.counted(on: first, of: network).count
      return TourSearchResult(arcs: first, value: Int32(count), upper: Int32(clamping: runs.lines.count))
    }
    let problem = TourRunProblem(
      network: network, windows: windows, distances: distances,
      passages: runs.passages(of: network, windows), runCount: runs.lines.count, from: question.from,
      until: windows.latest[network.end] ?? question.from)
    var inserted = first
    if problem.passages.count <= TourInsertion.greatestPassageCount {
      var insertion = TourInsertion(problem)
      inserted = insertion.tour { shouldContinue(TourProgress(prepared: 0)) }
    }
    let multipliers = TourMultipliers(
      problem, known: runs.counted(on: inserted, of: network).count,
      cellCount: limits.tableCellCount, shouldContinue: { shouldContinue(TourProgress(prepared: $0)) }
    )
    var search = TourRunSearch(
      network, runs: runs, windows: windows, multipliers: multipliers, from: question.from,
      labelLimit: max(1, limits.maximumLabelCount / 4), wantsEarliest: areChosen,
      shouldContinue: { value, upper in
        shouldContinue(TourProgress(prepared: 1, score: Double(value), scoreUpperBound: Double(upper)))
      })
    return search.run(beginningWith: [first, inserted])
  }

  private func checked(_ chosen: [FeatureIndex]) throws(SkiError) -> [FeatureIndex] {
    try SkiError.require(!chosen.isEmpty, "runs must be one or more, got none")
    for feature in chosen {
      try SkiError.require(
        feature.position < graph.featureCount
          && FeatureKind(code: graph.kindCode(of: feature.position)) == .run,
        "feature \(feature.rawValue) is not a run of this map; search for it again")
    }
    return chosen
  }

  private func hours() throws(SkiError) -> (from: UInt32, until: UInt32) {
    let (from, until) = (try request.from.searchMilliseconds(), try request.until.searchMilliseconds())
    try SkiError.require(
      from <= until, "hours must not end before they begin, got \(request.from) to \(request.until)")
    let limits = request.limits
    try SkiError.require(
      limits.maximumLabelCount > 0 && limits.tableCellCount > 0,
      "limits must be 1 or more, got \(limits.maximumLabelCount) labels and \(limits.tableCellCount) cells")
    return (from, until)
  }

  private func ends() throws(SkiError) -> Answer<TourEnds> {
    var resolved: [ResolvedEnd] = []
    let places = [request.home, request.end ?? request.home] + [request.lunch?.place].compactMap(\.self)
    for (index, place) in places.enumerated() {
      let end = try EndResolver.resolve(
        place, as: index == 0 ? .start : .destination, in: graph, profile: request.profile,
        snapLimitMetres: request.snapLimitMetres)
      switch end {
      case .noAnswer(let reason): return .noAnswer(reason)
      case .answer(let end): resolved.append(end)
      }
    }
    var ends = TourEnds(home: resolved[0], end: resolved[1], lunch: nil)
    if let lunch = request.lunch { ends.lunch = (resolved[2], try rule(of: lunch)) }
    return .answer(ends)
  }

  private func rule(of lunch: TourLunch) throws(SkiError) -> TravelRule {
    let window = (try lunch.earliest.searchMilliseconds(), try lunch.latest.searchMilliseconds())
    guard window.0 <= window.1, (0...86_400_000).contains(lunch.milliseconds) else {
      throw SkiError(
        .invalidArgument,
        "lunch must last 0 to 24 h and start between two moments in order, got \(lunch.milliseconds) ms between \(lunch.earliest) and \(lunch.latest)"
      )
    }
    // The meal is the wait of the rule, and has to be over when the window ends.
    let meal = UInt32(lunch.milliseconds)
    return TravelRule(
      windows: [TravelRule.Window(opens: window.0, ends: window.1 + meal)], endsInside: false,
      waits: WaitCurve(milliseconds: meal))
  }
}

/// The input of every search for a tour.
struct TourProblem {
  let network: TourNetwork
  let windows: TourWindows
  let day: PreparedDay
  let from: UInt32
}

extension TourPlanning {
  /// Returns the tour of the arcs found, with the times of its routes on the day.
  func tour(_ found: TourSearchResult, _ question: TourProblem, _ runs: TourRuns) -> Tour {
    let (network, day, from) = (question.network, question.day, question.from)
    var clock = DayClock(time: UInt64(from), timed: day.timed)
    var legs: [Route] = []
    var stop: Tour.Stop?
    var departure = from
    for position in found.arcs {
      if Int(position) == network.lunchArc, let lunch = request.lunch {
        legs.append(route(clock.pieces, departing: departure, day))
        let arrival = UInt32(clock.time)
        let leaves = network.arrival(network.arcs[Int(position)], at: clock.time)
        departure = UInt32(leaves)
        stop = Tour.Stop(
          arrival: DayTime(milliseconds: Int(arrival)),
          start: DayTime(milliseconds: Int(departure) - lunch.milliseconds),
          departure: DayTime(milliseconds: Int(departure)))
        clock = DayClock(time: leaves, timed: day.timed)
        continue
      }
      let arc = network.arcs[Int(position)]
      if arc.edge != TourNetwork.Arc.none {
        clock.add(RoutePiece(edge: EdgeIndex(arc.edge), milliseconds: 0), whole: true)
      } else if arc.access != TourNetwork.Arc.none {
        for piece in network.accesses[Int(arc.access)] { clock.add(piece) }
      }
    }
    legs.append(route(clock.pieces, departing: departure, day))
    let counted = runs.counted(on: found.arcs, of: network).map { runs.lines[$0].run }
    return Tour(
      region: session.router.graph.region, legs: legs, lunch: stop,
      arrival: DayTime(milliseconds: Int(clock.time)), measure: .runs, score: 0, scoreUpperBound: 0,
      runs: counted, missing: [], settledCount: found.settledCount)
  }

  private func route(_ pieces: [RoutePiece], departing: UInt32, _ day: PreparedDay) -> Route {
    var route = RouteAssembly.route(pieces, model: day.model)
    route.departure = DayTime(milliseconds: Int(departing))
    return route
  }
}
