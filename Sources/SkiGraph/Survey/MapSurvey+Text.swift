import Foundation
import SkiGeo

extension MapSurvey {
  /// The survey as lines for a terminal.
  public func text() -> String {
    var lines = ["\(nodeCount) nodes, \(edgeCount) directed edges, \(linkCount) links"]
    lines += featureCounts.map { "  \($0.kind.rawValue): \($0.inNetwork) of \($0.inAll) in the network" }
    lines.append("links by kind and cause")
    lines += linkCounts.map {
      "  \($0.kind.rawValue), \($0.cause.rawValue): \($0.count), \(decimalText($0.lengthMetres / 1000, places: 1) ?? "?") km"
    }
    lines.append("ski areas: lifts that can all reach each other")
    lines += areas.flatMap(areaLines)
    lines.append(
      "lifts nothing leads to: \(liftsWithoutWayIn.count); lifts nothing leads away from: \(liftsWithoutWayOut.count)"
    )
    let onFoot = liftsOnlyOnFoot.count
    if onFoot > 0 { lines.append("lifts come to or left only on foot, along streets: \(onFoot)") }
    return lines.map { $0.terminalSafe() }.joined(separator: "\n") + "\n"
  }

  private func areaLines(_ area: Area) -> [String] {
    let title = !area.isMeasured ? "outside any area" : area.name ?? "unnamed area"
    let share = area.mutuallyReachableShare.map { " (\(decimalText($0 * 100, places: 1) ?? "?") %)" } ?? ""
    let head = "  \(title): \(area.mutuallyReachableLiftCount) of \(area.operatingLiftCount) lifts\(share)"
    return [head]
      + area.otherLifts.map { lift in
        let wayIn = lift.hasWayInOnFoot ? "no way in but on foot" : "no way in"
        let wayOut = lift.hasWayOutOnFoot ? "no way out but on foot" : "no way out"
        let trouble = [lift.hasWayIn ? nil : wayIn, lift.hasWayOut ? nil : wayOut].compactMap(\.self)
        return "    not \(lift.name ?? "unnamed lift") [\(lift.id)]"
          + (trouble.isEmpty ? "" : ": " + trouble.joined(separator: ", "))
      }
  }

  /// The survey as JSON, version 1: `nodes`, `edges`, `links`, `features`, `linksByCause`, `areas`, `sources`, `report`.
  public func json() -> JSONValue {
    .object([
      "version": .integer(1), "nodes": .integer(nodeCount), "edges": .integer(edgeCount),
      "links": .integer(linkCount),
      "features": .array(
        featureCounts.map {
          .object([
            "kind": .string($0.kind.rawValue), "inNetwork": .integer($0.inNetwork),
            "inAll": .integer($0.inAll),
          ])
        }),
      "linksByCause": .array(
        linkCounts.map {
          .object([
            "kind": .string($0.kind.rawValue), "cause": .string($0.cause.rawValue),
            "count": .integer($0.count),
            "lengthMetres": .decimal($0.lengthMetres, places: 1),
          ])
        }),
      "areas": .array(areas.map(areaJSON)),
      "sources": .array(
        sources.map {
          .object([
            "name": .string($0.name), "licence": .optional($0.licence),
            "attribution": .optional($0.attribution),
          ])
        }),
      "report": report(),
    ])
  }

  private func areaJSON(_ area: Area) -> JSONValue {
    .object([
      "name": .optional(area.name), "isMeasured": .bool(area.isMeasured),
      "operatingLifts": .integer(area.operatingLiftCount),
      "mutuallyReachableLifts": .integer(area.mutuallyReachableLiftCount),
      "mutuallyReachableShare": area.mutuallyReachableShare.map { .decimal($0, places: 4) } ?? .null,
      "otherLifts": .array(
        area.otherLifts.map {
          .object([
            "id": .string($0.id.rawValue), "name": .optional($0.name), "hasWayIn": .bool($0.hasWayIn),
            "hasWayOut": .bool($0.hasWayOut), "hasWayInOnFoot": .bool($0.hasWayInOnFoot),
            "hasWayOutOnFoot": .bool($0.hasWayOutOnFoot),
          ])
        }),
    ])
  }

  /// The report as it stands, or as a string when a forged map holds something that is no JSON.
  private func report() -> JSONValue {
    if reportJSON.isEmpty { return .null }
    let isJSON = (try? JSONSerialization.jsonObject(with: Data(reportJSON.utf8))) != nil
    return isJSON ? .encoded(reportJSON) : .string(reportJSON)
  }
}
