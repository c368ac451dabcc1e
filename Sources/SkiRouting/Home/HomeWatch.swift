import SkiGeo
import SkiGraph

/// Follows a route through the day with the latest departures home at hand.
struct HomeWatch {
  let departures: LatestDepartures
  let graph: RoutingGraph
  private struct Sight {
    var place: GraphPoint
    var time: UInt64
    var latest: LatestDeparture
  }

  /// Returns the outlook of a way.
  ///
  /// Home is lost once and for all: where it can be reached from the destination, it can be from all the way, by going on. A
  /// place before may have an earlier hour all the same, where a lift leads from it to runs that are closed by then: who is up
  /// there skis home at any hour. Between nodes a way goes on as it is, so that nodes are enough.
  /// - Parameters:
  ///   - pieces: The way, with waits.
  ///   - departure: Milliseconds since midnight.
  ///   - start: Until when the start may be left.
  ///   - end: Until when the destination may be left.
  ///   - route: The same way in steps.
  func outlook(
    _ pieces: [RoutePiece], departing departure: UInt32, start: LatestDeparture?, end: LatestDeparture?,
    route: Route
  ) -> HomeOutlook {
    let arrival = pieces.reduce(UInt64(departure)) { $0 + UInt64($1.milliseconds) }
    if let end, isInTime(arrival, end) { return .reachable(leavingBy: end) }
    guard let start else { return .noWayFromStart }
    guard isInTime(UInt64(departure), start), let first = route.steps.first?.points.first else {
      return .lostFromStart
    }
    var sight = Sight(place: first, time: UInt64(departure), latest: start)
    var time = UInt64(departure)
    for piece in pieces {
      time += UInt64(piece.milliseconds)
      guard let edge = piece.edge, piece.endCentimetres == .max,
        let latest = departures[graph.head(edge)], isInTime(time, latest)
      else { continue }
      sight = Sight(place: graph.point(graph.head(edge)), time: time, latest: latest)
    }
    return .lost(point(sight, departure, route))
  }

  private func isInTime(_ time: UInt64, _ latest: LatestDeparture) -> Bool {
    latest.time.map { time <= UInt64(max(0, $0.milliseconds)) } ?? true
  }

  private func point(_ sight: Sight, _ departure: UInt32, _ route: Route) -> PointOfNoReturn {
    var (passed, step) = (UInt64(departure), 0)
    for (index, next) in route.steps.enumerated() where passed <= sight.time {
      step = index
      passed += UInt64(max(0, next.milliseconds))
    }
    return PointOfNoReturn(
      place: sight.place, step: step, passedAt: DayTime(milliseconds: Int(sight.time)), latest: sight.latest)
  }
}
