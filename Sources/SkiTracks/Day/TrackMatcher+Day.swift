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
