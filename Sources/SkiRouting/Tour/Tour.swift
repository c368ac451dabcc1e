public import SkiBase
public import SkiGraph

/// A tour from home and back within hours, with an upper bound for all others, valid for its graph.
public struct Tour: Sendable, Equatable {
  /// The unit of ``Tour/score`` and ``Tour/scoreUpperBound``.
  @nonexhaustive
  public enum Measure: String, Sendable, Hashable, CaseIterable {
    /// Metres of descent on runs, less those climbed without a lift.
    case fallMetres
    /// Horizontal metres along runs skied downhill, less those walked.
    case mapLengthMetres = "lengthMetres"
    /// The number of different runs.
    case runs
  }

  /// The stop for lunch, with its times.
  public struct Stop: Sendable, Hashable {
    /// The time of arrival at the place of the meal.
    public var arrival: DayTime
    /// The time the meal starts.
    public var start: DayTime
    /// The time of departure, when the meal is over.
    public var departure: DayTime
  }

  /// The region of the tour; the indices of its runs are valid in it.
  package var region: RegionIndex
  /// The routes of the tour: one, or with lunch two. A leg without steps stays in place.
  public var legs: [Route]
  /// The stop for lunch; nil without one.
  public var lunch: Stop?
  /// The time of arrival at the end.
  public var arrival: DayTime
  /// The unit of ``score`` and ``scoreUpperBound``.
  public var measure: Measure
  /// The score of the tour, in the unit of ``measure``; it may be negative.
  public var score: Double
  /// The upper bound of the score of all tours, in the unit of ``measure``; never below ``score``.
  public var scoreUpperBound: Double
  /// The runs counted, in the order they are skied, each once.
  public var runs: [TourRun]
  /// The requested runs that the tour leaves out; empty for goals other than ``TourGoal/runs(_:)``.
  public var missing: [TourRun]
  /// The obstacles to the runs in ``missing`` at any time of the day, one element for each; nil when only time is
  /// missing, and when a limit ended the search.
  public var obstacles: [TourObstacle?] = []
  /// The obstacle to all runs, for a tour with no score and no missing runs; nil when only time is missing.
  public var obstacle: TourObstacle?
  /// The number of states settled by the search.
  public var settledCount: Int

  /// Indicates whether the tour is proven optimal.
  public var isProvenBest: Bool { scoreUpperBound <= score }
  /// The maximum possible gain of another tour as a ratio of the score; nil when the score is not positive.
  public var possibleGain: Double? { score > 0 ? max(0, scoreUpperBound - score) / score : nil }
}

/// A run as tours count it: all lines of one label, or one unlabelled line.
public struct TourRun: Sendable, Hashable {
  /// The longest line; the run counts when at least half of it is skied without interruption.
  public var feature: FeatureIndex
  /// The numbers and name on the sign, see ``Signposted/label``; nil without both.
  public var label: String?
}

/// The progress of the search for a tour.
public struct TourProgress: Sendable, Hashable {
  /// The ratio of the preparation that is finished, 0 to 1.
  public var prepared: Double
  /// The score of the best tour so far, in the unit of ``Tour/measure``; nil while unknown.
  public var score: Double?
  /// The upper bound of the score of all tours, in the same unit; nil while unknown.
  public var scoreUpperBound: Double?
}

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
