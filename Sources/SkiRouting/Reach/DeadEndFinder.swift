import SkiBase
import SkiGraph

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
