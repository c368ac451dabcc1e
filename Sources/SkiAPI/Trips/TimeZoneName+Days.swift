import Foundation
package import SkiBase

extension TimeZoneName {
  /// Returns the day of a moment by the zone's clocks.
  package func day(of time: UniversalTime) -> CalendarDay {
    let local = time.secondsSince1970 + Double(zone.secondsFromGMT(for: time.date))
    return CalendarDay(daysSince1970: Int((local / 86_400).rounded(.down)))
  }

  /// Returns the span of a day by the zone's clocks, of 23 to 25 hours where they are changed.
  package func window(of day: CalendarDay) -> TimeWindow {
    TimeWindow(
      fromMilliseconds: start(of: day.daysSince1970), untilMilliseconds: start(of: day.daysSince1970 + 1))
  }

  /// Returns the moment at which the zone's clocks show a time.
  ///
  /// Of two moments, where clocks are set back, it is the later one; a time that clocks leave out counts from before.
  /// - Parameter clock: The time of the clocks, taken as if it were Universal Time.
  package func time(ofClock clock: UniversalTime) -> UniversalTime {
    func offset(_ time: UniversalTime) -> Double { Double(zone.secondsFromGMT(for: time.date)) }
    // The offset at the time itself, which may differ from that at the first guess.
    let guess = clock.advanced(bySeconds: -offset(clock))
    return clock.advanced(bySeconds: -offset(guess))
  }

  private func start(of day: Int) -> Int64 {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    let noon = Double(day) * 86_400 + 43_200
    let offset = Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: noon)))
    let start = calendar.startOfDay(for: Date(timeIntervalSince1970: noon - offset))
    return Int64((start.timeIntervalSince1970 * 1000).rounded())
  }

  /// The system's zone; UTC for a name that its database has lost.
  private var zone: TimeZone { TimeZone(identifier: rawValue) ?? .gmt }
}
