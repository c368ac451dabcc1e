public import SkiBase
import SkiGraph

/// Finds the stretches of a track that match no feature of the map.
struct UnmatchedFinding {
  let track: MatchedTrack
  let stays: [Stay]
  let options: SkiDayOptions

  /// Returns the stretches between laps, in order. Complexity: O(*n* log *n*) in fixes and laps.
  func stretches(between laps: [Lap]) -> [UnmatchedStretch] {
    var stretches: [UnmatchedStretch] = []
    var lap = 0
    var position = 0
    while position < track.fixes.count {
      let first = position
      let isOff = track.fixes[first].state == .offMap
      repeat {
        position += 1
      } while position < track.fixes.count && (track.fixes[position].state == .offMap) == isOff
        && seconds(position) <= options.gapSeconds
      if isOff {
        let middle = time((first + position - 1) / 2)
        while lap < laps.count, laps[lap].end < middle { lap += 1 }
        if lap == laps.count || laps[lap].start > middle,
          let stretch = stretch(
            first..<position, after: lap > 0 ? laps[lap - 1].end : nil,
            before: lap < laps.count ? laps[lap].start : nil)
        {
          stretches.append(stretch)
        }
      }
    }
    return merged(stretches, gaps(between: laps))
  }

  private func time(_ position: Int) -> UniversalTime { track.fixes[position].fix.time }

  /// Returns a sequence of unmatched fixes as a stretch between the matched fixes around it; nil for a stop.
  private func stretch(
    _ fixes: Range<Int>, after: UniversalTime?, before: UniversalTime?
  ) -> UnmatchedStretch? {
    let line = TrackLine(fixes, of: track.fixes, stops: stays)
    guard line.extentMetres > SkiDayOptions.stopExtentMetres else { return nil }
    var start = time(fixes.lowerBound)
    var end = time(fixes.upperBound - 1)
    if fixes.lowerBound > 0, seconds(fixes.lowerBound) <= options.gapSeconds {
      start = time(fixes.lowerBound - 1)
    }
    if fixes.upperBound < track.fixes.count, seconds(fixes.upperBound) <= options.gapSeconds {
      end = time(fixes.upperBound)
    }
    if let after { start = max(start, after) }
    if let before { end = min(end, before) }
    return UnmatchedStretch(
      reason: .offMap, start: start, end: max(start, end), mapLengthMetres: line.mapLengthMetres,
      ascentMetres: line.ascentMetres, descentMetres: line.descentMetres, fixes: fixes)
  }

  /// Returns the seconds from the fix before a position to the fix at it.
  private func seconds(_ position: Int) -> Double {
    time(position).secondsSince1970 - time(position - 1).secondsSince1970
  }

  /// Returns the gaps of the recording after which the traveller was elsewhere, where no lap covers them.
  private func gaps(between laps: [Lap]) -> [UnmatchedStretch] {
    var result: [UnmatchedStretch] = []
    var lap = 0
    for position in track.fixes.indices.dropFirst() where seconds(position) > options.gapSeconds {
      let (from, to) = (track.fixes[position - 1].fix, track.fixes[position].fix)
      let line = TrackLine(position - 1..<position + 1, of: track.fixes)
      guard line.extentMetres > SkiDayOptions.stopExtentMetres else { continue }
      while lap < laps.count, laps[lap].end <= from.time { lap += 1 }
      let free = Self.longestFree(from.time...max(from.time, to.time), laps[lap...])
      guard 2 * free.seconds >= seconds(position) else { continue }
      result.append(
        UnmatchedStretch(
          reason: .unrecorded, start: free.start, end: free.start.advanced(bySeconds: free.seconds),
          mapLengthMetres: line.mapLengthMetres, fixes: position..<position))
    }
    return result
  }

  /// Returns the longest part of a gap that no lap covers.
  private static func longestFree(
    _ silence: ClosedRange<UniversalTime>, _ laps: ArraySlice<Lap>
  ) -> (start: UniversalTime, seconds: Double) {
    var (start, best) = (silence.lowerBound, (start: silence.lowerBound, seconds: 0.0))
    func consider(_ end: UniversalTime) {
      let seconds = end.secondsSince1970 - start.secondsSince1970
      if seconds > best.seconds { best = (start, seconds) }
    }
    for lap in laps {
      guard lap.start < silence.upperBound else { break }
      consider(lap.start)
      start = max(start, lap.end)
    }
    consider(silence.upperBound)
    return best
  }

  private func merged(_ a: [UnmatchedStretch], _ b: [UnmatchedStretch]) -> [UnmatchedStretch] {
    (a + b).sorted { ($0.start, $0.fixes.lowerBound) < ($1.start, $1.fixes.lowerBound) }
  }
}

/// The reason a stretch of a day is on no lift and no run.
@nonexhaustive
public enum UnmatchedReason: String, Sendable, Hashable, CaseIterable, Codable {
  /// The reason that no feature of the map fits the fixes: off-piste skiing, or a lift or run that is not mapped.
  case offMap = "off-map"
  /// The reason that nothing was recorded, and the traveller was elsewhere afterwards.
  case unrecorded
}

/// A part of a day that matches no feature of the map; it is measured on the fixes themselves.
public struct UnmatchedStretch: Hashable, Sendable {
  /// The reason it is unmatched.
  public var reason: UnmatchedReason
  /// The start of the stretch: the later of the fix and the end of the lap before it; after a gap its first fix.
  public var start: UniversalTime
  /// The end of the stretch: the earlier of the fix and the start of the lap after it; before a gap its last fix.
  public var end: UniversalTime
  /// The length along the fixes in metres on the map, without jitter; the straight line where nothing was recorded.
  public var mapLengthMetres: Double
  /// The ascent in metres from the receiver's elevations, without its jumps and changes below two standard deviations, at
  /// least 8 m; nil when unknown or not to be trusted, where they change by more than 1.2 m for each metre of the way,
  /// and where nothing was recorded.
  public var ascentMetres: Double?
  /// The descent in metres; nil as ``ascentMetres``.
  public var descentMetres: Double?
  /// The fixes, as positions in ``SkiDay/points``; empty where nothing was recorded.
  public var fixes: Range<Int>

  /// The time from start to end, in seconds.
  public var durationSeconds: Double { max(0, end.secondsSince1970 - start.secondsSince1970) }

  /// Creates a stretch from its members.
  public init(
    reason: UnmatchedReason, start: UniversalTime, end: UniversalTime, mapLengthMetres: Double,
    ascentMetres: Double? = nil, descentMetres: Double? = nil, fixes: Range<Int>
  ) {
    self.reason = reason
    self.start = start
    self.end = end
    self.mapLengthMetres = mapLengthMetres
    self.ascentMetres = ascentMetres
    self.descentMetres = descentMetres
    self.fixes = fixes
  }
}
