import ArgumentParser
import Foundation
import SkiGeo
import SkiImport
import SkiModel
import SkiRouting

/// The options that say what the clock says: hours, and what is known of the day.
struct HoursOptions: ParsableArguments {
  @Option(help: "When to leave, 14:30; else now, where hours are given.") var depart: String?
  @Option(help: "When lifts start, 08:45.") var opening: String?
  @Option(help: "When lifts stop, 16:30; last boarding is ten minutes before, runs close half an hour after.")
  var closing: String?
  @Option(help: "What lifts and runs do today: a JSON file, see Data/Formats/status.md.") var status: String?

  /// Whether the clock counts at all.
  var isGiven: Bool { depart != nil || opening != nil || closing != nil || status != nil }

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
    let clock = now.clock(offset: offset).secondsOfDay
    return Day(
      schedule: schedule,
      departure: try depart.map { try DayTime($0) } ?? DayTime(milliseconds: Int(clock) * 1000),
      closing: schedule.liftsClose)
  }

  private static func report(_ path: String, now: UniversalTime) throws -> StatusReport {
    let reading = try WatchedStatus.read(path: path, now: now)
    for problem in reading.problems.prefix(10) { Console.note("skiroute: \(problem)".terminalSafe()) }
    if reading.problems.count > 10 {
      Console.note("skiroute: and \(reading.problems.count - 10) more features of the status left out")
    }
    return reading.report
  }
}

extension Timetable {
  /// Tells what of a status did not count.
  func noteCoverage() {
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
      Console.note("skiroute: the status knows \(name), which this ski area does not".terminalSafe())
    }
    if coverage.unknown.count > 5 {
      Console.note("skiroute: and \(coverage.unknown.count - 5) more that this ski area does not know")
    }
  }
}
