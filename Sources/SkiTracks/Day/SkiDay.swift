public import SkiBase
public import SkiGraph

/// A fix of a day, projected onto the map.
public struct DayPoint: Hashable, Sendable {
  /// The time of the fix.
  public var time: UniversalTime
  /// The matched coordinate; the fix's own where it is unmatched.
  public var coordinate: Coordinate
  /// The elevation in metres above mean sea level: the map's at the matched place, or else the receiver's; nil when
  /// neither is known.
  public var elevationMetres: Double?
  /// The activity of the traveller at the fix.
  public var state: TravellerState
  /// The lap of the fix, as a position in ``SkiDay/laps``; nil outside laps.
  public var lap: Int?
}

/// A measured ski area with at least one lap.
public struct VisitedArea: Hashable, Sendable {
  /// The region of the map with the area's graph.
  package var region: RegionIndex
  /// The area in the graph of ``region``.
  package var area: AreaIndex
  /// The name of the mapped area; nil when none is mapped or it has no name.
  public var name: String?
  /// The identifier of the mapped area in its source; nil when none is mapped.
  public var id: SourceID?
  /// The number of operating lifts in the area.
  public var operatingLiftCount: Int

  /// Creates an area from its members.
  package init(region: RegionIndex, area: AreaIndex, name: String?, id: SourceID?, operatingLiftCount: Int) {
    self.region = region
    self.area = area
    self.name = name
    self.id = id
    self.operatingLiftCount = operatingLiftCount
  }
}

/// A day of skiing: laps in order, unmatched stretches, and totals.
///
/// ``TrackMatcher/day(of:filter:options:)`` makes it from a recording. ``laps`` and ``unmatched`` do not overlap in
/// time.
public struct SkiDay: Hashable, Sendable {
  /// The lift rides and runs in order of time.
  public var laps: [Lap]
  /// The stretches that match no feature of the map, in order of time.
  public var unmatched: [UnmatchedStretch]
  /// The descents from lift to lift in order of time.
  public var descents: [Descent] = []
  /// The breaks in order of time.
  public var breaks: [DayBreak] = []
  /// The totals of the day.
  public var totals: DayTotals
  /// The points of the day, one for each fix of the track, in order of time.
  public var points: [DayPoint]
  /// The ski areas with laps, in order of the first lap; empty where no lap is in an area.
  public var areas: [VisitedArea]
  /// The thresholds the day was made with.
  public var options: SkiDayOptions

  /// The time of the first fix; nil for an empty track.
  public var start: UniversalTime? { points.first?.time }
  /// The time of the last fix; nil for an empty track.
  public var end: UniversalTime? { points.last?.time }

  /// Returns the day of a matched track.
  ///
  /// Successive pieces of one feature are one lap. A run that is only crossed, or touched at a junction, is merged into
  /// the run skied there, as are connectors. A lift ride is one lap from station to station, its stops included. No lap
  /// spans a gap in the fixes longer than ``SkiDayOptions/gapSeconds``, unless the network leaves one way over it in
  /// plausible time, see ``Lap/bridged``.
  /// - Parameters:
  ///   - track: A track matched to `map`, its fixes in order of time.
  ///   - map: The map it was matched to.
  ///   - options: The thresholds of laps.
  /// - Throws: ``SkiError`` with code `.malformedData` when a region of the map was altered.
  /// - Complexity: O(*n* log *n*) in fixes, passages and the points of the edges travelled.
  /// - Precondition: The places in `track` are those of `map`.
  package static func make(
    from track: MatchedTrack, map: SkiMap, options: SkiDayOptions = SkiDayOptions()
  ) throws -> SkiDay {
    try make(from: track, edges: TravelledEdges(track) { try map.graph($0) }, options: options)
  }

  /// Returns the day of a track that was matched to one graph; see ``make(from:map:options:)``.
  /// - Precondition: The places in `track` are those of `graph`.
  package static func make(
    from track: MatchedTrack, graph: RoutingGraph, options: SkiDayOptions = SkiDayOptions()
  ) -> SkiDay {
    make(from: track, edges: TravelledEdges(track, graph), options: options)
  }

  static func make(
    from track: MatchedTrack, edges: TravelledEdges, options: SkiDayOptions
  ) -> SkiDay {
    let track = GapBridging(track: track, edges: edges, options: options).bridged()
    let edges = edges.adding(track.passages)
    let parts = PartFolding(track: track, edges: edges, options: options).parts()
    return DayAssembly(track: track, edges: edges, options: options).day(parts)
  }
}

