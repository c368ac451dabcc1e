import SkiGraph

extension DaySession {
  /// Returns the way that weighs least as pieces from end to end, or nil when there is none.
  ///
  /// Exact. First the way is searched for that weighs least if every wait were the shortest of the day; no way by the clock weighs less than
  /// it. If it can be ridden just so, it is the one. Else arrival and weight are two criteria of a label search (``PreferenceRules``); waiting
  /// weighs as much as it lasts.
  /// - Throws: ``SkiError`` with code `.limitExceeded` or `.cancelled`, as ``LabelSearch/run(from:to:direct:)``.
  func weighedPieces(
    from start: ResolvedEnd, to destination: ResolvedEnd, departing time: UInt32, _ day: PreparedDay,
    _ algorithm: SearchAlgorithm
  ) throws -> [RoutePiece]? {
    let weights = weights(of: day)
    guard let bound = try session.pieces(from: start, to: destination, weights.least, algorithm) else {
      return nil
    }
    let timed = RouteObjective.skiing.timed(bound, day.model)
    if let ridden = day.timed.ride(timed, departing: time) { return ridden }
    let ends = TimedEnds(from: start, to: destination, departing: time, day: day)
    return try seemingWay(ends, day, RoutePreferences(), weights).map(ends.pieces)
  }
}
