import SkiBase
import SkiGraph

extension DaySession {
  /// Returns the pieces of the path of least weighted cost, or nil when there is none.
  ///
  /// The result is exact. A search with the shortest wait of the day at each lift gives a lower bound; if its path has
  /// just these waits it is optimal. Otherwise a bicriteria label search over arrival and weight (``PreferenceRules``)
  /// finds the optimum.
  /// - Throws: ``SkiError`` with code `.limitExceeded` or `.cancelled`, as ``LabelSearch/run(from:to:direct:)``.
  func weighedPieces(
    from start: ResolvedEnd, to destination: ResolvedEnd, departing time: UInt32, _ day: PreparedDay,
    _ algorithm: SearchAlgorithm
  ) throws -> [RoutePiece]? {
    let weights = weights(of: day)
    guard let bound = try session.pieces(from: start, to: destination, weights.least, algorithm) else {
      return nil
    }
    var timed = bound
    session.time(&timed, day.profile)
    if let ridden = day.timed.ride(timed, departing: time) { return ridden }
    let ends = TimedEnds(from: start, to: destination, departing: time, day: day)
    return try leastPerceivedPath(ends, day, RoutePreferences(), weights).map(ends.pieces)
  }
}
