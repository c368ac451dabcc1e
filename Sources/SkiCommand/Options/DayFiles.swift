import ArgumentParser
import Foundation
import SkiAnswers
import SkiBase
import SkiBuild
import SkiGraph

/// The option of the map.
struct MapOptions: ParsableArguments {
  @Option(help: "The map; else SKIROUTE_MAP, else the sample mountain.") var map: String?
}

/// The options of the day's files: states and holidays.
struct DayFileOptions: ParsableArguments {
  @Option(help: "States of lifts and runs today: a JSON file, see Data/Formats/status.md.")
  var status: String?
  @Option(
    help:
      "Holidays that opening hours refer to: a file with one date in each line; see Data/Formats/status.md.")
  var holidays: String?

  /// The input files.
  var files: [String] { [status, holidays].compactMap(\.self) }

  /// Reads the files of the day.
  /// - Throws: ``SkiError`` as ``StatusReader/read(_:path:)``, and the errors of reading the files.
  func conditions() throws -> DayConditions {
    try DayFiles.conditions(status: status, holidays: holidays)
  }
}

/// The files of a day.
enum DayFiles {
  /// Reads the files; notes the features of the status that are left out.
  /// - Parameter stepSeconds: See ``DayConditions/init(report:holidays:now:stepSeconds:)``.
  /// - Throws: The errors of ``StatusFileWatcher/read(path:now:)`` and ``HolidayCalendar/init(text:path:)``.
  static func conditions(
    status: String?, holidays: String?, stepSeconds: Double = 0
  ) throws -> DayConditions {
    let now = UniversalTime(secondsSince1970: Date().timeIntervalSince1970)
    return DayConditions(
      report: try status.map { try report($0, now: now) },
      holidays: try holidays.map(calendar) ?? HolidayCalendar(), now: now, stepSeconds: stepSeconds)
  }

  private static func report(_ path: String, now: UniversalTime) throws -> StatusReport {
    let reading = try StatusFileWatcher.read(path: path, now: now)
    for problem in reading.problems.prefix(10) { Console.note("skiroute: \(problem)") }
    if reading.problems.count > 10 {
      Console.note("skiroute: and \(reading.problems.count - 10) more features of the status left out")
    }
    return reading.report
  }

  private static func calendar(_ path: String) throws -> HolidayCalendar {
    let file = try RandomAccessFile(path, what: "a file of holidays")
    // One byte more than the limit, so that the reader detects an excess.
    var bytes = [UInt8](repeating: 0, count: min(file.byteCount, HolidayCalendar.limitBytes + 1))
    let got = try bytes.withUnsafeMutableBytes { try file.readSome(into: $0, at: 0) }
    bytes.removeLast(bytes.count - got)
    return try HolidayCalendar(text: String(decoding: bytes, as: UTF8.self), path: path)
  }
}
