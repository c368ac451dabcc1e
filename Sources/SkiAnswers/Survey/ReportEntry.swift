import Foundation
import SkiBase

/// An entry of a map's import report.
struct ReportEntry {
  var outcome: String
  var code: String
  var count: Int
  var example: String?

  /// The outcome as text.
  var outcomeWords: String { outcome == "leftOut" ? "left out" : outcome }

  /// Returns the entries of a report, what was left out first, each outcome in descending order of counts.
  ///
  /// An invalid report, as in an altered map, has no entries.
  /// - Complexity: O(*n* log *n*) in its bytes.
  static func all(in json: String) -> [ReportEntry] {
    let root = try? JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let entries = root?["entries"] as? [[String: Any]] ?? []
    let order = ["leftOut", "mended", "noted"]
    return entries.compactMap { entry in
      guard let outcome = entry["outcome"] as? String, order.contains(outcome),
        let code = entry["code"] as? String, let count = entry["count"] as? Int
      else { return nil }
      let example = (entry["examples"] as? [[String: Any]])?.first?["id"] as? String
      return ReportEntry(
        outcome: outcome, code: code.shortened(toScalars: 60), count: count,
        example: example?.shortened(toScalars: 60))
    }.sorted { one, other in
      let (a, b) = (order.firstIndex(of: one.outcome) ?? 0, order.firstIndex(of: other.outcome) ?? 0)
      return (a, other.count, one.code) < (b, one.count, other.code)
    }
  }
}
