import SkiBase
import SkiGraph

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
      guard isNight || seconds > options.dayGapSeconds else { continue }
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
