import SkiBase
import SkiGraph

extension DaySession {
  /// Returns the operating huts and stations of the graph with their positions on the network.
  /// - Complexity: O(*f*) in features, and a snap for each hut.
  func hutsAndStations(profile: SkierProfile) -> [(feature: FeatureIndex, place: ResolvedEnd)] {
    let graph = router.graph
    return (0..<graph.featureCount).compactMap { position in
      let kind = FeatureKind(code: graph.kindCode(of: position))
      guard kind == .station || kind == .hut else { return nil }
      let feature = graph.feature(FeatureIndex(position))
      guard feature.status == .operating || feature.status == .unknown else { return nil }
      return resolvedEnd(feature, profile).map { (FeatureIndex(position), $0) }
    }
  }

  /// Returns the position of a station, its node, or of a hut, snapped to the network near it.
  private func resolvedEnd(_ feature: GraphFeature, _ profile: SkierProfile) -> ResolvedEnd? {
    if let node = feature.startNode { return ResolvedEnd(node: node, graph: router.graph) }
    let place = RouteEndpoint.coordinate(feature.start.coordinate)
    return (try? EndResolver.resolve(place, as: .destination, in: router.graph, profile: profile))?.value
  }

  /// Returns the arrival at a place in milliseconds, given the arrivals at all nodes; nil when it cannot be reached.
  /// - Complexity: O(ends), and O(*p*) in the points of a link that contains both places.
  func arrival(
    at place: ResolvedEnd, from start: ResolvedEnd, departing departure: UInt32, times: NodeTimes,
    _ day: PreparedDay
  ) -> UInt32? {
    let exit = TimedAccess(place, end: .destination, day: day)
    var best = directArrival(at: place, from: start, departing: departure, day).map(UInt64.init)
    for (index, end) in exit.access.ends.enumerated() {
      guard let time = times[end.node] else { continue }
      var arrival: UInt64? = UInt64(time)
      if let piece = exit.access.pieces[index], let edge = piece.edge {
        arrival =
          day.timed.passage(edge.position, at: UInt64(time), cost: UInt64(piece.milliseconds))?.arrival
      }
      guard let arrival else { continue }
      best = min(best ?? .max, arrival + UInt64(exit.walkMilliseconds(index)))
    }
    return best.flatMap { $0 < SearchScratch.timeLimit ? UInt32($0) : nil }
  }

  private func directArrival(
    at place: ResolvedEnd, from start: ResolvedEnd, departing time: UInt32, _ day: PreparedDay
  ) -> UInt32? {
    DirectPath.all(from: start, to: place, costs: day.costs)
      .compactMap { day.arrival($0, departing: time) }.min()
  }
}
