import SkiBase
import SkiGraph

/// Assigns every second of a track to an activity.
struct TimeKeeping {
  private enum Use {
    case lap(Int)
    case wait(Int)
    case unmatched(UnmatchedReason)
  }

  private struct Window {
    var start: Double
    var end: Double
    var use: Use
  }

  let track: MatchedTrack
  let options: SkiDayOptions
  /// The times counted up to now.
  private(set) var totals = DayTotals()

  init(track: MatchedTrack, options: SkiDayOptions) {
    self.track = track
    self.options = options
  }

  /// Adds all times to the totals, and those of laps to the laps.
  ///
  /// - Complexity: O(*n* + *w* log *w*) in fixes and time windows.
  mutating func count(
    _ laps: inout [Lap], waits: [ClosedRange<UniversalTime>?], unmatched: [UnmatchedStretch]
  ) {
    let windows = windows(laps, waits, unmatched)
    var window = 0
    for position in track.fixes.indices.dropFirst() {
      var now = track.fixes[position - 1].fix.time.secondsSince1970
      let until = track.fixes[position].fix.time.secondsSince1970
      guard until - now > 0, (until - now).isFinite else { continue }
      let isSilent = until - now > options.gapSeconds
      while now < until {
        while window < windows.count, windows[window].end <= now { window += 1 }
        let isInside = window < windows.count && windows[window].start <= now
        let next = window < windows.count ? isInside ? windows[window].end : windows[window].start : until
        let end = min(until, next)
        give(
          end - now, to: isInside ? windows[window].use : nil, after: track.fixes[position - 1].state,
          isSilent: isSilent, &laps)
        now = end
      }
    }
  }

  private mutating func give(
    _ seconds: Double, to use: Use?, after state: TravellerState, isSilent: Bool, _ laps: inout [Lap]
  ) {
    switch use {
    case .lap(let index) where laps[index].kind == .lift: totals.rideSeconds += seconds
    case .unmatched(.unrecorded): totals.unrecordedSeconds += seconds
    case .lap(let index) where isSilent:
      laps[index].unrecordedSeconds += seconds
      totals.unrecordedSeconds += seconds
    case _ where isSilent: totals.unrecordedSeconds += seconds
    case .wait(let index):
      laps[index].waitSeconds += seconds
      totals.waitSeconds += seconds
    case .lap(let index) where state == .stopped || state == .waiting:
      laps[index].stoppedSeconds += seconds
      totals.stoppedSeconds += seconds
    case .lap: totals.skiSeconds += seconds
    case .unmatched: totals.unmatchedSeconds += seconds
    case nil where state == .onFoot || state == .onRun || state == .onLift: totals.walkSeconds += seconds
    case nil: totals.stoppedSeconds += seconds
    }
  }

  private func windows(
    _ laps: [Lap], _ waits: [ClosedRange<UniversalTime>?], _ unmatched: [UnmatchedStretch]
  ) -> [Window] {
    var windows: [Window] = []
    for (index, lap) in laps.enumerated() {
      if let wait = waits[index] {
        let start = max(wait.lowerBound, index > 0 ? laps[index - 1].end : wait.lowerBound)
        windows.append(
          Window(
            start: start.secondsSince1970, end: min(wait.upperBound, lap.start).secondsSince1970,
            use: .wait(index)))
      }
      windows.append(
        Window(start: lap.start.secondsSince1970, end: lap.end.secondsSince1970, use: .lap(index)))
    }
    windows += unmatched.map {
      Window(
        start: $0.start.secondsSince1970, end: $0.end.secondsSince1970, use: .unmatched($0.reason))
    }
    return windows.filter { $0.start < $0.end }.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
  }
}
