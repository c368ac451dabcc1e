import Foundation
package import SkiBase
import SkiGraph

extension MapSurvey {
  /// Returns the survey as JSON, version 1; see Data/Formats/check.md. Complexity: O(size).
  package func json() -> JSONValue {
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
            "lengthMetres": .decimal($0.mapLengthMetres, places: 1),
          ])
        }),
      "areas": .array(areas.map(\.json)), "sources": sourcesJSON, "report": report(),
    ])
  }

  var sourcesJSON: JSONValue {
    .array(
      sources.map {
        .object([
          "name": .string($0.name), "licence": .optional($0.licence),
          "attribution": .optional($0.attribution),
        ])
      })
  }

  /// Returns the report as JSON, or as a string when an altered map contains invalid JSON.
  private func report() -> JSONValue {
    if reportJSON.isEmpty { return .null }
    let isJSON = (try? JSONSerialization.jsonObject(with: Data(reportJSON.utf8))) != nil
    return isJSON ? .encoded(reportJSON) : .string(reportJSON)
  }
}

extension MapSurvey.Area {
  fileprivate var json: JSONValue {
    .object([
      "name": .optional(name), "id": .optional(id?.rawValue), "isMeasured": .bool(isMeasured),
      "bounds": bounds.map { box in
        .array([box.west, box.south, box.east, box.north].map { .decimal($0, places: 7) })
      } ?? .null,
      "operatingLifts": .integer(operatingLiftCount),
      "mutuallyReachableLifts": .integer(mutuallyReachableLiftCount),
      "mutuallyReachableShare": mutuallyReachableShare.map { .decimal($0, places: 4) } ?? .null,
      "stations": .integer(stationCount),
      "mutuallyReachableStations": .integer(mutuallyReachableStationCount),
      "otherLifts": .array(otherLifts.map(\.json)), "connectors": .array(facts.connectors.map(\.json)),
      "junctions": .object(
        facts.junctions.sorted { $0.key.code < $1.key.code }
          .map { JSONValue.Member($0.key.rawValue, .integer($0.value)) }),
      "runs": .integer(facts.runCount), "ungradedRuns": .integer(facts.ungradedRunCount),
      "estimatedRuns": .integer(facts.estimatedRunCount),
      "runFindings": .array(
        facts.runFindings.map {
          .object([
            "id": .string($0.id.rawValue), "name": .optional($0.name),
            "trouble": .string($0.problem.rawValue),
            "latitude": .decimal($0.place.latitude, places: 7),
            "longitude": .decimal($0.place.longitude, places: 7),
          ])
        }),
    ])
  }
}

extension MapSurvey.LiftFinding {
  fileprivate var json: JSONValue {
    .object([
      "id": .string(id.rawValue), "name": .optional(name), "hasWayIn": .bool(hasWayIn),
      "hasWayOut": .bool(hasWayOut), "hasWayInOnFoot": .bool(hasWayInOnFoot),
      "hasWayOutOnFoot": .bool(hasWayOutOnFoot), "latitude": .decimal(place.latitude, places: 7),
      "longitude": .decimal(place.longitude, places: 7), "nearestMiss": nearestMiss.map(\.json) ?? .null,
    ])
  }
}

extension NearestMiss {
  fileprivate var json: JSONValue {
    .object([
      "kind": .string(kind.rawValue), "id": .string(id.rawValue), "name": .optional(name),
      "distanceMetres": .decimal(distanceMetres, places: 1), "reason": .string(reason.rawValue),
    ])
  }
}

extension AreaFacts.Connectors {
  fileprivate var json: JSONValue {
    .object([
      "cause": .string(cause.rawValue), "count": .integer(count),
      "medianMetres": .decimal(medianMetres, places: 2), "longestMetres": .decimal(longestMetres, places: 2),
      "histogram": .array(
        zip(Self.classLimitsMetres.map { JSONValue.integer($0) } + [.null], histogram()).map {
          .object(["upToMetres": $0, "count": .integer($1)])
        }),
    ])
  }
}
