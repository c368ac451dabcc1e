import SkiGeo
import SkiGraph
import SkiModel

extension DaySession {
  /// Returns a tour from home and back within hours that has as much of what is asked for as was found, and no tour can have more
  /// than its bound; or why there is none.
  ///
  /// The search can be ended at any moment and then has the best tour so far. The same request has the same answer, unless it was
  /// ended by the caller.
  /// - Parameters:
  ///   - request: Home, hours, skier and goal.
  ///   - goesOn: Asked now and then; false ends the search with what is known.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:departing:home:)``, for hours that end before they begin, a
  ///   lunch of less than no time or of more than a day, and limits below one.
  /// - Complexity: O(*c* · *m* / *n* + *l* log *l*) in cells of the table and labels, both limited by ``TourLimits``.
  public func tour(
    _ request: TourRequest, goesOn: (TourProgress) -> Bool = { _ in true }
  ) throws -> DayAnswer<Tour> {
    try withoutActuallyEscaping(goesOn) { goesOn in
      try TourPlanning(session: self, request: request, goesOn: goesOn).answer()
    }
  }
}

/// The steps from a request to a tour.
struct TourPlanning {
  let session: DaySession
  let request: TourRequest
  let goesOn: (TourProgress) -> Bool
  private var graph: RoutingGraph { session.router.graph }

  init(session: DaySession, request: TourRequest, goesOn: @escaping (TourProgress) -> Bool) {
    (self.session, self.request, self.goesOn) = (session, request, goesOn)
  }

  func answer() throws -> DayAnswer<Tour> {
    let (from, until) = try hours()
    let ends: TourEnds
    switch try self.ends() {
    case .noRoute(let reason): return .noRoute(reason)
    case .answer(let found): ends = found
    }
    let day = session.prepare(request.profile)
    let network = TourNetwork(graph, ends: ends, day: day)
    let windows = TourWindows(network, from: from, until: until)
    guard windows.isUseful(network.start) else { return .noRoute(NoRoute(.tooLate)) }
    let measure = TourValues.measure(of: graph, goal: request.goal)
    let values = TourValues(graph, measure: measure).values(of: network)
    let table = TourBoundTable(
      network, values: values, windows: windows, cellCount: request.limits.tableCellCount,
      goesOn: { goesOn(TourProgress(prepared: $0)) })
    var search = TourSearch(
      network, values: values, windows: windows, table: table, from: from,
      labelLimit: request.limits.labelCount,
      goesOn: { value, upper in
        goesOn(
          TourProgress(prepared: 1, score: Double(value) / 100, greatestScore: Double(upper) / 100))
      })
    let found = search.run()
    return tour(found, network, day, from: from, measure == .fall ? .fallMetres : .lengthMetres)
  }

  private func hours() throws -> (from: UInt32, until: UInt32) {
    let (from, until) = (try request.from.searchMilliseconds(), try request.until.searchMilliseconds())
    guard from <= until else {
      throw SkiError(
        .invalidArgument, "hours must not end before they begin, got \(request.from) to \(request.until)")
    }
    guard request.limits.labelCount > 0, request.limits.tableCellCount > 0 else {
      throw SkiError(
        .invalidArgument,
        "limits must be 1 or more, got \(request.limits.labelCount) labels and \(request.limits.tableCellCount) cells"
      )
    }
    return (from, until)
  }

  private func ends() throws -> DayAnswer<TourEnds> {
    var resolved: [ResolvedEnd] = []
    let places = [request.home, request.end ?? request.home] + [request.lunch?.place].compactMap(\.self)
    for (index, place) in places.enumerated() {
      let question = RouteRequest(
        from: place, to: place, profile: request.profile, snapLimitMetres: request.snapLimitMetres)
      switch try EndResolver(graph: graph, request: question).resolve(index == 0 ? .start : .destination) {
      case .noRoute(let reason): return .noRoute(reason)
      case .end(let end): resolved.append(end)
      }
    }
    var ends = TourEnds(home: resolved[0], end: resolved[1], lunch: nil)
    if let lunch = request.lunch { ends.lunch = (resolved[2], try rule(of: lunch)) }
    return .answer(ends)
  }

  private func rule(of lunch: TourLunch) throws -> TravelRule {
    let window = (try lunch.earliest.searchMilliseconds(), try lunch.latest.searchMilliseconds())
    guard window.0 <= window.1, (0...86_400_000).contains(lunch.milliseconds) else {
      throw SkiError(
        .invalidArgument,
        "lunch must last 0 to 24 h and start between two moments in order, got \(lunch.milliseconds) ms between \(lunch.earliest) and \(lunch.latest)"
      )
    }
    return TravelRule(
      windows: [TravelRule.Window(opens: window.0, ends: window.1)], endsInside: false,
      waits: WaitCurve(milliseconds: UInt32(lunch.milliseconds)))
  }

  /// Makes the tour of the arcs found; every moment is told by the clock of the routes.
  private func tour(
    _ found: TourFound, _ network: TourNetwork, _ day: PreparedDay, from: UInt32, _ measure: Tour.Measure
  ) -> DayAnswer<Tour> {
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
    return .answer(
      Tour(
        legs: legs, lunch: stop, arrival: DayTime(milliseconds: Int(clock.time)), measure: measure,
        score: Double(found.value) / 100, greatestScore: Double(found.upper) / 100,
        settledCount: found.settledCount))
  }

  private func route(_ pieces: [RoutePiece], departing: UInt32, _ day: PreparedDay) -> Route {
    var route = RouteAssembly.route(pieces, model: day.model)
    route.departure = DayTime(milliseconds: Int(departing))
    return route
  }
}
