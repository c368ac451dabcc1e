package import SkiAPI
import SkiAnswers
package import SkiBase
import SkiPeople
package import SkiRouting

/// The day on which people travel: its schedule by the served states, and its clock in the zone of the trip.
package struct TravelDay: Sendable {
  /// The schedule; observed states apply today only.
  package let schedule: Schedule
  private let midnight: UniversalTime

  /// Creates the day of a time.
  /// - Parameters:
  ///   - time: The time of the travel.
  ///   - now: The current time.
  ///   - served: The served states.
  ///   - zone: The zone of the trip.
  package init(of time: UniversalTime, now: UniversalTime, _ served: ServedMap, zone: TimeZoneName) {
    let report = served.status?.report
    let offset = Self.offset(at: time, in: zone)
    let day = time.clock(offset: offset).day
    let conditions = DayConditions(report: report, now: now, stepSeconds: 60)
    let isToday = now.clock(offset: offset).day == day
    schedule = Schedule(
      report: report, now: isToday ? conditions.observedAt : nil, day: day, offset: offset)
    midnight = UniversalTime(day, secondsOfDay: 0, offset: offset)
  }

  /// Returns a time by the clock of the day; negative before it.
  package func dayTime(of time: UniversalTime) -> DayTime {
    let seconds = time.secondsSince1970 - midnight.secondsSince1970
    return DayTime(milliseconds: Int((max(-1e9, min(1e9, seconds)) * 1000).rounded()))
  }

  /// Returns the time of a moment of the day.
  package func time(of moment: DayTime) -> UniversalTime {
    midnight.advanced(bySeconds: Double(moment.milliseconds) / 1000)
  }

  private static func offset(at time: UniversalTime, in zone: TimeZoneName) -> UTCOffset {
    UTCOffset(zone: zone.rawValue, at: time) ?? .zero
  }
}
