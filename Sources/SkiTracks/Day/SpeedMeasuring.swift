/// Computes speeds along the map's line from matched fixes, robust against outliers.
///
/// A speed is taken over ``lagSeconds`` or more; of the speeds within ``windowSeconds`` the median counts. **Source:**
/// the median of slopes of Theil 1950 and Sen 1968, in a window.
struct SpeedMeasuring {
  /// The least interval of a speed, in seconds.
  static let lagSeconds = 5.0
  /// The least time, in seconds, for which a top speed is held.
  static let windowSeconds = 10.0
  /// The longest interval between fixes, in seconds, over which speeds are computed.
  static let gapSeconds = 30.0
  /// The movement in metres within a window below which a carrier stands still.
  static let standingMetres = 2.0

  /// A fix with its distance along the passages in metres on the map, and its elevation.
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

  /// Returns the highest speed held for ``windowSeconds``, in metres per second; nil without enough fixes.
  /// - Complexity: O(*n* *w* log *w*) in fixes and those in a window.
  static func top(_ progress: [Progress]) -> Double? {
    let speeds = speeds(progress)
    var best: Double?
    var first = 0
    for last in speeds.indices {
      while first < last, speeds[last].to - speeds[first + 1].from >= windowSeconds { first += 1 }
      guard last - first >= 2, speeds[last].to - speeds[first].from >= windowSeconds,
        speeds[last].to - speeds[first].from <= windowSeconds + gapSeconds
      else { continue }
      let window = speeds[first...last].map(\.metresPerSecond).sorted()
      let median = window[window.count / 2]
      best = max(best ?? 0, window.count % 2 == 1 ? median : (median + window[window.count / 2 - 1]) / 2)
    }
    return best
  }

  /// Returns the time without movement, in seconds. Complexity: O(*n*).
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
      guard span >= windowSeconds, span <= windowSeconds + gapSeconds,
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
      guard seconds >= lagSeconds, seconds <= gapSeconds else { continue }
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
