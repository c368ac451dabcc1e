import Foundation
import SkiSystem
import Synchronization

/// The resources used by this process: elapsed time, processor time, peak memory.
struct Usage {
  var wall: ContinuousClock.Instant
  /// User and system time of all threads, seconds.
  var cpuSeconds: Double
  /// Seconds between two readings.
  var wallSeconds = 0.0

  static func now() -> Usage {
    var used = rusage()
    getrusage(RUSAGE_SELF.rawValue, &used)
    let seconds = { (time: timeval) in Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    return Usage(wall: .now, cpuSeconds: seconds(used.ru_utime) + seconds(used.ru_stime))
  }

  func since(_ start: Usage) -> Usage {
    let spent = (wall - start.wall).components
    return Usage(
      wall: wall, cpuSeconds: cpuSeconds - start.cpuSeconds,
      wallSeconds: Double(spent.seconds) + Double(spent.attoseconds) / 1e18)
  }

  /// The most resident memory so far (VmHWM), MiB; 0 where the system does not tell.
  static func peakMebibytes() -> Double { status("VmHWM:") }

  /// The resident memory now (VmRSS), MiB; 0 where the system does not tell.
  static func residentMebibytes() -> Double { status("VmRSS:") }

  private static func status(_ name: String) -> Double {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
  }
}

/// Collects a reader's progress.
final class ProgressBytes: Sendable {
  private let state = Mutex((bytes: Int64(0), calls: 0))

  func note(_ done: Int64) { state.withLock { $0 = (max($0.bytes, done), $0.calls + 1) } }
  var value: Int64 { state.withLock(\.bytes) }
  var calls: Int { state.withLock(\.calls) }
}

/// Just enough JSON to print figures with.
enum JSONText {
  enum Value {
    case number(Double)
    case text(String)
  }

  /// One object on one line, members in the order given.
  static func object(_ members: [(String, Value)]) -> String {
    let texts = members.map { name, value in
      switch value {
      case .number(let number): "\"\(name)\": \(text(of: number))"
      case .text(let text): "\"\(name)\": \"\(text)\""
      }
    }
    return "{" + texts.joined(separator: ", ") + "}"
  }

  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    return number == number.rounded() && abs(number) < 1e15
      ? String(Int64(number)) : String(format: "%.6g", number)
  }
}