extension SkiDay {
  /// Returns the laps after gaps in the fixes over which the way is unknown, as positions in ``laps``.
  /// - Complexity: O(*n* + *l*) in points and laps.
  func lapsAfterGaps() -> Set<Int> {
    var result: Set<Int> = []
    var lap = 0
    for position in points.indices.dropFirst() {
      let (from, to) = (points[position - 1].time, points[position].time)
      guard to.secondsSince1970 - from.secondsSince1970 > options.gapSeconds else { continue }
      while lap < laps.count, laps[lap].start < to { lap += 1 }
      // A lap up to the next fix, or one within the gap, bridges it.
      if lap < laps.count, lap == 0 || laps[lap - 1].end <= from { result.insert(lap) }
    }
    return result
  }
}

/// A break of a day: a stay of ``SkiDayOptions/breakSeconds`` or more other than on a lift or in a queue.
public struct DayBreak: Hashable, Sendable, Codable {
  /// The time of arrival.
  public var start: UniversalTime
  /// The time of departure.
  public var end: UniversalTime
  /// The mean coordinate of its fixes.
  public var coordinate: Coordinate
  /// The name of the hut nearest within 80 m; nil when there is none or it has no name.
  public var hut: String?
  /// The identifier of that hut in its source file; nil when there is none.
  public var hutID: SourceID?

  /// The time from start to end, in seconds.
  public var durationSeconds: Double { max(0, end.secondsSince1970 - start.secondsSince1970) }
}

/// The thresholds that separate laps from pieces too short for one.
///
/// The defaults hold for intervals between fixes of one second to half a minute. Lengths are metres on the map.
public struct SkiDayOptions: Hashable, Sendable {
  /// The least length of a run, in metres; shorter pieces (crossings, junctions) are merged into the run before or
  /// after them.
  public var leastRunMetres = 50.0
  /// The greatest length, in metres, of a connector that is merged into its neighbours; longer ones are walks.
  public static let mergedConnectorMetres = 150.0
  /// The longest interruption of a run, in seconds, within one lap.
  public static let longestInterruptionSeconds = 30.0
  /// The longest interval between fixes, in seconds, that counts as recorded; longer ones are gaps.
  public var gapSeconds = 120.0
  /// The longest interval on one lift ride, in seconds, without fixes on the map, stops of the lift included; twice the
  /// usual time of the ride where that is longer.
  public static let rideGapSeconds = 900.0
  /// The greatest extent, in metres, of unmatched fixes that are a stop and not a stretch.
  public static let stopExtentMetres = 60.0

  /// The least time of a break without movement, in seconds.
  public var breakSeconds = 600.0

  /// The longest interval between fixes of one day, in seconds, where a recording is split into days.
  public static let dayGapSeconds = 14_400.0

  /// Creates options with the default values.
  public init() {}
}

/// A descent as a skier counts it: all runs between two lift rides, with its breaks and the stretches off the map.
///
/// A gap in the fixes over which the way is unknown ends a descent; another one starts after it.
public struct Descent: Hashable, Sendable, Codable {
  /// The runs of the descent, as positions in ``SkiDay/laps``; at least one.
  public var laps: Range<Int>
  /// The start of the first run or stretch.
  public var start: UniversalTime
  /// The end of the last run or stretch.
  public var end: UniversalTime
  /// The drop on runs in metres; nil where a run has no elevations.
  public var descentMetres: Double?
  /// The length of the runs in metres, along the surface.
  public var lengthMetres = 0.0
  /// The length of the stretches off the map in metres, on the map.
  public var offMapMetres = 0.0
  /// The drop of the stretches off the map in metres, by the receiver; 0 when unknown.
  public var offMapDescentMetres = 0.0
  /// The time without movement in seconds, breaks included.
  public var stoppedSeconds = 0.0
  /// The number of stops of a minute or more, breaks included.
  public var stopCount = 0
  /// The length of bridged parts in metres, see ``Lap/bridged``; also part of ``lengthMetres``.
  public var bridgedMetres = 0.0
  /// Indicates whether it starts after a gap in the fixes and not after a lift.
  public var startsAfterGap: Bool
  /// Indicates whether it ends before a gap in the fixes and not before a lift.
  public var endsBeforeGap = false

  /// The time from start to end in seconds, breaks included.
  public var durationSeconds: Double { max(0, end.secondsSince1970 - start.secondsSince1970) }
}
