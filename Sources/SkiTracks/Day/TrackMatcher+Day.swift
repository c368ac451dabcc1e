import SkiBase
public import SkiGraph

/// A recorded day on a map; its indices are valid for the map it was matched to.
public struct MatchedDay: Sendable, Equatable {
  /// The laps, unmatched stretches and totals.
  public var day: SkiDay
  /// The accepted fixes with their matched positions, in the order of ``SkiDay/points``.
  public var track: MatchedTrack
  /// The number of refused fixes by reason; reasons that did not occur are missing.
  public var refusedCounts: [FixRejection: Int]
}

extension TrackMatcher {
  /// Returns a recording as one day: its segments in order of time, filtered, matched and split into laps.
  ///
  /// See ``days(of:filter:options:)`` for recordings of several days.
  /// - Parameters:
  ///   - file: The recording of one traveller.
  ///   - filter: The rules that accept or refuse fixes.
  ///   - options: The thresholds of laps.
  /// - Throws: ``SkiError`` with code `.emptyInput` when no fix is accepted, and the errors of ``match(_:)``.
  /// - Complexity: That of ``match(_:)``, and O(*n* log *n*) in fixes, passages and the points of the edges travelled;
  ///   for each gap in the fixes O(*m* log *m*) in the edges within reach.
  public func day(
    of file: TrackFile, filter: FixFilter = FixFilter(), options: SkiDayOptions = SkiDayOptions()
  ) throws -> MatchedDay {
    let (fixes, refused) = try accepted(of: file, filter)
    return try day(of: try match(fixes), options, refused)
  }

  /// Returns the days of a recording in order of time, each with its own laps and totals.
  ///
  /// A day ends at 4 o'clock at night by the sun, before a gap in the fixes longer than
  /// ``SkiDayOptions/dayGapSeconds``, and before one after which the traveller is in another ski area, 2 km away or
  /// farther, that cannot be skied to in the time. A ride between areas with fixes is an unmatched stretch of one day.
  /// - Parameters:
  ///   - file: The recording of one traveller.
  ///   - filter: The rules that accept or refuse fixes.
  ///   - options: The thresholds of laps and days.
  /// - Returns: At least one day; ``MatchedDay/refusedCounts`` are those of the whole recording.
  /// - Throws: As ``day(of:filter:options:)``.
  /// - Complexity: That of ``day(of:filter:options:)``.
  public func days(
    of file: TrackFile, filter: FixFilter = FixFilter(), options: SkiDayOptions = SkiDayOptions()
  ) throws -> [MatchedDay] {
    let (fixes, refused) = try accepted(of: file, filter)
    return try DaySplitting(options: options).days(fixes).flatMap { fixes in
      try AreaSplitting(options: options) { try graph(of: $0) }.tracks(try match(fixes)).map {
        try day(of: $0, options, refused)
      }
    }
  }

  private func day(
    of track: MatchedTrack, _ options: SkiDayOptions, _ refused: [FixRejection: Int]
  ) throws -> MatchedDay {
    let edges = try TravelledEdges(track) { try graph(of: $0) }
    return MatchedDay(
      day: SkiDay.make(from: track, edges: edges, options: options), track: track, refusedCounts: refused)
  }

  private func accepted(
    of file: TrackFile, _ filter: FixFilter
  ) throws(SkiError) -> (fixes: [LocationFix], refused: [FixRejection: Int]) {
    let segments = file.segments.sorted { a, b in
      (a.first?.time.secondsSince1970 ?? 0) < (b.first?.time.secondsSince1970 ?? 0)
    }
    var filter = filter
    let fixes = filter.accepted(of: segments.joined())
    guard !fixes.isEmpty else {
      throw SkiError(
        .emptyInput, "track has no plausible fix: \(filter.refusedCounts.words); record it again")
    }
    return (fixes, filter.refusedCounts)
  }
}

extension [FixRejection: Int] {
  /// The counts as text, sorted by reason: `3 duplicate, 1 future`; empty without any.
  /// - Complexity: O(*r* log *r*) in reasons.
  public var words: String {
    sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.value) \($0.key.rawValue)" }
      .joined(separator: ", ")
  }
}

