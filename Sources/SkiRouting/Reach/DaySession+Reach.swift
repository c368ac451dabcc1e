import SkiBase
import SkiGraph

extension DaySession {
  /// Returns the part of the network within reach in some time, or the reason why the start is not on the network.
  ///
  /// With `home` only what still gets home is returned, given the first arrival. A lift counts when its ride ends in
  /// time, a run up to the position reached.
  /// - Parameters:
  ///   - request: The start, departure, time and skier.
  ///   - home: The latest departures for home of the same profile.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, as ``route(_:departing:home:)``, and for a time below 0 or
  ///   beyond ``ReachRequest/greatestMilliseconds``.
  /// - Complexity: O((*n* + *m*) log *m* + *p*) in the part within reach; with `home` or ``ReachRequest/back`` also
  ///   that of the search for dead ends.
  package func reach(_ request: ReachRequest, home: LatestDepartures? = nil) throws -> Answer<Reach> {
    try SkiError.require(
      (0...ReachRequest.greatestMilliseconds).contains(request.milliseconds),
      "time must be 0 to 24 hours, got \(request.milliseconds / 60_000) min")
    let departure = try request.departure.searchMilliseconds()
    let start: ResolvedEnd
    switch try end(request.from, .start, request) {
    case .noAnswer(let reason): return .noAnswer(reason)
    case .answer(let end): start = end
    }
    let day = prepare(request.profile)
    let limit = departure + UInt32(request.milliseconds)
    let access = TimedAccess(start, end: .start, day: day)
    let times = try session.search.times(
      from: access.sources(departing: departure, day.timed).ends, timed: day.timed, until: limit)
    var collector = ReachCollector(day: day, graph: router.graph, limit: limit, home: home)
    collector.addStart(access, departing: departure)
    collector.addEdges(times)
    var reach = collector.reach(
      times, spots: hutsAndStations(from: start, departure, times, day, limit, home))
    if let target = try home?.home.resolved
      ?? request.back.flatMap({ try end($0, .destination, request).value })
    {
      let finder = try DeadEndFinder(session: self, day: day, target: target, limit: limit)
      reach.deadEnds = try finder.deadEnds(times, from: start, departing: departure)
    }
    return .answer(reach)
  }

  private func end(
    _ place: RouteEndpoint, _ end: RouteEnd, _ request: ReachRequest
  ) throws(SkiError) -> Answer<ResolvedEnd> {
    try EndResolver.resolve(
      place, as: end, in: router.graph, profile: request.profile, snapLimitMetres: request.snapLimitMetres)
  }

  /// Returns the huts and stations reached in time, from which home is still reachable.
  private func hutsAndStations(
    from start: ResolvedEnd, _ departure: UInt32, _ times: NodeTimes, _ day: PreparedDay, _ limit: UInt32,
    _ home: LatestDepartures?
  ) -> [Reach.Feature] {
    hutsAndStations(profile: day.model.profile).compactMap { feature, place in
      let arrival = arrival(at: place, from: start, departing: departure, times: times, day)
      guard let arrival, arrival <= limit else { return nil }
      let moment = DayTime(milliseconds: Int(arrival))
      if let home {
        guard let latest = latestDeparture(from: place, in: home, day) else { return nil }
        if let time = latest.time, moment > time { return nil }
      }
      return Reach.Feature(feature: feature, firstAt: moment, share: 1)
    }
  }
}

/// A collector of the stretches within reach.
private struct ReachCollector {
  let day: PreparedDay
  let graph: RoutingGraph
  let limit: UInt32
  let home: LatestDepartures?
  private var stretches: [Reach.Stretch] = []

  init(day: PreparedDay, graph: RoutingGraph, limit: UInt32, home: LatestDepartures?) {
    (self.day, self.graph, self.limit, self.home) = (day, graph, limit, home)
  }

  /// Adds the parts of links between the start and the first nodes, each that another does not contain.
  mutating func addStart(_ access: TimedAccess, departing departure: UInt32) {
    defer { removeContained() }
    for (index, piece) in access.access.pieces.enumerated() {
      guard let piece, let edge = piece.edge else { continue }
      let there = UInt64(departure) + UInt64(access.walkMilliseconds(index))
      add(edge, from: piece.startCentimetres, at: there, cost: UInt64(piece.milliseconds))
    }
  }

  private mutating func removeContained() {
    let all = stretches
    stretches.removeAll { stretch in
      all.contains { other in
        other.edge == stretch.edge && other != stretch && other.from <= stretch.from
          && other.startCentimetres <= stretch.startCentimetres
          && other.endCentimetres >= stretch.endCentimetres
      }
    }
  }

