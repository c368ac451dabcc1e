import SkiBase
import SkiGraph

extension ImportReport {
  /// Returns the three most frequent codes of features left out, with counts: `12 × geometryMissing, 3 ×
  /// runNotOperating`.
  func leftOutCauses() -> String {
    entries.filter { $0.outcome == .leftOut }.sorted { ($1.count, $0.code) < ($0.count, $1.code) }
      .prefix(3).map { "\($0.count) × \($0.code)" }.joined(separator: ", ")
  }

  /// Returns the details of all examples under some codes.
  func details(of codes: Set<String>) -> [String] {
    entries.filter { codes.contains($0.code) }.flatMap { $0.examples.map(\.detail) }
  }
}

/// The import report as a few lines of text.
enum ReportText {
  /// Returns one line for each role, with those of features found in files of other roles, then one for each code, most
  /// frequent first.
  static func summary(of report: ImportReport) -> TerminalText {
    let roles = Set(report.readCounts.keys).union(report.usedCounts.filter { $0.value > 0 }.keys)
    var lines: [TerminalText] = roles.sorted().map { role in
      let used = report.usedCounts[role] ?? 0
      guard let read = report.readCounts[role] else {
        return "\(role): \(used) used, in files of other kinds"
      }
      return "\(role): \(read) read, \(used) used"
    }
    let others = report.entries.filter { !elevationCodes.contains($0.code) }
    for entry in others.sorted(by: { ($1.count, $0.code) < ($0.count, $1.code) }) {
      let example = entry.examples.first.map { ", for example \($0.id)" } ?? ""
      lines.append("  \(word(entry.outcome)) \(entry.count) × \(entry.code)\(example)")
    }
    return lines.joined(separator: "\n")
  }

  /// The codes of elevations that are wrong as a whole, which warnings tell.
  private static let elevationCodes: Set = ["elevationWrong", "elevationDoubtful"]

  /// The share of unused runs or lifts above which a warning is given.
  private static let unusedShare = 0.1

  /// Returns a warning for each role with more than a tenth of its features unused, with the causes, and for each sign
  /// that elevations are wrong.
  static func warnings(of report: ImportReport) -> [TerminalText] {
    unusedRoles(of: report)
      + report.details(of: elevationCodes).map { "skiroute: warning: \($0)" }
  }

  private static func unusedRoles(of report: ImportReport) -> [TerminalText] {
    ["runs", "lifts"].compactMap { role in
      let (read, used) = (report.readCounts[role] ?? 0, report.usedCounts[role] ?? 0)
      // Stations in a file of lifts are used as spots.
      let stations =
        role == "lifts" ? (report.usedCounts["spots"] ?? 0) - (report.readCounts["spots"] ?? 0) : 0
      let unused = read - used - max(0, stations)
      guard unused > 0, Double(unused) > unusedShare * Double(read) else { return nil }
      return
        "skiroute: warning: \(unused) of \(read) \(role) are not used (\(report.leftOutCauses())); check the files"
    }
  }

  private static func word(_ outcome: ImportReport.Outcome) -> String {
    switch outcome {
    case .leftOut: "left out"
    case .mended: "mended"
    case .noted: "noted"
    }
  }
}
