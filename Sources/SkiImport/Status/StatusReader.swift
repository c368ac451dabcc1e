import Foundation
import SkiFormats
public import SkiGeo
public import SkiModel

/// Reads what is known of the lifts and runs of a day from JSON; the format is described in Data/Formats/status.md.
///
/// A feature that can't be understood is counted and left out; the rest counts.
public struct StatusReader: Sendable {
  /// The largest file that is believed, in bytes.
  public static let limitBytes = 16 << 20

  /// What was read.
  public struct Reading: Sendable, Hashable {
    /// What the file says of lifts and runs.
    public var report: StatusReport
    /// What was left out, a sentence each, in order.
    public var problems: [String]
  }

  /// When the question is asked: which day a time zone is looked up for when the file names none.
  public var now: UniversalTime

  /// Makes a reader.
  public init(now: UniversalTime) { self.now = now }

  /// Reads a file's content.
  /// - Parameters:
  ///   - bytes: The content.
  ///   - path: The file, for errors.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.unsupportedFormat` for another version, `.limitExceeded`.
  /// - Complexity: O(bytes).
  public func read(_ bytes: [UInt8], path: String) throws -> Reading {
    guard bytes.count <= Self.limitBytes else {
      throw SkiError(
        .limitExceeded,
        "status of \(bytes.count) bytes is larger than \(Self.limitBytes); split it by mountain",
        subject: path)
    }
    let tree: JSONValue
    do throws(JSONFault) {
      tree = try JSONTree.value(of: bytes)
    } catch {
      throw SkiError(
        .malformedData, "no status: \(error.reason); write it again",
        subject: "\(path), byte \(error.position)")
    }
    guard case .object = tree else {
      throw SkiError(.malformedData, "no status: an object is expected; write it again", subject: path)
    }
    guard tree.member("version") == .decimal(1, places: 15) else {
      throw SkiError(
        .unsupportedFormat, "version of the status is missing or not 1; write \"version\": 1", subject: path)
    }
    do throws(StatusFault) {
      return try reading(tree)
    } catch {
      throw SkiError(.malformedData, "\(error.reason); mend it in the status", subject: path)
    }
  }

  private func reading(_ tree: JSONValue) throws(StatusFault) -> Reading {
    var report = StatusReport()
    report.day = try tree.day()
    report.offset = try offset(tree, report.day)
    report.liftHours = try tree.member("liftHours").map { value throws(StatusFault) in try value.hours() }
    var problems: [String] = []
    for (index, value) in try (tree.member("features") ?? .array([])).elements("features").enumerated() {
      do throws(StatusFault) {
        report.features.append(try value.status())
      } catch {
        problems.append("feature \(index + 1) of the status: \(error.reason)")
      }
    }
    return Reading(report: report, problems: problems)
  }

  /// The clock of the mountain that day: by its time zone, else as the file says, else Universal Time.
  private func offset(_ tree: JSONValue, _ day: CalendarDay?) throws(StatusFault) -> UTCOffset {
    if let zone = try tree.member("timeZone")?.text("timeZone") {
      guard let found = TimeZone(identifier: zone) else {
        throw StatusFault("timeZone \(zone) is unknown; write one like Europe/Paris")
      }
      // Noon: clocks change at night.
      let moment = day.map { UniversalTime($0, secondsOfDay: 43_200) } ?? now
      let seconds = found.secondsFromGMT(for: Date(timeIntervalSince1970: moment.secondsSince1970))
      guard let offset = try? UTCOffset(minutes: seconds / 60) else {
        throw StatusFault("timeZone \(zone) has an odd clock")
      }
      return offset
    }
    guard let text = try tree.member("utcOffset")?.text("utcOffset") else { return .zero }
    guard let offset = try? UTCOffset(text) else {
      throw StatusFault("utcOffset \(text) can't be read; write it as +01:00")
    }
    return offset
  }
}

/// What is wrong with a part of a status.
struct StatusFault: Error {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}
