extension DaySession {
  /// Returns a tour from home and back within hours that has as much of what is asked for as was found, and no tour can have more
  /// than its bound; or why there is none.
  ///
  /// The search can be ended at any moment, by its caller or by the ``WorkLimit``, and then has the best tour so far. The same request has the same answer, unless it was
  /// ended early.
  /// - Parameters:
  ///   - request: Home, hours, skier and goal.
  ///   - goesOn: Asked now and then; false ends the search with what is known.
  /// - Throws: ``SkiError`` with code `.invalidArgument` as ``route(_:departing:home:)``, for hours that end before they begin, a
  ///   lunch of less than no time or of more than a day, limits below one, and runs that are no runs of the graph.
  /// - Complexity: O(*c* · *m* / *n* + *l* log *l*) in cells of the table and labels, both limited by ``TourLimits``; runs need some forty tables.
  package func tour(
    _ request: TourRequest, goesOn: (TourProgress) -> Bool = { _ in true }
  ) throws -> Answer<Tour> {
    try withoutActuallyEscaping(goesOn) { goesOn in
      try TourPlanning(session: self, request: request, goesOn: goesOn).answer()
    }
  }
}
