import SkiFormats
import SkiModel

extension ImportReport {
  /// The three codes most features were left out for, with how many: `12 × geometryMissing, 3 × runNotOperating`.
  func leftOutCauses() -> String {
    entries.filter { $0.outcome == .leftOut }.sorted { ($1.count, $0.code) < ($0.count, $1.code) }
      .prefix(3).map { "\($0.count) × \($0.code)" }.joined(separator: ", ")
  }
}

/// The import report as a few lines of text.
enum ReportText {
  /// One line a role, then one line a code, most frequent first.
  static func summary(of report: ImportReport) -> TerminalText {
    var lines: [TerminalText] = report.readCounts.keys.sorted().map { role in
      "\(role): \(report.readCounts[role] ?? 0) read, \(report.usedCounts[role] ?? 0) used"
    }
    for entry in report.entries.sorted(by: { ($1.count, $0.code) < ($0.count, $1.code) }) {
      let example = entry.examples.first.map { ", for example \($0.id)" } ?? ""
      lines.append("  \(word(entry.outcome)) \(entry.count) × \(entry.code)\(example)")
    }
    return lines.joined(separator: "\n")
  }

  /// Runs and lifts of which more than this share is unused are worth a warning.
  private static let unusedShare = 0.1

  /// A warning for each role of which more than a tenth of the features could not be used, with what they were left out for.
  static func warnings(of report: ImportReport) -> [TerminalText] {
    ["runs", "lifts"].compactMap { role in
      let (read, used) = (report.readCounts[role] ?? 0, report.usedCounts[role] ?? 0)
      let unused = read - used
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
