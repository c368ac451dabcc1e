import SkiFormats
import SkiGeo
import SkiGraph
import SkiModel
import SkiRouting

/// The lifts of a map with their states as JSON; see Data/Formats/server.md.
struct LiftDocument {
  private let served: ServedMap
  private let now: UniversalTime
  private let regions: [RegionIndex]

  /// The greatest number of regions of a document.
  static let regionLimit = 64

  /// Creates the document of the regions that meet an extent.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when they are too many.
  init(_ served: ServedMap, within extent: BoundingBox?, now: UniversalTime) throws {
    (self.served, self.now) = (served, now)
    let map = served.map.map
    regions = map.regions.filter { extent?.touches(map.bounds(of: $0)) ?? true }
    try SkiError.require(
      regions.count <= Self.regionLimit,
      "\(regions.count) regions have lifts there; give bounds that meet \(Self.regionLimit) at most")
  }

  /// Returns the document.
  /// - Throws: ``SkiError`` when a region can't be read.
  /// - Complexity: O(*n*) in the features of the regions.
  func bytes() throws -> [UInt8] {
    var entries: [(RoutingGraph, FeatureIndex, FeatureStatus?)] = []
    for region in regions {
      try WorkLimit.check("the list of lifts")
      let graph = try served.map.map.graph(region)
      let statuses = StatusMatch(graph: graph, report: served.status?.report).statuses
      for position in 0..<graph.featureCount where graph.kindCode(of: position) == FeatureKind.lift.code {
        let feature = FeatureIndex(position)
        entries.append((graph, feature, statuses[feature]))
      }
    }
    return JSONWriter.line(capacity: entries.count * 200) { json in
      json.object { json in
        json.member("map", served.map.id.description)
        json.member("status", served.status?.id)
        json.array("lifts") { json in
          for (graph, feature, status) in entries { write(graph, feature, status, &json) }
        }
      }
    }
  }

  private func write(
    _ graph: RoutingGraph, _ index: FeatureIndex, _ status: FeatureStatus?, _ json: inout JSONWriter
  ) {
    let feature = graph.feature(index)
    json.object { json in
      json.member("id", feature.id.rawValue)
      json.member("name", feature.name)
      json.member("ref", feature.ref)
      json.member("mapStatus", feature.status.rawValue)
      json.member("state", (status?.state ?? .scheduled).rawValue)
      json.member("waitMinutes", status?.waitMilliseconds.map { Double($0) / 60_000 }, places: 1)
      json.member("source", status?.source)
      json.member("seenAt", status?.observedAt?.iso8601())
      json.member("ageSeconds", status?.observedAt.map { Int(now.secondsSince1970 - $0.secondsSince1970) })
      if let place = graph.lines(of: index).first?.first {
        json.array("place") { json in
          json.decimal(place.longitude, places: 6)
          json.decimal(place.latitude, places: 6)
        }
      }
    }
  }
}
