import ArgumentParser
import Foundation
import SkiAnswers
import SkiBase
import SkiBuild
import SkiGraph
import SkiTerrain

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

extension OutputName: ExpressibleByArgument {
  package init?(argument: String) { self.init(argument) }
}

extension FilePlan {
  /// Returns a plan of a command's inputs, including the notes beside its files and folders.
  /// - Parameters:
  ///   - files: The files, existing or not.
  ///   - elevation: The files and folders of elevation.
  /// - Throws: The errors of ``FilePlan/init(reading:folders:)``.
  static func of(_ files: [String], elevation: [String] = []) throws -> FilePlan {
    let notes = (files + elevation).map { notePath(beside: $0) }
    return try FilePlan(reading: files + notes, folders: elevation.map { ElevationFiles.input($0) })
  }

  /// Returns the path of the note beside a file; by Foundation's rules where the name is no plain one.
  private static func notePath(beside path: String) -> String {
    let name = path.utf8.lastIndex(of: 0x2F).map { path[path.index(after: $0)...] } ?? path[...]
    guard !["", ".", ".."].contains(name) else {
      return URL(filePath: path).deletingLastPathComponent().appending(path: SourceNote.fileName).path
    }
    return path[..<name.startIndex] + SourceNote.fileName
  }
}
