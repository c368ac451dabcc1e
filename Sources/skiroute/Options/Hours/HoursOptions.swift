import ArgumentParser
import Foundation
import SkiFormats
import SkiGeo
import SkiModel
import SkiRouting

/// The options of the clock: hours, status and holidays.
struct HoursOptions: ParsableArguments {
  @Option(help: "When to leave, 14:30; else now, where hours are given.") var depart: String?
  @Option(help: "When lifts start, 08:45.") var opening: String?
  @Option(
    help:
      "When lifts stop, 16:30; boarding ends ten minutes before, and runs close half an hour after."
  )
  var closing: String?
  @Option(help: "States of lifts and runs today: a JSON file, see Data/Formats/status.md.") var status:
    String?

  @Option(
    help:
      "The day, 2026-02-14, for opening hours on the map; else today, when times are considered."
  )
  var date: String?
  @Option(
    help:
      "Holidays that opening hours refer to: a file with one date in each line; see Data/Formats/status.md.")
  var holidays: String?

  /// Indicates whether the answer is time-dependent.
  var isGiven: Bool { depart != nil || opening != nil || closing != nil || status != nil || date != nil }

  /// The input files.
  var files: [String] { [status, holidays].compactMap(\.self) }

  /// The schedule of a day, and the departure.
  struct Day {
    var schedule: Schedule
    var departure: DayTime
    /// The closing time of lifts without hours of their own.
    var closing: DayTime?

    /// A day without known hours.
    static let unknown = Day(schedule: Schedule(), departure: DayTime(hour: 12))
  }

  /// Parses the options and the status file.
  /// - Parameter files: The files of the day, read before or on this call.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for invalid options; the errors of
  ///   ``StatusReader/read(_:path:)`` and of reading the files.
  func day(_ files: DayFiles = DayFiles()) throws -> Day {
    let now = UniversalTime(secondsSince1970: Date().timeIntervalSince1970)
    var schedule = Schedule(now: files.observationTime(now))
    schedule.hours.liftsOpen = try opening.map { try DayTime($0) }
    schedule.hours.liftsClose = try closing.map { try DayTime($0) }
    schedule.report = try status.map { try files.report($0, now: now) }
    let local = TimeZone.current.secondsFromGMT()
    let offset = try schedule.report?.offset ?? UTCOffset(minutes: local / 60)
    let (today, clock) = now.clock(offset: offset)
    try readDay(into: &schedule, today: today, offset: offset, files)
    return Day(
      schedule: schedule,
      departure: try depart.map { try DayTime($0) } ?? DayTime(milliseconds: Int(clock) * 1000),
      closing: schedule.liftsClose)
  }

  /// Sets the day for which opening hours of the map are evaluated; observed states apply today only.
  private func readDay(
    into schedule: inout Schedule, today: CalendarDay, offset: UTCOffset, _ files: DayFiles
  ) throws {
    let day = try date.map { try CalendarDay($0) } ?? today
    schedule.day = day
    if day != today { schedule.now = nil }
    schedule.offset = offset
    schedule.holidays = try holidays.map { try files.holidays($0) } ?? HolidayCalendar()
  }
}

extension Timetable {
  /// Notes the parts of a status that do not apply.
  func noteCoverage() {
    noteMapHours()
    if coverage.isOfAnotherDay {
      Console.note("skiroute: the status is of another day; its hours and usual waits do not count")
    }
    if coverage.staleCount > 0 {
      Console.note("skiroute: \(coverage.staleCount) states of the status are too old to count")
    }
    for key in coverage.unknown.prefix(5) {
      let name =
        switch key {
        case .id(let id): id.rawValue
        case .name(let name): name
        }
      Console.note("skiroute: the status names \(name), which is not in this ski area")
    }
    if coverage.unknown.count > 5 {
      Console.note("skiroute: and \(coverage.unknown.count - 5) more that are not in this ski area")
    }
  }

  /// Notes the opening hours of the map that do not apply.
  private func noteMapHours() {
    if mapHours.unreadCount > 0 {
      Console.note(
        "skiroute: opening hours of \(mapHours.unreadCount) lifts and runs can't be read; they do not count")
    }
    if mapHours.withoutCalendarCount > 0 {
      Console.note(
        "skiroute: opening hours of \(mapHours.withoutCalendarCount) lifts and runs refer to holidays; name those with --holidays"
      )
    }
    if mapHours.uncertainCount > 0 {
      Console.note(
        "skiroute: opening hours of \(mapHours.uncertainCount) lifts and runs depend on more than the clock")
    }
  }
}
