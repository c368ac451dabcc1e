public import SkiBase
public import SkiGraph

/// The quantity that a tour maximises.
@nonexhaustive
public enum TourGoal: Sendable, Hashable {
  /// Metres of descent: the fall of the runs skied, less what is climbed without a lift. Without elevations it is
  /// ``distance``.
  case metres
  /// Horizontal metres along runs skied downhill, less those walked.
  case distance
  /// The number of different runs of 150 m or more, of those with a label where the region has any; see ``TourRun``.
  case differentRuns
  /// The number of some requested runs, one or more; those of one label count as one.
  case runs([FeatureIndex])
}

/// The stop for lunch of a tour.
public struct TourLunch: Sendable, Hashable {
  /// The place of the meal.
  public var place: RouteEndpoint
  /// The earliest start of the meal, 0:00 to 48:00; earlier arrivals wait.
  public var earliest: DayTime
  /// The latest start of the meal, not before ``earliest``.
  public var latest: DayTime
  /// The duration of the meal, in milliseconds: 0 to 86,400,000.
  public var milliseconds: Int

  /// Creates a lunch.
  /// - Parameters:
  ///   - place: The place.
  ///   - earliest: The earliest start of the meal.
  ///   - latest: The latest start of the meal, not before `earliest`.
  ///   - milliseconds: The duration of the meal in milliseconds, up to a day.
  public init(place: RouteEndpoint, earliest: DayTime, latest: DayTime, milliseconds: Int = 3_600_000) {
    self.place = place
    self.earliest = earliest
    self.latest = latest
    self.milliseconds = milliseconds
  }
}

/// The limits of the work of a search for a tour, besides those of the task's ``WorkLimit``.
package struct TourLimits: Sendable, Hashable {
  /// The maximum number of states in memory, 16 bytes each; for goals of runs a quarter of that and at most 150,000,
  /// about 100 bytes each.
  package var maximumLabelCount: Int
  /// The maximum number of cells in the table of upper bounds, 4 bytes each.
  package var tableCellCount: Int

  /// Creates limits; the defaults are those of ``WorkLimit/defaultSearchBytes``, and take a few seconds on the largest ski
  /// areas.
  package init(maximumLabelCount: Int = 4_000_000, tableCellCount: Int = 8_000_000) {
    self.maximumLabelCount = maximumLabelCount
    self.tableCellCount = tableCellCount
  }

  /// Returns the limits that also keep to a number of bytes: half for states, a quarter for the table, the rest for the
  /// growth of arrays. At least one state and one cell remain, with which a search ends at its first tour.
  func within(bytes: Int) -> TourLimits {
    TourLimits(
      maximumLabelCount: min(maximumLabelCount, max(1, bytes / 32)),
      tableCellCount: min(tableCellCount, max(1, bytes / 16)))
  }
}

/// A request for a tour of a day, from home and back.
public struct TourRequest: Sendable, Hashable {
  /// The start, also the end unless ``end`` is given.
  public var home: RouteEndpoint
  /// The place where the tour ends; nil for ``home``.
  public var end: RouteEndpoint?
  /// The time of departure, 0:00 to 48:00.
  public var from: DayTime
  /// The latest time of arrival, ``from`` to 48:00.
  public var until: DayTime
  /// The ability and limits of the skier.
  public var profile: SkierProfile
  /// The quantity that the tour maximises.
  public var goal: TourGoal
  /// The stop for lunch; nil without one.
  public var lunch: TourLunch?
  package var limits: TourLimits
  /// Indicates whether a tour of ``TourGoal/metres`` or ``TourGoal/distance`` gives up to 2 % of them for more different
  /// runs.
  public var variesRuns = true
  /// The maximum distance of a coordinate from the network, in metres, 0 or more.
  public var snapLimitMetres: Double

  /// Creates a request.
  /// - Parameters:
  ///   - home: The start.
  ///   - end: The end; nil for home.
  ///   - from: The time of departure, 0:00 to 48:00.
  ///   - until: The latest time of arrival, `from` to 48:00.
  ///   - profile: The skier.
  ///   - goal: The quantity to maximise.
  ///   - lunch: The stop for lunch; nil without one.
  ///   - snapLimitMetres: The maximum distance of a coordinate from the network, in metres, 0 or more.
  public init(
    home: RouteEndpoint, end: RouteEndpoint? = nil, from: DayTime, until: DayTime,
    profile: SkierProfile = SkierProfile(), goal: TourGoal = .metres, lunch: TourLunch? = nil,
    snapLimitMetres: Double = RouteRequest.defaultSnapLimitMetres
  ) {
    (self.home, self.end, self.from, self.until) = (home, end, from, until)
    (self.profile, self.goal, self.lunch) = (profile, goal, lunch)
    (limits, self.snapLimitMetres) = (TourLimits(), snapLimitMetres)
  }
}
