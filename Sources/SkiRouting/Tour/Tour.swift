public import SkiGeo
public import SkiGraph

/// A tour from home and back within hours, with a bound on how much better any other could be.
///
/// A value; `Sendable`; valid for the graph it was made for.
public struct Tour: Sendable {
  /// What was measured, in the unit of ``Tour/score`` and ``Tour/greatestScore``.
  @nonexhaustive
  public enum Measure: String, Sendable, Hashable, CaseIterable {
    /// Metres downhill, less those climbed without a lift.
    case fallMetres
    /// Metres along runs, less those walked.
    case lengthMetres
    /// Runs.
    case runs
  }

  /// The stop for lunch.
  public struct Stop: Sendable, Hashable {
    /// When one is there.
    public var arrival: DayTime
    /// When the meal starts.
    public var start: DayTime
    /// When one leaves.
    public var departure: DayTime
  }

  /// The way, in one leg without lunch and in two with it; each is a route with its departure. A leg without steps stays where
  /// it is.
  public var legs: [Route]
  /// The meal; nil without one.
  public var lunch: Stop?
  /// When one is back.
  public var arrival: DayTime
  /// What the score counts.
  public var measure: Measure
  /// How much of it the tour has.
  public var score: Double
  /// No tour has more.
  public var greatestScore: Double
  /// The runs that count, in the order they were skied.
  public var runs: [TourRun]
  /// The chosen runs the tour leaves out.
  public var missing: [TourRun]
  /// For each of ``missing`` what keeps it from any tour, whatever the hour; nil where only time lacks.
  public var obstacles: [TourObstacle?] = []
  /// What keeps every run from any tour, where a tour without a chosen run has nothing to ski; nil where only time lacks.
  public var obstacle: TourObstacle?
  /// How many states the search looked at.
  public var settledCount: Int

  /// Whether no tour has more.
  public var isProvenBest: Bool { greatestScore <= score }
  /// How much more a tour may have at most, as a ratio of what this one has; nil where it has nothing.
  public var possibleGain: Double? { score > 0 ? max(0, greatestScore - score) / score : nil }
}

/// A run as a tour counts it: all lines of one name, or one line without a name.
public struct TourRun: Sendable, Hashable {
  /// Its longest line, which decides whether it was skied.
  public var feature: FeatureIndex
  /// Its name, or the number on its sign.
  public var label: String?
}

/// How far the search for a tour has come.
public struct TourProgress: Sendable, Hashable {
  /// The share of preparing that is done, 0 to 1.
  public var prepared: Double
  /// The score of the best tour known; nil while not known.
  public var score: Double?
  /// The score no tour exceeds; nil while not known.
  public var greatestScore: Double?
}
