package import SkiBase

extension DaySession {
  /// Returns a journey over stops in their order, each leg the best by the objective of the request, departing after the
  /// pause before it.
  ///
  /// Edges are FIFO, so that the fastest legs make the fastest journey. When weighted legs arrive too late for a later
  /// one, all legs are the fastest. Equal ends make a loop.
  /// - Parameters:
  ///   - request: The ends and the skier.
  ///   - stops: The places between, in order.
  ///   - departure: The time of departure.
  ///   - home: As ``route(_:departing:home:)``, for each leg.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:departing:home:)``, for a pause that is negative
  ///   or longer than a day, and for more than 100 stops.
  /// - Complexity: A route for each leg.
  package func journey(
    _ request: RouteRequest, over stops: [RouteStop], departing departure: DayTime,
    home: LatestDepartures? = nil
  ) throws -> Answer<Journey> {
    try SkiError.require(stops.count <= 100, "a journey has at most 100 stops, got \(stops.count); split it")
    for stop in stops where !(0...86_400_000).contains(stop.pauseMilliseconds) {
      throw SkiError(
        .invalidArgument, "a pause must last 0 to 24 hours, got \(stop.pauseMilliseconds) ms")
    }
    let weighed = try legs(request, stops, departing: departure, home: home)
    guard case .noAnswer(let reason) = weighed, request.objective == .skiing, reason.leg ?? 0 > 0 else {
      return weighed
    }
    var fastest = request
    fastest.objective = .fastest
    return try legs(fastest, stops, departing: departure, home: home)
  }

  private func legs(
    _ request: RouteRequest, _ stops: [RouteStop], departing departure: DayTime, home: LatestDepartures?
  ) throws -> Answer<Journey> {
    var journey = Journey(legs: [], pausesMilliseconds: stops.map(\.pauseMilliseconds) + [0])
    var leaves = departure
    var leg = request
    let ends = stops.map(\.place) + [request.to]
    for (index, end) in ends.enumerated() {
      (leg.from, leg.to) = (index == 0 ? request.from : ends[index - 1], end)
      switch try route(leg, departing: leaves, home: home) {
      case .noAnswer(var reason):
        reason.leg = index
        return .noAnswer(reason)
      case .answer(let route):
        journey.legs.append(route)
        leaves = leaves.advanced(
          byMilliseconds: route.totalMilliseconds() + journey.pausesMilliseconds[index])
      }
    }
    return .answer(journey)
  }
}
