/// Speeds along the map's line, from matched fixes: a single fix that jumps makes no speed.
///
/// Speeds are taken over five seconds or more; of those in ten seconds the median counts. **Source:** the median of slopes of
/// Theil 1950 and Sen 1968, in a window.
struct SpeedMeasuring {
  /// Speeds are differences over this many seconds at least.
  static let lagSeconds = 5.0
  /// A speed counts when it was kept up for so many seconds.
  static let windowSeconds = 10.0
  /// Over longer silence nothing is known.
  static let silenceSeconds = 30.0
  /// A carrier that makes less than this many metres in a window stands.
  static let standingMetres = 2.0

  /// A fix with how far along it is, metres on the map, and its elevation.
  struct Progress {
    var seconds: Double
    var metres: Double
    var elevationMetres: Double?
  }

  private struct Speed {
    var from: Double
    var to: Double
    var metresPerSecond: Double
  }

  /// Returns the highest speed that was kept up; nil without enough fixes.
  /// - Complexity: O(*n* *w* log *w*) in fixes and those in a window.
  static func top(_ progress: [Progress]) -> Double? {
    let speeds = speeds(progress)
    var best: Double?
    var first = 0
    for last in speeds.indices {
      while first < last, speeds[last].to - speeds[first + 1].from >= windowSeconds { first += 1 }
      guard last - first >= 2, speeds[last].to - speeds[first].from >= windowSeconds,
        speeds[last].to - speeds[first].from <= windowSeconds + silenceSeconds
      else { continue }
      let window = speeds[first...last].map(\.metresPerSecond).sorted()
      let median = window[window.count / 2]
      best = max(best ?? 0, window.count % 2 == 1 ? median : (median + window[window.count / 2 - 1]) / 2)
    }
    return best
  }

  /// Returns for how many seconds nothing moved. Complexity: O(*n*).
  static func standingSeconds(_ progress: [Progress]) -> Double {
    var (seconds, until) = (0.0, -Double.infinity)
    var first = 0
    for last in progress.indices {
      while progress[last].seconds - progress[first].seconds > windowSeconds,
        progress[last].seconds - progress[first + 1].seconds >= windowSeconds
      {
        first += 1
      }
      let span = progress[last].seconds - progress[first].seconds
      guard span >= windowSeconds, span <= windowSeconds + silenceSeconds,
        abs(progress[last].metres - progress[first].metres) < standingMetres * span / windowSeconds
      else { continue }
      seconds += progress[last].seconds - max(until, progress[first].seconds)
      until = progress[last].seconds
    }
    return seconds
  }

  private static func speeds(_ progress: [Progress]) -> [Speed] {
    var speeds: [Speed] = []
    var first = 0
    for last in progress.indices {
      while first < last, progress[last].seconds - progress[first + 1].seconds >= lagSeconds { first += 1 }
      let seconds = progress[last].seconds - progress[first].seconds
      guard seconds >= lagSeconds, seconds <= silenceSeconds else { continue }
      let flat = progress[last].metres - progress[first].metres
      var metres = abs(flat)
      if let low = progress[first].elevationMetres, let high = progress[last].elevationMetres {
        metres = (flat * flat + (high - low) * (high - low)).squareRoot()
      }
      speeds.append(
        Speed(
          from: progress[first].seconds, to: progress[last].seconds, metresPerSecond: metres / seconds))
    }
    return speeds
  }
}
