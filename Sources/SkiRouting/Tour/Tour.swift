public import SkiGeo
public import SkiGraph

/// A tour from home and back within hours, with an upper bound for all others, valid for its graph.
public struct Tour: Sendable {
  /// The unit of ``Tour/score`` and ``Tour/scoreUpperBound``.
  @nonexhaustive
  public enum Measure: String, Sendable, Hashable, CaseIterable {
    /// Metres of descent on runs, less those climbed without a lift.
    case fallMetres
    /// Metres along runs in the map plane, less those walked.
    case mapLengthMetres = "lengthMetres"
    /// Different runs.
    case runs
  }

  /// The stop for lunch.
  public struct Stop: Sendable, Hashable {
    /// The time of arrival.
    public var arrival: DayTime
    /// The time the meal starts.
    public var start: DayTime
    /// The time of departure.
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
  /// The unit of the score.
  public var measure: Measure
  /// The score of the tour.
  public var score: Double
  /// The upper bound of the score of all tours.
  public var scoreUpperBound: Double
  /// The runs counted, in the order they are skied.
  public var runs: [TourRun]
  /// The requested runs that the tour leaves out.
  public var missing: [TourRun]
  /// The obstacle of each run in ``missing``, at any time of the day; nil when only time is missing.
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
  /// The longest line, which has to be skied for the run to count.
  public var feature: FeatureIndex
  /// The name, or the number on the sign.
  public var label: String?
}

/// The progress of the search for a tour.
public struct TourProgress: Sendable, Hashable {
  /// The finished part of the preparation, 0 to 1.
  public var prepared: Double
  /// The score of the best tour so far; nil while unknown.
  public var score: Double?
  /// The upper bound of the score; nil while unknown.
  public var scoreUpperBound: Double?
}
