package import SkiBase
import SkiGraph

/// A plain table of lifts: a header line, and a line each with id or name, state, minutes of waiting, time.
///
/// The values are separated by commas, semicolons or tabs, and quoted where they contain one (RFC 4180; without line breaks). The
/// columns are named in any order, whatever their case: `id`, `name` (one of them is needed), `state`, `wait` in minutes, `time` with
/// its zone as `2026-01-31T10:15:00+01:00`, `source`; others are ignored. States are those of a status: `open`, `hold`, `closed`,
/// `scheduled`.
package struct TableFeedFormat: FeedFormat {
  /// Creates the format.
  package init() {}

  /// The name by which readings are kept: table.
  package var name: String { "table" }

  /// The media types that are asked for.
  package var accepts: String { "text/csv" }

  /// Returns whether a media type is that of a table, or of plain text.
  package func reads(mediaType: String) -> Bool {
    ["text/csv", "application/csv", "text/tab-separated-values", "text/plain"].contains(mediaType)
  }

  /// The greatest length of a line in bytes.
  private static let greatestLineBytes = 1 << 14

  /// Reads a table; see ``FeedFormat/read(_:from:now:)``.
  /// - Complexity: O(*n*) in the bytes.
  package func read(_ bytes: [UInt8], from feed: FeedName, now: UniversalTime) throws -> FeedReading {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
    let lines = content.split(maxSplits: FeedReading.greatestEntryCount + 1) { $0 == 0x0A || $0 == 0x0D }
    guard let first = lines.first, first.count <= Self.greatestLineBytes,
      let columns = StatusColumns(Array(first))
    else {
      throw SkiError(
        .malformedData,
        "table names no columns id or name, and state or wait; begin it with a line as id,state,wait,time",
        subject: feed.text)
    }
    guard lines.count - 1 <= FeedReading.greatestEntryCount else {
      throw SkiError(
        .limitExceeded,
        "table has more than \(FeedReading.greatestEntryCount) lines; divide it by mountain",
        subject: feed.text)
    }
    var reading = FeedReading(report: StatusReport(), problems: FeedProblems())
    var values = CSVLine()
    for (index, line) in lines.dropFirst().enumerated() {
      guard line.count <= Self.greatestLineBytes else {
        reading.problems.add("line \(index + 2): it has more than \(Self.greatestLineBytes) bytes")
        continue
      }
      values.split(Array(line), at: columns.separator)
      do throws(TableFault) {
        if let status = try columns.status(values) { reading.report.features.append(status) }
      } catch {
        reading.problems.add("line \(index + 2): \(error.reason)")
      }
    }
    return reading
  }
}

/// The positions of the columns of a table.
private struct StatusColumns {
  let separator: UInt8
  private var positions: [String: Int] = [:]

  private static let names = [
    "id": "id", "name": "name", "lift": "name", "state": "state", "status": "state", "wait": "wait",
    "waitminutes": "wait", "minutes": "wait", "time": "time", "observedat": "time", "source": "source",
  ]

  /// Reads a header line; nil where it names no lifts, or nothing of them.
  init?(_ line: [UInt8]) {
    let candidates = [",", ";", "\t"].map { StatusColumns(line, separator: $0) }
    let best = candidates.filter(\.isUsable).max { $0.positions.count < $1.positions.count }
    guard let best else { return nil }
    self = best
  }

  private init(_ line: [UInt8], separator: Unicode.Scalar) {
    self.separator = UInt8(ascii: separator)
    var values = CSVLine()
    values.split(line, at: self.separator)
    for index in 0..<values.count {
      let word = String(decoding: values[index].prefix(32), as: UTF8.self).lowercased().filter { $0.isLetter }
      if let column = Self.names[word], positions[column] == nil { positions[column] = index }
    }
  }

  private var isUsable: Bool {
    (positions["id"] ?? positions["name"]) != nil && (positions["state"] ?? positions["wait"]) != nil
  }

  /// Returns the status of a line; nil for a line without values.
  func status(_ values: CSVLine) throws(TableFault) -> FeatureStatus? {
    let (id, name, state) = (text("id", values), text("name", values), text("state", values))
    let (wait, time) = (text("wait", values), text("time", values))
    guard id != nil || name != nil || state != nil || wait != nil || time != nil else { return nil }
    guard let key = id.map({ FeatureStatus.Key.id(SourceID($0)) }) ?? name.map(FeatureStatus.Key.name) else {
      throw TableFault("id and name are missing")
    }
    guard let operating = OperatingState(rawValue: state?.lowercased() ?? "scheduled") else {
      throw TableFault("state \(state ?? "") is unknown; write open, hold, closed or scheduled")
    }
    var status = FeatureStatus(key: key, state: operating, source: text("source", values))
    if let wait {
      guard let minutes = Double(wait), (0...360).contains(minutes) else {
        throw TableFault("wait \(wait) must be 0 to 360 minutes")
      }
      status.waitMilliseconds = Int((minutes * 60_000).rounded())
    }
    if operating == .scheduled, status.waitMilliseconds == nil { return status }
    guard let read = time.flatMap({ ParsedTime(iso8601: $0.utf8) }), read.hasZone else {
      throw TableFault(
        "time \(time ?? "") can't be read; write it with its zone, as 2026-01-31T10:15:00+01:00")
    }
    status.observedAt = read.time
    return status
  }

  private func text(_ column: String, _ values: CSVLine) -> String? {
    guard let index = positions[column] else { return nil }
    let bytes = values[index]
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

/// The reason why a line of a table is left out.
private struct TableFault: Error {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}
