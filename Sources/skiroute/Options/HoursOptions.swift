import ArgumentParser
import Foundation
import SkiFormats
import SkiGeo
import SkiImport
import SkiModel
import SkiRouting

/// The options that say what the clock says: hours, and what is known of the day.
struct HoursOptions: ParsableArguments {
  @Option(help: "When to leave, 14:30; else now, where hours are given.") var depart: String?
  @Option(help: "When lifts start, 08:45.") var opening: String?
  @Option(
    help:
      "When lifts stop, 16:30; one boards, the wait over, ten minutes before at the latest and is off the runs half an hour after."
  )
  var closing: String?
  @Option(help: "What lifts and runs do today: a JSON file, see Data/Formats/status.md.") var status: String?

  @Option(
    help:
      "The day, 2026-02-14, for opening hours on the map; else today, when the clock counts."
  )
  var date: String?
  @Option(
    help: "Holidays that opening hours may speak of: a file with a date a line; see Data/Formats/status.md.")
  var holidays: String?

  /// Whether the clock counts at all.
  var isGiven: Bool { depart != nil || opening != nil || closing != nil || status != nil || date != nil }

  /// The files that are read.
  var files: [String] { [status, holidays].compactMap(\.self) }

  /// What is known of a day, and when one leaves.
  struct Day {
    var schedule: Schedule
    var departure: DayTime
    /// When lifts stop that have no hours of their own.
    var closing: DayTime?

    /// A day of which nothing is known.
    static let unknown = Day(schedule: Schedule(), departure: DayTime(hour: 12))
  }

  /// Reads the options and the status file.
  /// - Throws: ``SkiError`` with code `.invalidArgument`, or as ``StatusReader/read(_:path:)`` and the reading of the file.
  func day() throws -> Day {
    let now = UniversalTime(secondsSince1970: Date().timeIntervalSince1970)
    var schedule = Schedule(now: now)
    schedule.hours.liftsOpen = try opening.map { try DayTime($0) }
    schedule.hours.liftsClose = try closing.map { try DayTime($0) }
    schedule.report = try status.map { try Self.report($0, now: now) }
    let local = TimeZone.current.secondsFromGMT()
    let offset = try schedule.report?.offset ?? UTCOffset(minutes: local / 60)
    let (today, clock) = now.clock(offset: offset)
    try readDay(into: &schedule, today: today, offset: offset)
    return Day(
      schedule: schedule,
      departure: try depart.map { try DayTime($0) } ?? DayTime(milliseconds: Int(clock) * 1000),
      closing: schedule.liftsClose)
  }

  /// Sets the day opening hours of the map are looked up for. What was observed counts on no other day than today.
  private func readDay(into schedule: inout Schedule, today: CalendarDay, offset: UTCOffset) throws {
    let day = try date.map { try CalendarDay($0) } ?? today
    schedule.day = day
    if day != today { schedule.now = nil }
    schedule.offset = offset
    schedule.holidays = try holidays.map { try Self.holidays($0) } ?? HolidayCalendar()
  }

  private static func holidays(_ path: String) throws -> HolidayCalendar {
    let file = try RandomAccessFile(path, what: "a file of holidays")
    // One byte more than is believed, so that the reader sees what is too long.
    var bytes = [UInt8](repeating: 0, count: min(file.byteCount, HolidayCalendar.limitBytes + 1))
    let got = try bytes.withUnsafeMutableBytes { try file.readSome(into: $0, at: 0) }
    bytes.removeLast(bytes.count - got)
    return try HolidayCalendar(text: String(decoding: bytes, as: UTF8.self), path: path)
  }

  private static func report(_ path: String, now: UniversalTime) throws -> StatusReport {
    let reading = try WatchedStatus.read(path: path, now: now)
    for problem in reading.problems.prefix(10) { Console.note("skiroute: \(problem)") }
    if reading.problems.count > 10 {
      Console.note("skiroute: and \(reading.problems.count - 10) more features of the status left out")
    }
    return reading.report
  }
}

extension Timetable {
  /// Tells what of a status did not count.
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
      Console.note("skiroute: the status knows \(name), which this ski area does not")
    }
    if coverage.unknown.count > 5 {
      Console.note("skiroute: and \(coverage.unknown.count - 5) more that this ski area does not know")
    }
  }

  /// Tells what of the opening hours of the map did not count.
  private func noteMapHours() {
    if mapHours.unreadCount > 0 {
      Console.note(
        "skiroute: opening hours of \(mapHours.unreadCount) lifts and runs can't be read; they do not count")
    }
    if mapHours.withoutCalendarCount > 0 {
      Console.note(
        "skiroute: opening hours of \(mapHours.withoutCalendarCount) lifts and runs speak of holidays; name those with --holidays"
      )
    }
    if mapHours.uncertainCount > 0 {
      Console.note(
        "skiroute: opening hours of \(mapHours.uncertainCount) lifts and runs depend on more than the clock")
    }
  }
}
