import SkiBase
import SkiGraph

/// The caption of a picture.
struct PanelCaption {
  /// The greatest number of characters in a line of the caption.
  static let lineLimit = 66
  /// The greatest number of characters in the first line, which is bold.
  static let titleLimit = 50
  private let panel: DrawingPanel

  /// Returns the lines of a panel's caption, the title first.
  static func lines(_ panel: DrawingPanel) -> [String] {
    let caption = PanelCaption(panel: panel)
    let lines =
      switch panel.subject.form {
      case .link: panel.links.first(where: panel.isSubject).map { caption.lines(for: $0) } ?? []
      case .node(let node): caption.lines(for: node)
      case .run(let run): caption.lines(for: run)
      }
    return lines.enumerated().map { $1.shortened(toScalars: $0 == 0 ? titleLimit : lineLimit) }
  }

  private func lines(for subject: DrawingPanel.Link) -> [String] {
    let link = subject.link
    let metres = Double(link.distancesCentimetres.last ?? 0) / 100
    let way =
      link.allowsForward && link.allowsBackward
      ? "both directions" : link.allowsForward ? "from → to" : "to → from"
    let grade = link.difficulty.map(\.rawValue) ?? "no grade"
    let isEstimated = link.flags.contains(.difficultyEstimated)
    return [
      "\(link.cause.rawValue), \(Self.text(metres)) m", climb(link),
      "\(way); confidence \(link.confidencePercent) %; \(grade)\(isEstimated ? " (estimated)" : "")"
        + (link.flags.contains(.optIn) ? "; opt-in" : ""),
      "from " + (joined(at: link.tail, but: link.feature) ?? "made links only"),
      "to " + (joined(at: link.head, but: link.feature) ?? "made links only"),
      link.feature.flatMap { panel.features[$0] }.map { "across \(Self.name($0))" }
        ?? Self.reason(link.cause),
      location(link.points[0].coordinate, "link \(subject.index.rawValue)"),
    ]
  }

  private func lines(for node: NodeIndex) -> [String] {
    let links = panel.links.filter { $0.link.tail == node || $0.link.head == node }
    let features = Set(links.compactMap(\.link.feature)).sorted().compactMap { panel.features[$0] }
    let point = links.first.map { $0.link.tail == node ? $0.link.points.first : $0.link.points.last } ?? nil
    let shared = panel.shapes.filter { shape in
      (shape.lines + shape.areas.map(\.outer)).contains { line in
        line.coordinates.contains { $0.isValid && FixedCoordinate($0) == point?.position }
      }
    }
    return [
      "\(panel.subject.stratum): \(features.count) features meet",
      "confidence \(panel.junction?.confidencePercent ?? 0) %"
        + (panel.shapes.isEmpty ? "" : "; \(shared.count) features have a vertex there"),
    ] + features.prefix(3).map { Self.name($0) + Self.end(node, of: $0) }
      + [location(point?.coordinate, "node \(node.rawValue)")]
  }

  private func lines(for run: FeatureIndex) -> [String] {
    guard let feature = panel.features[run] else { return [] }
    let chart = ProfileChart(panel)
    let grade = feature.difficulty.map(\.rawValue) ?? "no grade"
    let estimate = feature.estimatedDifficulty.map { "; estimated \($0.rawValue)" } ?? ""
    let off = chart.largestDifferenceMetres.map { "smoothed is up to \(Self.text($0)) m off its vertices" }
    return [
      Self.name(feature), grade + estimate,
      "steepest 25 m: \(chart.steepest.map { Self.text($0 * 100) + " %" } ?? "unknown")",
      off ?? "the sources given have no elevations of its vertices",
      location(feature.start.coordinate, "upper end"),
    ]
  }

  /// Returns the ascent of a link, its elevations and its steepest section.
  private func climb(_ link: GraphLink) -> String {
    guard let low = link.points.first?.elevationMetres, let high = link.points.last?.elevationMetres else {
      return "elevations unknown"
    }
    let steepest = SteepestSection.gradient(link.points, link.distancesCentimetres)
    return "climbs \(Self.text(high - low)) m (\(Self.text(low)) → \(Self.text(high)))"
      + (steepest.map { ", steepest \(Self.text($0 * 100)) %" } ?? "")
  }

  /// Returns the names of the features at a node.
  private func joined(at node: NodeIndex, but own: FeatureIndex?) -> String? {
    let there = panel.links.filter { $0.link.tail == node || $0.link.head == node }
    let features = Set(there.compactMap(\.link.feature)).filter { $0 != own }.sorted()
    let names = features.compactMap { panel.features[$0] }.map { Self.name($0) + Self.end(node, of: $0) }
    return names.isEmpty ? nil : names.joined(separator: "; ")
  }

  private static func name(_ feature: GraphFeature) -> String {
    let name = (feature.label ?? "unnamed").shortened(toScalars: 30)
    return "\(feature.kind.rawValue) \(name) [\(feature.id.rawValue.shortened(toScalars: 24))]"
  }

  /// Returns the end of a feature at a node.
  private static func end(_ node: NodeIndex, of feature: GraphFeature) -> String {
    guard feature.kind == .lift || feature.kind == .run else { return "" }
    if feature.startNode == node { return feature.kind == .lift ? ", lower end" : ", upper end" }
    if feature.endNode == node { return feature.kind == .lift ? ", far end" : ", lower end" }
    return feature.kind == .lift ? ", station" : ", midway"
  }

  private func location(_ place: Coordinate?, _ what: String) -> String {
    let numbers = [place?.latitude, place?.longitude].map { $0.flatMap { decimalText($0, places: 6) } ?? "?" }
    return "\(what), region \(panel.subject.region.rawValue), at \(numbers.joined(separator: ","))"
  }

  private static func reason(_ cause: LinkCause) -> String {
    let reasons: [LinkCause: String] = [
      .nearMiss: "runs that end or pass near each other", .liftToRun: "from where one leaves a lift to a run",
      .runToLift: "from a run to where one boards", .liftToLift: "between stations of two lifts",
      .street: "along a street, or to one", .onFoot: "on foot", .unmapped: "on foot where nothing is mapped",
    ]
    return reasons[cause] ?? cause.rawValue
  }

  private static func text(_ value: Double) -> String { decimalText(value, places: 1) ?? "?" }
}
