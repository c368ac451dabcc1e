import SkiSystem

/// The name of a temporary file beside its target: `NAME.part-PROCESS-RANDOM-CHECK`.
///
/// RANDOM and CHECK are seven digits of base 36. CHECK is a hash of the rest, so that an unrelated file called
/// `NAME.part-1` is never taken for a temporary file.
package enum TemporaryName {
  private static let mark = ".part-"
  private static let digits = 7

  /// Returns a new temporary path for a target, in the same folder.
  package static func make(for path: String) -> String {
    let random = padded(UInt32.random(in: 0 ... .max))
    let unsigned = "\(name(of: path))\(mark)\(getpid())-\(random)"
    return "\(path)\(mark)\(getpid())-\(random)-\(check(unsigned))"
  }

  /// Returns whether a name in the folder of a path is one that ``make(for:)`` gives for that path.
  static func isOne(_ candidate: String, for path: String) -> Bool {
    let start = name(of: path) + mark
    guard candidate.utf8.starts(with: start.utf8) else { return false }
    let parts = candidate.utf8.dropFirst(start.utf8.count)
      .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map { String($0) }
    guard parts.count == 3, let process = parts[0], let random = parts[1], let sum = parts[2],
      let number = Int32(process), number > 0, "\(number)" == process, random.utf8.count == digits
    else { return false }
    return check("\(start)\(process)-\(random)") == sum
  }

  private static func name(of path: String) -> Substring {
    path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
  }

  private static func check(_ text: String) -> String {
    let hash = FNVHash("skiroute\n\(text)".utf8).value
    return padded(UInt32(truncatingIfNeeded: hash ^ hash >> 32))
  }

  private static func padded(_ number: UInt32) -> String {
    let text = String(number, radix: 36)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }
}