  mutating func addEdges(_ times: NodeTimes) {
    for position in 0..<graph.nodeCount {
      let node = NodeIndex(position)
      guard let time = times[node] else { continue }
      for edge in graph.edges(from: node) where day.costs.edges[EdgeIndex(edge)] != nil {
        add(EdgeIndex(edge), from: 0, at: UInt64(time), cost: UInt64(day.timed.milliseconds(edge)))
      }
    }
  }

  private mutating func add(_ edge: EdgeIndex, from start: UInt32, at time: UInt64, cost: UInt64) {
    guard let passage = day.timed.passage(edge.position, at: time, cost: cost) else { return }
    let entry = passage.arrival - cost
    guard entry <= UInt64(limit), isSafe(edge, passage.arrival) else { return }
    let link = graph.link(of: edge)
    let length = day.model.lengthCentimetres(link.position)
    var stretch = Reach.Stretch(
      edge: edge, startCentimetres: start, endCentimetres: length,
      from: DayTime(milliseconds: Int(entry)), until: DayTime(milliseconds: Int(passage.arrival)))
    if passage.arrival > UInt64(limit) {
      let isLift = graph.storage.linkKind[link.position] == LinkKind.lift.code
      guard !isLift, let end = place(edge, from: start, milliseconds: UInt64(limit) - entry, length) else {
        return
      }
      (stretch.endCentimetres, stretch.until) = (end, DayTime(milliseconds: Int(limit)))
    }
    if stretch.endCentimetres > stretch.startCentimetres || length == 0 { stretches.append(stretch) }
  }

  /// Returns whether home is reachable from the end of an edge at the time of arrival.
  private func isSafe(_ edge: EdgeIndex, _ arrival: UInt64) -> Bool {
    guard let home else { return true }
    guard let latest = home[graph.head(edge)] else { return false }
    return latest.time.map { arrival <= UInt64(max(0, $0.milliseconds)) } ?? true
  }

  /// Returns the position on an edge after some time on it: the last centimetre reached.
  private func place(
    _ edge: EdgeIndex, from start: UInt32, milliseconds: UInt64, _ length: UInt32
  ) -> UInt32? {
    guard let before = day.model.cumulativeMilliseconds(edge, toCentimetres: start) else { return nil }
    var (low, high) = (start, length)
    guard low + 1 < high else { return low }
    guard let whole = day.model.cumulativeMilliseconds(edge, toCentimetres: length) else { return nil }
    while low + 1 < high {
      let middle = low + (high - low) / 2
      guard let cost = day.model.cumulativeMilliseconds(edge, toCentimetres: middle, whole: whole) else {
        return nil
      }
      if UInt64(cost - before) <= milliseconds { low = middle } else { high = middle }
    }
    return low
  }

  func reach(_ times: NodeTimes, spots: [Reach.Feature]) -> Reach {
    let features = self.features() + spots
    return Reach(
      region: graph.region, stretches: stretches, features: features.sorted(by: Self.isEarlier), times: times)
  }

  private static func isEarlier(_ a: Reach.Feature, _ b: Reach.Feature) -> Bool {
    (a.firstAt, a.feature) < (b.firstAt, b.feature)
  }

  /// A stretch as a range of its link.
  private struct Section {
    var link: UInt32
    var range: Range<UInt32>
    var from: DayTime
  }

  /// Returns the lifts and runs of the stretches, each with the ratio of its lines that is covered; of a lift, that of
  /// its longest ride.
  private func features() -> [Reach.Feature] {
    let sections = stretches.map { stretch in
      let link = graph.link(of: stretch.edge)
      let length = day.model.lengthCentimetres(link.position)
      let (start, end) = (stretch.startCentimetres, stretch.endCentimetres)
      let range = graph.isReversed(stretch.edge) ? length - end..<length - start : start..<end
      return Section(link: link.rawValue, range: range, from: stretch.from)
    }.sorted { ($0.link, $0.range.lowerBound) < ($1.link, $1.range.lowerBound) }
    var features: [Reach.Feature] = []
    var next = sections[...]
    // The links of a feature are adjacent.
    while let first = next.first {
      let feature = graph.storage.linkFeature[Int(first.link)]
      let own = next.prefix { graph.storage.linkFeature[Int($0.link)] == feature }
      next = next[own.endIndex...]
      guard feature != .max else { continue }
      let firstAt = own.reduce(first.from) { min($0, $1.from) }
      let index = FeatureIndex(feature)
      features.append(Reach.Feature(feature: index, firstAt: firstAt, share: share(index, own)))
    }
    return features
  }

