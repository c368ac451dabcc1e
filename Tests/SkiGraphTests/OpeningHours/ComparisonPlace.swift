import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport

/// A place of which the reference library knows the time zone and the holidays.
struct ComparisonPlace {
  var coordinate: Coordinate
  var zone: String
  var country: String

  static let all = [
    ComparisonPlace(
      coordinate: Coordinate(latitude: 45.3, longitude: 6.6), zone: "Europe/Paris", country: "FR"),
    ComparisonPlace(
      coordinate: Coordinate(latitude: 39.6, longitude: -106.4), zone: "America/Denver", country: "US"),
    ComparisonPlace(
      coordinate: Coordinate(latitude: 42.8, longitude: 140.7), zone: "Asia/Tokyo", country: "JP"),
    ComparisonPlace(
      coordinate: Coordinate(latitude: 47.1, longitude: 10.3), zone: "Europe/Vienna", country: "AT"),
  ]

  /// Returns days of several years, without those near a clock change, as sunrise is computed with one offset a day.
  static func days(seed: UInt64) -> [CalendarDay] {
    var random = SeededGenerator(seed: seed)
    let set = ["2025-12-31", "2026-01-01", "2024-02-29", "2026-04-05", "2026-12-25"]
    let first = CalendarDay(daysSince1970: 19_723)  // 2024-01-01
    return set.compactMap { try? CalendarDay($0) }
      + (0..<25).map { _ in
        CalendarDay(daysSince1970: first.daysSince1970 + Int.random(in: 0..<1095, using: &random))
      }
      .filter { ![3, 10, 11].contains($0.date.month) || $0.date.day < 25 && $0.date.day > 15 }
  }

  /// Reads the holidays printed by Tools/judge-hours, one `PH 2026-01-01` a line.
  func holidays(_ text: String) throws -> HolidayCalendar {
    var calendar = HolidayCalendar()
    for line in text.split(separator: "\n") {
      let day = try CalendarDay(String(line.dropFirst(3)))
      if line.hasPrefix("PH") {
        calendar.publicHolidays.insert(day)
      } else {
        calendar.schoolHolidays.insert(day)
      }
    }
    return calendar
  }

  private func offset(_ day: CalendarDay) -> UTCOffset {
    let noon = Date(timeIntervalSince1970: UniversalTime(day, secondsOfDay: 43_200).secondsSince1970)
    let seconds = TimeZone(identifier: zone)?.secondsFromGMT(for: noon) ?? 0
    return (try? UTCOffset(minutes: seconds / 60)) ?? .zero
  }

  /// Returns a line for Tools/judge-hours: the value and the hours read from it.
  func line(_ value: String, _ holidays: HolidayCalendar, days: [CalendarDay]) -> String {
    var members: [JSONValue.Member] = [
      .init("value", .string(value)), .init("country", .string(country)), .init("zone", .string(zone)),
      .init(
        "place",
        .array([.decimal(coordinate.latitude, places: 6), .decimal(coordinate.longitude, places: 6)])),
    ]
    if let hours = try? OpeningHours(value) {
      let read = days.map { day in
        let hours = hours.hours(
          on: day, at: OpeningHoursPlace(coordinate: coordinate, offset: offset(day), holidays: holidays))
        return JSONValue.object([
          "day": .string("\(day)"), "open": Self.minutes(hours.open), "unknown": Self.minutes(hours.unknown),
        ])
      }
      members.append(.init("days", .array(read)))
    }
    return JSONValue.object(members).text()
  }

  private static func minutes(_ hours: [OpenHours]) -> JSONValue {
    .array(
      hours.map {
        .array([.integer($0.opens.milliseconds / 60_000), .integer($0.closes.milliseconds / 60_000)])
      })
  }
}
