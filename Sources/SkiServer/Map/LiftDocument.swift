import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
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
    let list = LiftList(
      map: served.map.id.description, status: served.status?.id, lifts: entries.map(entry))
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 200)
    list.json.write(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private func entry(_ graph: RoutingGraph, _ index: FeatureIndex, _ status: FeatureStatus?) -> LiftEntry {
    let feature = graph.feature(index)
    return LiftEntry(
      id: feature.id, name: feature.name, ref: feature.ref, mapStatus: feature.status.rawValue,
      state: status?.state ?? .scheduled, waitMinutes: status?.waitMilliseconds.map { Double($0) / 60_000 },
      source: status?.source, seenAt: status?.observedAt,
      ageSeconds: status?.observedAt.map { Int(now.secondsSince1970 - $0.secondsSince1970) },
      place: graph.lines(of: index).first?.first)
  }
}
