import SkiBase
import SkiGraph

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
