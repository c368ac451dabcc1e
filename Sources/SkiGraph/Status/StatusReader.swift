import Foundation
public import SkiBase

/// A reader of the status of lifts and runs in JSON; the format is described in Data/Formats/status.md.
///
/// An invalid feature is reported and left out; the others are used.
public struct StatusReader: Sendable {
  /// The maximum size of a status file in bytes, 16 MiB.
  public static let limitBytes = 16 << 20

  /// The result of reading a status.
  public struct Reading: Sendable, Hashable {
    /// The status of lifts and runs.
    public var report: StatusReport
    /// The features left out, one text with the reason for each, in file order; empty when there are none.
    public var problems: [String]

    /// Creates a result from its members.
    public init(report: StatusReport, problems: [String] = []) {
      (self.report, self.problems) = (report, problems)
    }
  }

  /// The current time, whose day a time zone is evaluated for when the file names no day.
  public var now: UniversalTime
  /// The greatest number of features; a status with more is refused.
  package var greatestFeatureCount = Int.max

  /// Creates a reader of status files.
  /// - Parameter now: The current time, see ``now``.
  public init(now: UniversalTime) { self.now = now }

  /// Parses the contents of a status file and returns its status.
  /// - Parameters:
  ///   - bytes: The file's contents.
  ///   - path: The path of the file, the subject of errors; it is not opened.
  /// - Throws: ``SkiError`` with code `.malformedData` for invalid JSON or values outside features,
  ///   `.unsupportedFormat` for another version, `.limitExceeded` beyond ``limitBytes``.
  /// - Complexity: O(*n*) in the bytes.
  public func read(_ bytes: [UInt8], path: String) throws -> Reading {
    guard bytes.count <= Self.limitBytes else {
      throw SkiError(
        .limitExceeded,
        "status of \(bytes.count) bytes is larger than \(Self.limitBytes); split it by mountain",
        subject: path)
    }
    let tree: JSONTree
    do throws(JSONFault) {
      tree = try JSONTree.read(bytes, doubts: .accepted)
    } catch {
      throw SkiError(
        .malformedData, "status can't be read: \(error.reason); write it again",
        subject: "\(path), byte \(error.position)")
    }
    guard case .object = tree else {
      throw SkiError(
        .malformedData, "status can't be read: an object is expected; write it again", subject: path)
    }
    guard tree.member("version")?.nearestDouble == 1 else {
      throw SkiError(
        .unsupportedFormat, "version of the status is missing or not 1; write \"version\": 1", subject: path)
    }
    if case .array(let features) = tree.member("features"), features.count > greatestFeatureCount {
      throw SkiError(
        .limitExceeded,
        "status has \(features.count) features, more than \(greatestFeatureCount); split it by mountain",
        subject: path)
    }
    do throws(StatusFault) {
      return try reading(tree)
    } catch {
      throw SkiError(.malformedData, "\(error.reason); correct it in the status", subject: path)
    }
  }

  private func reading(_ tree: JSONTree) throws(StatusFault) -> Reading {
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

  /// Returns the local offset on the day: of the time zone, else as given in the file; nil when the file has neither.
  private func offset(_ tree: JSONTree, _ day: CalendarDay?) throws(StatusFault) -> UTCOffset? {
    if let zone = try tree.member("timeZone")?.text("timeZone") {
      guard let found = TimeZone(identifier: zone) else {
        throw StatusFault("timeZone \(zone) is unknown; write one like Europe/Paris")
      }
      // Noon, since clocks change at night.
      let moment = day.map { UniversalTime($0, secondsOfDay: 43_200) } ?? now
      let seconds = found.secondsFromGMT(for: Date(timeIntervalSince1970: moment.secondsSince1970))
      guard let offset = try? UTCOffset(minutes: seconds / 60) else {
        throw StatusFault("timeZone \(zone) has a UTC offset beyond ±18:00; write another")
      }
      return offset
    }
    guard let text = try tree.member("utcOffset")?.text("utcOffset") else { return nil }
    guard let offset = try? UTCOffset(text) else {
      throw StatusFault("utcOffset \(text) can't be read; write it as +01:00")
    }
    return offset
  }
}

/// An invalid part of a status.
struct StatusFault: Error {
  var reason: String
  init(_ reason: String) { self.reason = reason }
}
