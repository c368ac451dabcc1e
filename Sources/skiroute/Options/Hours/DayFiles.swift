import SkiFormats
import SkiGeo
import SkiImport
import SkiModel

/// The files of a day, each read once by a command.
final class DayFiles: Sendable {
  /// The resolution in seconds of the time at which observations are judged; 0 for an exact time.
  private let stepSeconds: Double
  private let reports = Locked<[String: StatusReport]>([:])
  private let calendars = Locked<[String: HolidayCalendar]>([:])

  /// Creates a cache without files.
  /// - Parameter stepSeconds: The seconds within which questions share the time at which observations are judged.
  init(stepSeconds: Double = 0) { self.stepSeconds = stepSeconds }

  /// Returns the time at which observations are judged: now, or up to one step before.
  func observationTime(_ now: UniversalTime) -> UniversalTime {
    guard stepSeconds > 0 else { return now }
    return UniversalTime(
      secondsSince1970: (now.secondsSince1970 / stepSeconds).rounded(.down) * stepSeconds)
  }

  /// Returns the report of a status file; on the first call notes the features left out.
  /// - Throws: The errors of ``StatusFileWatcher/read(path:now:)``.
  func report(_ path: String, now: UniversalTime) throws -> StatusReport {
    try reports.withLock { reports in
      if let known = reports[path] { return known }
      let reading = try StatusFileWatcher.read(path: path, now: now)
      for problem in reading.problems.prefix(10) { Console.note("skiroute: \(problem)") }
      if reading.problems.count > 10 {
        Console.note("skiroute: and \(reading.problems.count - 10) more features of the status left out")
      }
      reports[path] = reading.report
      return reading.report
    }
  }

  /// Returns the calendar of a file of holidays.
  /// - Throws: The errors of ``HolidayCalendar/init(text:path:)`` and of reading the file.
  func holidays(_ path: String) throws -> HolidayCalendar {
    try calendars.withLock { calendars in
      if let known = calendars[path] { return known }
      let file = try RandomAccessFile(path, what: "a file of holidays")
      // One byte more than the limit, so that the reader detects an excess.
      var bytes = [UInt8](repeating: 0, count: min(file.byteCount, HolidayCalendar.limitBytes + 1))
      let got = try bytes.withUnsafeMutableBytes { try file.readSome(into: $0, at: 0) }
      bytes.removeLast(bytes.count - got)
      let calendar = try HolidayCalendar(text: String(decoding: bytes, as: UTF8.self), path: path)
      calendars[path] = calendar
      return calendar
    }
  }
}
