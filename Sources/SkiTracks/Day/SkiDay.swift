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
