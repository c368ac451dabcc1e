import SkiGeo
import SkiGraph

/// A recorded day on a map; its indices are valid for the map it was matched to.
public struct MatchedDay: Sendable {
  /// The laps, unmatched stretches and totals.
  public var day: SkiDay
  /// The accepted fixes with their matched positions, in the order of ``SkiDay/points``.
  public var track: MatchedTrack
  /// The number of refused fixes by reason; reasons that did not occur are missing.
  public var refusedCounts: [FixRejection: Int]
}

extension TrackMatcher {
  /// Returns the day of a recording: its segments in order of time, filtered, matched and split into laps.
  /// - Parameters:
  ///   - file: The recording of one traveller.
  ///   - filter: The rules that accept or refuse fixes.
  ///   - options: The thresholds of laps.
  /// - Throws: ``SkiError`` with code `.emptyInput` when no fix is accepted, and the errors of ``match(_:)``.
  /// - Complexity: That of ``match(_:)``, and O(*n* log *n*) in fixes, passages and the points of the edges travelled.
  public func day(
    of file: TrackFile, filter: FixFilter = FixFilter(), options: SkiDayOptions = SkiDayOptions()
  ) throws -> MatchedDay {
    let segments = file.segments.sorted { a, b in
      (a.first?.time.secondsSince1970 ?? 0) < (b.first?.time.secondsSince1970 ?? 0)
    }
    var filter = filter
    let fixes = filter.accepted(of: segments.joined())
    guard !fixes.isEmpty else {
      throw SkiError(
        .emptyInput, "track has no plausible fix: \(filter.refusedCounts.words); record it again")
    }
    let track = try match(fixes)
    return MatchedDay(
      day: SkiDay.make(from: track, edges: try TravelledEdges(track) { try graph(of: $0) }, options: options),
      track: track, refusedCounts: filter.refusedCounts)
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