/// Splits the fixes of a recording into days.
struct DaySplitting {
  /// The local solar time in seconds after midnight at which days are cut: lifts stand.
  private static let nightSeconds = 4 * 3600.0

  let options: SkiDayOptions

  /// Returns the fixes of each day, in order of time.
  ///
  /// A day ends before a gap longer than ``SkiDayOptions/dayGapSeconds``, and at 4 o'clock at night by the sun.
  /// - Complexity: O(*n*) in fixes.
  func days(_ fixes: [LocationFix]) -> [[LocationFix]] {
    var days: [[LocationFix]] = []
    var start = 0
    for position in fixes.indices.dropFirst() {
      let seconds = fixes[position].time.secondsSince1970 - fixes[position - 1].time.secondsSince1970
      // The longitude of the day's first fix: that of a day across the antimeridian does not jump.
      let longitude = fixes[start].coordinate.longitude
      let isNight =
        seconds > 0 && night(fixes[position].time, longitude) > night(fixes[position - 1].time, longitude)
      guard isNight || seconds > SkiDayOptions.dayGapSeconds else { continue }
      days.append(Array(fixes[start..<position]))
      start = position
    }
    return start < fixes.count ? days + [Array(fixes[start...])] : days
  }

  /// Returns the number of the nights up to a time at a longitude.
  private func night(_ time: UniversalTime, _ longitude: Double) -> Double {
    ((time.secondsSince1970 + longitude / 360 * 86_400 - Self.nightSeconds) / 86_400).rounded(.down)
  }
}

/// Splits a matched track at changes of the ski area that cannot have been skied.
///
/// A change is a gap in the fixes after which the traveller is in another area, 2 km away or farther, without a way
/// through the network in the time. A ride by car or bus that was recorded is an unmatched stretch and splits nothing.
struct AreaSplitting {
  /// The least straight distance of a change in metres; neighbouring areas may be walked between.
  private static let leastMetres = 2000.0

  let options: SkiDayOptions
  let graph: (RegionIndex) throws -> RoutingGraph

  /// The measured area of a place; nil for the area of a region that has none there.
  private struct AreaKey: Hashable {
    var region: RegionIndex
    var area: AreaIndex?
  }

  /// Returns the tracks of each area visited, in order of time.
  /// - Complexity: O(*n*) in fixes, and for each gap that of ``GapWaySearch``.
  func tracks(_ track: MatchedTrack) throws -> [MatchedTrack] {
    let edges = try TravelledEdges(track, graph: graph)
    var tracks: [MatchedTrack] = []
    var rest = track
    var position = 1
    while position < rest.fixes.count {
      if try isChange(rest, at: position, edges) {
        let (before, after) = GapBridging(track: rest, edges: edges, options: options).halves(at: position)
        tracks.append(before)
        (rest, position) = (after, 1)
      } else {
        position += 1
      }
    }
    return tracks + [rest]
  }

  private func isChange(_ track: MatchedTrack, at position: Int, _ edges: TravelledEdges) throws(SkiError)
    -> Bool
  {
    let seconds =
      track.fixes[position].fix.time.secondsSince1970 - track.fixes[position - 1].fix.time.secondsSince1970
    guard seconds > options.gapSeconds,
      let before = track.fixes[..<position].last(where: { $0.place != nil }),
      let after = track.fixes[position...].first(where: { $0.place != nil }),
      before.coordinate.distanceMetres(to: after.coordinate) >= Self.leastMetres,
      let start = before.place, let goal = after.place
    else { return false }
    let areas = [start, goal].map { place in
      let graph = edges.graph(place.region)
      let area = edges.edge(place.region, place.edge).feature.flatMap { graph.feature($0).area }
      return AreaKey(region: place.region, area: area)
    }
    guard areas[0] != areas[1] else { return false }
    guard start.region == goal.region else { return true }
    guard areas.allSatisfy({ $0.area != nil }) else { return false }
    var search = GapWaySearch(edges.graph(start.region), options: options)
    return !search.mayReach(
      from: start, to: goal,
      seconds: after.fix.time.secondsSince1970 - before.fix.time.secondsSince1970)
  }
}
