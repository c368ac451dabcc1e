public import SkiGeo
package import SkiGraph
public import SkiModel

/// A moment of a day as it is laid onto the map.
///
/// A value.
public struct DayPoint: Hashable, Sendable {
  /// When it was.
  public var time: UniversalTime
  /// The place on the map; the fix's own off it.
  public var coordinate: Coordinate
  /// The map's elevation there; the fix's own off the map and where the map has none.
  public var elevationMetres: Double?
  /// What the traveller was doing.
  public var state: TravellerState
  /// The lap, as a position in ``SkiDay/laps``.
  public var lap: Int?
}

/// A measured ski area that was skied in.
///
/// A value.
public struct VisitedArea: Hashable, Sendable {
  /// The region of the map, and the area in its graph.
  package var region: RegionIndex
  /// See ``region``.
  package var area: AreaIndex
  /// The name of the mapped area; nil when none is mapped.
  public var name: String?
  /// The id of the mapped area.
  public var id: SourceID?
  /// How many operating lifts it holds.
  public var operatingLiftCount: Int

  /// Makes an area.
  package init(region: RegionIndex, area: AreaIndex, name: String?, id: SourceID?, operatingLiftCount: Int) {
    self.region = region
    self.area = area
    self.name = name
    self.id = id
    self.operatingLiftCount = operatingLiftCount
  }
}

/// What was skied on a day: lifts ridden and runs skied in order, what fits nothing, and the sums.
///
/// A value, made from a matched track by ``make(from:map:options:)``. ``laps`` hold nothing but lifts and runs; what the map
/// doesn't know is in ``unmatched``. Neither overlaps in time.
public struct SkiDay: Hashable, Sendable {
  /// Lift rides and runs in order of time.
  public var laps: [Lap]
  /// Stretches off the map, in order of time.
  public var unmatched: [UnmatchedStretch]
  /// The sums.
  public var totals: DayTotals
  /// One for each fix of the track, in order.
  public var points: [DayPoint]
  /// The ski areas that were skied in, in order of the first lap there.
  public var areas: [VisitedArea]

  /// When the first fix was taken; nil for an empty track.
  public var start: UniversalTime? { points.first?.time }
  /// When the last fix was taken; nil for an empty track.
  public var end: UniversalTime? { points.last?.time }

  /// Returns the day a matched track tells of.
  ///
  /// Successive pieces of one feature are a lap. A run that is crossed, or touched at a junction, is part of what was skied
  /// there; so are connectors. A lift ridden is one lap from station to station, standing still and cold phones included.
  /// - Parameters:
  ///   - track: A track matched to `map`, its fixes in order of time.
  ///   - map: The map it was matched to.
  ///   - options: What is too little for a lap.
  /// - Throws: ``SkiError`` with code `.malformedData` when a region of the map was altered.
  /// - Complexity: O(*n* log *n*) in fixes, passages and the points of the edges travelled.
  /// - Precondition: the places in `track` are those of `map`.
  package static func make(
    from track: MatchedTrack, map: SkiMap, options: SkiDayOptions = SkiDayOptions()
  ) throws -> SkiDay {
    try make(from: track, ways: TravelledWays(track) { try map.graph($0) }, options: options)
  }

  /// Returns the day a track tells of that was matched to one graph; see ``make(from:map:options:)``.
  /// - Complexity: As there.
  /// - Precondition: the places in `track` are those of `graph`.
  package static func make(
    from track: MatchedTrack, graph: RoutingGraph, options: SkiDayOptions = SkiDayOptions()
  ) -> SkiDay {
    make(from: track, ways: TravelledWays(track, graph), options: options)
  }

  static func make(
    from track: MatchedTrack, ways: TravelledWays, options: SkiDayOptions
  ) -> SkiDay {
    let parts = PartFolding(track: track, ways: ways, options: options).parts()
    return DayAssembly(track: track, ways: ways, options: options).day(parts)
  }
}
