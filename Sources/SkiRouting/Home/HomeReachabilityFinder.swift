import SkiBase
import SkiGraph

/// The comparison of the times along a route with the latest departures for home.
struct HomeReachabilityFinder {
  let departures: LatestDepartures
  let graph: RoutingGraph
  private struct Visit {
    var place: GraphPoint
    var time: UInt64
    var latest: LatestDeparture
  }

  /// Returns the reachability of home from the places along a path.
  ///
  /// Home is reachable from the whole path where it is from the destination, by continuing on the path. An earlier
  /// place may still have an earlier latest departure, when a lift from it leads to runs that close before. Between
  /// nodes a path has no branches, so that only nodes are tested.
  /// - Parameters:
  ///   - pieces: The path, with waits.
  ///   - departure: The departure in milliseconds since midnight.
  ///   - start: The latest departure from the start.
  ///   - end: The latest departure from the destination.
  ///   - route: The same path as steps.
  func reachability(
    _ pieces: [RoutePiece], departing departure: UInt32, start: LatestDeparture?, end: LatestDeparture?,
    route: Route
  ) -> HomeReachability {
    let arrival = pieces.reduce(UInt64(departure)) { $0 + UInt64($1.milliseconds) }
    if let end, isInTime(arrival, end) { return .reachable(leavingBy: end) }
    guard let start else { return .noWayFromStart }
    guard isInTime(UInt64(departure), start), let first = route.steps.first?.points.first else {
      return .lostFromStart
    }
    var sight = Visit(place: first, time: UInt64(departure), latest: start)
    var time = UInt64(departure)
    for piece in pieces {
      time += UInt64(piece.milliseconds)
      guard let edge = piece.edge, piece.endCentimetres == .max,
        let latest = departures[graph.head(edge)], isInTime(time, latest)
      else { continue }
      sight = Visit(place: graph.point(graph.head(edge)), time: time, latest: latest)
    }
    return .lost(point(sight, departure, route))
  }

  private func isInTime(_ time: UInt64, _ latest: LatestDeparture) -> Bool {
    latest.time.map { time <= UInt64(max(0, $0.milliseconds)) } ?? true
  }

  private func point(_ sight: Visit, _ departure: UInt32, _ route: Route) -> PointOfNoReturn {
    var (passed, step) = (UInt64(departure), 0)
    for (index, next) in route.steps.enumerated() where passed <= sight.time {
      step = index
      passed += UInt64(max(0, next.milliseconds))
    }
    return PointOfNoReturn(
      place: sight.place, step: step, passedAt: DayTime(milliseconds: Int(sight.time)), latest: sight.latest)
  }
}
