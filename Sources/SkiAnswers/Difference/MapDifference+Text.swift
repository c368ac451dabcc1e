package import SkiBase
import SkiGraph

extension MapDifference {
  /// The greatest number of features in each list of the text; JSON contains all.
  static let shownFeatures = 20

  /// Returns the difference as lines for a terminal: the counts, then up to 20 features of each outcome.
  /// - Complexity: O(*n*) in features of both maps.
  package func text() -> TerminalText {
    var lines = [
      "of \(comparisons.count) features: "
        + counts().filter { $0.count > 0 }.map { "\($0.count) \($0.outcome.words)" }.joined(separator: ", ")
        + "; \(added.count) added"
    ]
    for outcome in FeatureComparison.Outcome.allCases where outcome != .same {
      lines += Self.section(outcome.words, comparisons.filter { $0.outcome == outcome }.map { $0.line })
    }
    lines += Self.section(
      "added", added.map { "\($0.words) at \(MapSurvey.position($0.feature.start.coordinate))" })
    let lost = comparisons.filter { fate in
      fate.changes.contains { $0.aspect == .reachable && $0.new == "no" }
    }
    lines += Self.section("no longer reachable from the lifts of their area", lost.map { $0.old.words })
    return TerminalText(lines: lines.map { TerminalText($0) })
  }

  private static func section(_ title: String, _ lines: [String]) -> [String] {
    guard !lines.isEmpty else { return [] }
    let rest = lines.count - shownFeatures
    return ["\(title): \(lines.count)"] + lines.prefix(shownFeatures).map { "  " + $0 }
      + (rest > 0 ? ["  and \(rest) more; --format json has all"] : [])
  }
}

extension FeatureComparison {
  /// Returns the comparison as one line without terminal control sequences: outcome, feature, up to three successors,
  /// changes.
  /// - Complexity: O(*k*) in successors and changes.
  package func text() -> TerminalText { "\(outcome.words): \(line)" }

  /// The feature, its successors and changes as text.
  var line: String {
    let others = successors.filter { $0.identity != old.identity || outcome == .replaced }
    let shown = others.prefix(3).map(\.words).joined(separator: "; ")
    let rest = others.count > 3 ? "; and \(others.count - 3) more" : ""
    return old.words + (others.isEmpty ? "" : " → \(shown)\(rest)")
      + (changes.isEmpty ? "" : ": " + changes.map(\.words).joined(separator: ", "))
  }
}

extension FeatureComparison.Outcome {
  /// The outcome as text.
  var words: String {
    switch self {
    case .notOperating: "no longer operating"
    default: rawValue
    }
  }
}

extension FeatureChange {
  /// The change as text.
  var words: String {
    switch aspect {
    case .place: "moved by \(new ?? "?") m"
    case .length: "length \(old ?? "?") → \(new ?? "?") m"
    default: "\(aspect.rawValue) \(old ?? "none") → \(new ?? "none")"
    }
  }
}

extension MappedFeature {
  /// The kind, name and identifier as text.
  var words: String {
    let name = feature.label ?? "unnamed"
    return
      "\(feature.kind.rawValue) \(name.shortened(toScalars: 80)) [\(feature.id.rawValue.shortened(toScalars: 80))]"
  }
}
