public import SkiBase
public import SkiGraph

/// A day as a value that outlives its map and its fixes: features are named by their source ids.
public struct DaySummary: Hashable, Sendable, Codable {
  /// A lift ride or a run.
  public struct Lap: Hashable, Sendable, Codable {
    /// The kind of the lap.
    public var kind: LapKind
    /// The feature's identifier in its source file.
    public var id: SourceID
    /// The feature's name; nil when it has none.
    public var name: String?
    /// The kind of lift; nil for runs.
    public var liftKind: LiftKind?
    /// The difficulty of the run; nil for lifts and ungraded runs.
    public var difficulty: Difficulty?
    /// The departure of the lift, or the time the run was entered.
    public var start: UniversalTime
    /// The time the lift or the run was left.
    public var end: UniversalTime
    /// The length in metres along the surface or the rope.
    public var lengthMetres: Double
    /// The ascent in metres; nil without elevations.
    public var ascentMetres: Double?
    /// The descent in metres; nil without elevations.
    public var descentMetres: Double?
    /// The time of waiting before the lift, in seconds.
    public var waitSeconds: Double
    /// The time without movement, in seconds.
    public var stoppedSeconds: Double
    /// The time of bridged parts, in seconds; see ``BridgedPart``.
    public var bridgedSeconds: Double
    /// The length of bridged parts, in metres.
    public var bridgedMetres: Double
    /// The highest speed held for about ten seconds, in metres per second; nil without enough fixes.
    public var topSpeedMetresPerSecond: Double?
    /// The mean confidence of its fixes, 0...1.
    public var confidence: Double
  }

  /// A stretch on no lift and no run.
  public struct Stretch: Hashable, Sendable, Codable {
    /// The reason it is unmatched.
    public var reason: UnmatchedReason
    /// The start of the stretch.
    public var start: UniversalTime
    /// The end of the stretch.
    public var end: UniversalTime
    /// The length along the fixes in metres on the map; the straight line where nothing was recorded.
    public var mapLengthMetres: Double
    /// The ascent in metres; nil when unknown.
    public var ascentMetres: Double?
    /// The descent in metres; nil when unknown.
    public var descentMetres: Double?
  }

  /// A ski area with laps.
  public struct Area: Hashable, Sendable, Codable {
    /// The identifier of the mapped area in its source; nil when none is mapped.
    public var id: SourceID?
    /// The name of the mapped area; nil when it has none.
    public var name: String?
    /// The number of operating lifts in the area.
    public var operatingLiftCount: Int
    /// The identifiers of the lifts ridden, in order.
    public var liftsRidden: [SourceID]
  }

  /// A notable result of the day.
  public struct Result: Hashable, Sendable, Codable {
    /// The subject, as in Data/Formats/day.md.
    public var kind: String
    /// The value in the unit of ``kind``.
    public var value: Double
    /// The name of the lift, run or area; nil where there is none.
    public var name: String?
    /// The lap, as a position in ``DaySummary/laps``; nil where it is not about one.
    public var lap: Int?
  }

  /// The time of the first fix; nil for an empty track.
  public var start: UniversalTime?
  /// The time of the last fix; nil for an empty track.
  public var end: UniversalTime?
  /// The lift rides and runs in order of time.
  public var laps: [Lap]
  /// The unmatched stretches in order of time.
  public var unmatched: [Stretch]
  /// The descents from lift to lift, their laps positions in ``laps``.
  public var descents: [Descent]
  /// The breaks in order of time.
  public var breaks: [DayBreak]
  /// The totals of the day.
  public var totals: DayTotals
  /// The ski areas with laps.
  public var areas: [Area]
  /// The achievements of the day, in order of their kinds.
  public var achievements: [Result]

  /// Creates the summary of a day.
  /// - Parameters:
  ///   - day: The day.
  ///   - offset: The offset of local time from UTC, for achievements at a time of day.
  /// - Complexity: O(*l* log *l* + *l* · *a*) in laps and areas.
  public init(_ day: SkiDay, offset: UTCOffset = .zero) {
    (start, end) = (day.start, day.end)
    laps = day.laps.map(Lap.init)
    unmatched = day.unmatched.map(Stretch.init)
    (descents, breaks, totals) = (day.descents, day.breaks, day.totals)
    areas = day.areas.enumerated().map { index, area in
      let rides = day.laps.filter { $0.kind == .lift && $0.area == index }.map(\.id)
      return Area(
        id: area.id, name: area.name, operatingLiftCount: area.operatingLiftCount,
        liftsRidden: Set(rides).sorted { $0.rawValue < $1.rawValue })
    }
    achievements = Achievement.of([day], offset: offset).map {
      Result(kind: $0.kind.rawValue, value: $0.value, name: $0.name, lap: $0.lap)
    }
  }
}

extension DaySummary.Lap {
  init(_ lap: Lap) {
    (kind, id, name, liftKind, difficulty) = (lap.kind, lap.id, lap.name, lap.liftKind, lap.difficulty)
    (start, end, lengthMetres) = (lap.start, lap.end, lap.lengthMetres)
    (ascentMetres, descentMetres) = (lap.ascentMetres, lap.descentMetres)
    (waitSeconds, stoppedSeconds) = (lap.waitSeconds, lap.stoppedSeconds)
    (bridgedSeconds, bridgedMetres) = (lap.bridgedSeconds, lap.bridgedMetres)
    (topSpeedMetresPerSecond, confidence) = (lap.topSpeedMetresPerSecond, lap.confidence)
  }
}

extension DaySummary.Stretch {
  init(_ stretch: UnmatchedStretch) {
    (reason, start, end) = (stretch.reason, stretch.start, stretch.end)
    mapLengthMetres = stretch.mapLengthMetres
    (ascentMetres, descentMetres) = (stretch.ascentMetres, stretch.descentMetres)
  }
}
