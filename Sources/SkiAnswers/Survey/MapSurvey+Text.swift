import Foundation
package import SkiBase
import SkiGraph

extension MapSurvey {
  /// The greatest number of areas in the text; JSON and GeoJSON contain all.
  static let shownAreas = 40
  /// The greatest number of lifts in the list of an area.
  static let shownLifts = 20
  /// The greatest number of runs in a list of problems.
  static let shownRuns = 5
  /// The greatest number of entries of the import report.
  static let shownEntries = 40

  /// Returns the survey as lines for a terminal: counts, up to 40 areas with their problems, the import report.
  /// - Complexity: O(*a* + *l*) in areas and lifts outside the largest sets, and O(*b* log *b*) in bytes of the report.
  package func text() -> TerminalText {
    var lines = ["\(nodeCount) nodes, \(edgeCount) directed edges, \(linkCount) links"]
    lines += featureCounts.map { "  \($0.kind.rawValue): \($0.inNetwork) of \($0.inAll) in the network" }
    lines.append("links by kind and cause")
    lines += linkCounts.map {
      "  \($0.kind.rawValue), \($0.cause.rawValue): \($0.count), \(Self.number($0.mapLengthMetres / 1000)) km"
    }
    lines.append("ski areas: lifts and stations that can all reach each other")
    lines += areas.prefix(Self.shownAreas).flatMap(areaLines)
    lines += Self.rest(areas.count - Self.shownAreas, "areas", indent: "  ")
    lines.append(
      "lifts nothing leads to: \(liftsWithoutWayIn.count); lifts nothing leads away from: \(liftsWithoutWayOut.count)"
    )
    let onFoot = liftsOnlyOnFoot.count
    if onFoot > 0 { lines.append("lifts reached or left only on foot, along streets: \(onFoot)") }
    lines += reportLines()
    return TerminalText(lines: lines.map { TerminalText($0) })
  }

  private func areaLines(_ area: Area) -> [String] {
    let title = !area.isMeasured ? "outside any area" : area.name ?? "unnamed area"
    var lines: [String] = []
    if area.operatingLiftCount > 0 {
      let share = area.mutuallyReachableShare.map { " (\(Self.number($0 * 100)) %)" } ?? ""
      lines.append(
        "  \(title): \(area.mutuallyReachableLiftCount) of \(area.operatingLiftCount) lifts\(share), "
          + "\(area.mutuallyReachableStationCount) of \(area.stationCount) stations")
    } else {
      lines.append("  \(title): no lifts")
    }
    lines += area.otherLifts.prefix(Self.shownLifts).map(liftLine)
    lines += Self.rest(area.otherLifts.count - Self.shownLifts, "lifts", indent: "    ")
    return lines + factLines(area.facts)
  }

  private func liftLine(_ lift: LiftFinding) -> String {
    let wayIn = lift.hasWayInOnFoot ? "no route to it but on foot" : "no route to it"
    let wayOut = lift.hasWayOutOnFoot ? "no route from it but on foot" : "no route from it"
    let trouble = [lift.hasWayIn ? nil : wayIn, lift.hasWayOut ? nil : wayOut].compactMap(\.self)
    let words = trouble.isEmpty ? "" : ": " + trouble.joined(separator: ", ")
    guard let miss = lift.nearestMiss else {
      return "    not \(lift.name ?? "unnamed lift") [\(lift.id)]\(words); nothing to connect within 1 km"
    }
    return "    not \(lift.name ?? "unnamed lift") [\(lift.id)]\(words); nearest: \(miss.kind.rawValue) "
      + "\(miss.name ?? "unnamed") [\(miss.id)], \(Self.number(miss.distanceMetres)) m: \(miss.words)"
  }

  private func factLines(_ facts: AreaFacts) -> [String] {
    var lines = facts.connectors.map { connectors in
      let classes = zip(connectors.histogram(), Self.classNames).filter { $0.0 > 0 }.map { "\($1) m: \($0)" }
      return "    connectors, \(connectors.cause.rawValue): \(connectors.count), median "
        + "\(Self.number(connectors.medianMetres)) m, longest \(Self.number(connectors.longestMetres)) m ("
        + classes.joined(separator: ", ") + ")"
    }
    let junctions = facts.junctions.sorted { $0.key.code < $1.key.code }.map {
      "\($0.key.rawValue) \($0.value)"
    }
    if !junctions.isEmpty { lines.append("    junctions: " + junctions.joined(separator: ", ")) }
    if facts.runCount > 0 {
      lines.append(
        "    runs: \(facts.runCount), ungraded \(facts.ungradedRunCount), of which \(facts.estimatedRunCount) estimated"
      )
    }
    for trouble in AreaFacts.RunFinding.Problem.allCases {
      let found = facts.runFindings.filter { $0.problem == trouble }
      guard !found.isEmpty else { continue }
      lines.append("    \(trouble.words): \(found.count) \(found.count == 1 ? "run" : "runs")")
      lines += found.prefix(Self.shownRuns).map {
        "      \($0.name ?? "unnamed") [\($0.id)] at \(Self.position($0.place))"
      }
      lines += Self.rest(found.count - Self.shownRuns, "runs", indent: "      ")
    }
    return lines
  }

  private func reportLines() -> [String] {
    let entries = ReportEntry.all(in: reportJSON)
    guard !entries.isEmpty else { return [] }
    let lines = entries.prefix(Self.shownEntries).map { entry in
      "  \(entry.outcomeWords) \(entry.count) × \(entry.code)"
        + (entry.example.map { ", for example \($0)" } ?? "")
    }
    return ["what was left out, mended and noted when the map was built"] + lines
      + Self.rest(entries.count - Self.shownEntries, "codes", indent: "  ")
  }

  private static let classNames: [String] = {
    let limits = AreaFacts.Connectors.classLimitsMetres
    return zip([0] + limits, limits).map { "\($0)–\($1)" } + ["over \(limits[limits.count - 1])"]
  }()

  private static func rest(_ count: Int, _ what: String, indent: String) -> [String] {
    count > 0 ? ["\(indent)and \(count) more \(what); --format json has all"] : []
  }

  static func position(_ place: Coordinate) -> String {
    place.argumentText()
  }

  private static func number(_ value: Double) -> String { decimalText(value, places: 1) ?? "?" }
}

extension NearestMiss {
  /// The reason it is not connected, as text.
  var words: String {
    switch reason {
    case .tooFar: "too far"
    case .tooHigh: "too high or too low"
    case .tooSteep: "too steep"
    case .other: "direction, level or what lies between"
    }
  }
}

extension AreaFacts.RunFinding.Problem {
  /// The problem as text.
  var words: String {
    switch self {
    case .nothingLeadsOn: "nothing leads on from the lower end"
    case .nothingLeadsTo: "nothing leads to the upper end"
    case .touchesNothing: "touching nothing"
    }
  }
}

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
