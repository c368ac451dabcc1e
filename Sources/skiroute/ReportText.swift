import SkiGeo
import SkiModel

/// The import report as a few lines of text.
enum ReportText {
  /// One line a role, then one line a code, most frequent first.
  static func summary(of report: ImportReport) -> String {
    var lines = report.readCounts.keys.sorted().map { role in
      "\(role): \(report.readCounts[role] ?? 0) read, \(report.usedCounts[role] ?? 0) used"
    }
    for entry in report.entries.sorted(by: { ($1.count, $0.code) < ($0.count, $1.code) }) {
      let example = entry.examples.first.map { ", for example \($0.id)" } ?? ""
      lines.append("  \(word(entry.outcome)) \(entry.count) × \(entry.code)\(example)".terminalSafe())
    }
    return lines.joined(separator: "\n")
  }

  private static func word(_ outcome: ImportReport.Outcome) -> String {
    switch outcome {
    case .leftOut: "left out"
    case .mended: "mended"
    case .noted: "noted"
    }
  }
}
