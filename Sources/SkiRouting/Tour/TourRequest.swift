public import SkiGeo
public import SkiGraph

/// What a tour is to have as much of as time allows.
@nonexhaustive
public enum TourGoal: Sendable, Hashable {
  /// Metres skied downhill: the fall of the runs skied, less what one climbs without a lift. Where the map knows no
  /// heights, as ``distance``.
  case metres
  /// Metres along the runs skied downhill, less those walked; measured on the map.
  case distance
  /// Different runs; see ``TourRun`` for when one counts.
  case differentRuns
  /// All of some runs, or as many of them as time allows.
  case runs([FeatureIndex])
}

/// When and where a tour stops for lunch.
public struct TourLunch: Sendable, Hashable {
  /// Where.
  public var place: RouteEndpoint
  /// When it starts at the earliest; who comes earlier waits.
  public var earliest: DayTime
  /// When it starts at the latest.
  public var latest: DayTime
  /// How long it takes, milliseconds.
  public var milliseconds: Int

  /// Makes a lunch.
  public init(place: RouteEndpoint, earliest: DayTime, latest: DayTime, milliseconds: Int = 3_600_000) {
    self.place = place
    self.earliest = earliest
    self.latest = latest
    self.milliseconds = milliseconds
  }
}

/// How much work the search for a tour may be.
package struct TourLimits: Sendable, Hashable {
  /// No more states are kept at once, 16 bytes each; where runs are counted a quarter of that, some 100 bytes each.
  package var labelCount: Int
  /// No more cells has the table of what may still be gained; 4 bytes each.
  package var tableCellCount: Int

  /// Makes limits; the defaults take a few seconds and some 200 MB on the largest ski areas.
  package init(labelCount: Int = 4_000_000, tableCellCount: Int = 8_000_000) {
    self.labelCount = labelCount
    self.tableCellCount = tableCellCount
  }
}

/// A day on skis from home and back.
public struct TourRequest: Sendable, Hashable {
  /// Where it starts.
  public var home: RouteEndpoint
  /// Where it ends; nil for home.
  public var end: RouteEndpoint?
  /// When it starts.
  public var from: DayTime
  /// When one must be back.
  public var until: DayTime
  /// Who skis.
  public var profile: SkierProfile
  /// What the tour has as much of as possible.
  public var goal: TourGoal
  /// The meal; nil without one.
  public var lunch: TourLunch?
  package var limits: TourLimits
  /// How far a coordinate may lie from the network, metres.
  public var snapLimitMetres: Double

  /// Makes a request.
  public init(
    home: RouteEndpoint, end: RouteEndpoint? = nil, from: DayTime, until: DayTime,
    profile: SkierProfile = SkierProfile(), goal: TourGoal = .metres, lunch: TourLunch? = nil,
    snapLimitMetres: Double = RouteRequest.usualSnapLimitMetres
  ) {
    (self.home, self.end, self.from, self.until) = (home, end, from, until)
    (self.profile, self.goal, self.lunch) = (profile, goal, lunch)
    (limits, self.snapLimitMetres) = (TourLimits(), snapLimitMetres)
  }
}