  /// Returns the ratio of a feature's lines covered by sections of its links, which are sorted.
  private func share(_ feature: FeatureIndex, _ sections: ArraySlice<Section>) -> Double {
    let isLift = graph.kindCode(of: feature.position) == FeatureKind.lift.code
    func total(_ parts: some Sequence<UInt64>) -> UInt64 {
      parts.reduce(0) { isLift ? max($0, $1) : $0 + $1 }
    }
    let whole = total(graph.links(of: feature).lazy.map { UInt64(day.model.lengthCentimetres($0)) })
    guard whole > 0 else { return 1 }
    var (reached, next) = ([UInt64](), sections)
    while let first = next.first {
      let own = next.prefix { $0.link == first.link }
      next = next[own.endIndex...]
      reached.append(Self.covered(own))
    }
    return min(1, Double(total(reached)) / Double(whole))
  }

  private static func covered(_ sections: ArraySlice<Section>) -> UInt64 {
    var (sum, end): (UInt64, UInt32) = (0, 0)
    for range in sections.map(\.range) where range.upperBound > end {
      sum += UInt64(range.upperBound - max(end, range.lowerBound))
      end = range.upperBound
    }
    return sum
  }
}

/// A finder of what is within reach but has no way back within the skier's limits, at any time.
struct DeadEndFinder {
  let session: DaySession
  let day: PreparedDay
  /// The destination of the way back.
  let target: ResolvedEnd
  let limit: UInt32
  /// The time back from each node, without timetables.
  private let back: NodeTimes
  private var graph: RoutingGraph { session.router.graph }

  /// Creates a finder with one backward search.
  /// - Complexity: O((*n* + *m*) log *m*).
  init(session: DaySession, day: PreparedDay, target: ResolvedEnd, limit: UInt32) throws(SkiError) {
    (self.session, self.day, self.target, self.limit) = (session, day, target, limit)
    back = try session.returnTimes(to: target, day)
  }

  /// Returns the lifts, runs and places without a way back by first arrival, without duplicates; nil when there are
  /// none.
  /// - Complexity: O(*m* log *m*) in edges, and a route for each hut and station within reach, with one diagnosis.
  func deadEnds(
    _ times: NodeTimes, from start: ResolvedEnd, departing departure: UInt32
  ) throws -> Reach.DeadEnds? {
    var found: [FeatureIndex: (time: UInt64, place: ResolvedEnd)] = [:]
    for position in 0..<graph.edgeCount {
      let edge = EdgeIndex(position)
      let link = graph.link(graph.link(of: edge))
      guard back[graph.head(edge)] == nil, link.kind == .lift || link.kind == .run,
        let feature = link.feature,
        let time = arrival(edge, times), time < found[feature]?.time ?? .max
      else { continue }
      found[feature] = (time, ResolvedEnd(node: graph.head(edge), graph: graph))
    }
    for (feature, place) in session.hutsAndStations(profile: day.profile) {
      let arrival = session.arrival(at: place, from: start, departing: departure, times: times, day)
      guard let arrival, arrival <= limit,
        try !session.hasRoute(from: place, to: target, day)
      else { continue }
      found[feature] = (UInt64(arrival), place)
    }
    let sorted = found.sorted { ($0.value.time, $0.key) < ($1.value.time, $1.key) }
    guard let first = sorted.first,
      let missing = try session.missingRoute(from: first.value.place, to: target, day)
    else { return nil }
    let features = sorted.map { feature, end in
      Reach.Feature(feature: feature, firstAt: DayTime(milliseconds: Int(end.time)), share: 1)
    }
    return Reach.DeadEnds(features: features, missing: missing)
  }

  /// Returns the arrival at the end of an edge; nil when it is not in time.
  private func arrival(_ edge: EdgeIndex, _ times: NodeTimes) -> UInt64? {
    guard day.costs.edges[edge] != nil, let time = times[graph.tail(edge)] else { return nil }
    let cost = UInt64(day.timed.milliseconds(edge.position))
    let arrival = day.timed.passage(edge.position, at: UInt64(time), cost: cost)?.arrival
    return arrival.flatMap { $0 <= UInt64(limit) ? $0 : nil }
  }
}

extension DaySession {
  /// Returns the time from each node to a place without timetables; nil when there is no path within the skier's
  /// limits.
  /// - Complexity: O((*n* + *m*) log *m*).
  func returnTimes(to place: ResolvedEnd, _ day: PreparedDay) throws(SkiError) -> NodeTimes {
    let access = EndAccess(place, end: .destination, model: day.model, costs: day.costs.edges)
    let allowed = day.costs.edges.milliseconds
    let costs = router.reversed().edges.map { allowed[Int($0)] }
    return try backwardSearch.times(from: access.ends, costs: costs)
  }
}
