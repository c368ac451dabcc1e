import SkiBase

extension DaySession {
  /// Returns the best tour found from home and back within hours, with an upper bound for all others, or the reason why
  /// there is none.
  ///
  /// The caller or the ``WorkLimit`` may end the search at any time, with the best tour so far. Without that, equal
  /// requests have equal answers.
  /// - Parameters:
  ///   - request: Home, hours, skier and goal.
  ///   - shouldContinue: Receives the progress regularly; returning false ends the search.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:departing:home:)``, for hours that end before
  ///   they begin, a lunch of negative duration or longer than a day, limits below one, and features that are no runs
  ///   of the graph.
  /// - Complexity: O(*c* · *m* / *n* + *l* log *l*) in cells of the table *c* and labels *l*, both limited by
  ///   ``TourLimits``; goals of runs need some forty tables, and 600 rounds of insertion.
  package func tour(
    _ request: TourRequest, shouldContinue: (TourProgress) -> Bool = { _ in true }
  ) throws -> Answer<Tour> {
    try withoutActuallyEscaping(shouldContinue) { shouldContinue in
      try TourPlanning(session: self, request: request, shouldContinue: shouldContinue).answer()
    }
  }
}
