import FoundationEssentials
import SkiBase
import SkiGraph
import SkiTerrain
import SkiTestSupport

/// One form of the sample mountain as a graph, with the queries its traps need.
struct SampleMountain {
  let form: SampleFormat
  let graph: RoutingGraph
  let report: ImportReport
  let finder: PlaceFinder
  let elevation: ElevationFiles
  /// The features of each source id.
  private(set) var features: [String: [FeatureIndex]] = [:]
  /// The connectors, by each of their nodes.
  private(set) var connectors: [NodeIndex: [GraphLink]] = [:]

  init(_ form: SampleFormat) async throws {
    self.form = form
    let (contents, report) = try await MapMaking.sample(form)
    self.report = report
    let map = try contents.map()
    graph = try map.graph(at: 0)
    finder = PlaceFinder(map: map)
    elevation = try ElevationFiles.open(paths: [SampleFiles.folder.appending(path: "elevation").path])
    for index in (0..<graph.featureCount).map({ FeatureIndex($0) }) {
      features[graph.feature(index).id.rawValue, default: []].append(index)
    }
    for link in (0..<graph.linkCount).map({ graph.link(LinkIndex($0)) }) where link.kind == .connector {
      connectors[link.tail, default: []].append(link)
      connectors[link.head, default: []].append(link)
    }
  }

  /// Returns the links of a feature.
  func links(_ feature: FeatureIndex) -> [GraphLink] {
    graph.links(of: feature).map { graph.link(LinkIndex($0)) }
  }

  /// Returns the links of all features of some ids.
  func links(ids: some Sequence<String>) -> [GraphLink] {
    ids.flatMap { features[$0] ?? [] }.flatMap(links)
  }

  /// Returns the nodes of some links.
  func nodes(_ links: [GraphLink]) -> Set<NodeIndex> { Set(links.flatMap { [$0.tail, $0.head] }) }

  /// Returns the metres between a node and a place.
  func metres(_ node: NodeIndex, _ place: Coordinate) -> Double {
    graph.point(node).coordinate.distanceMetres(to: place)
  }

  /// Returns the nodes near a place where two sets of nodes meet: in a shared node, or over one connector.
  func meetings(
    _ a: Set<NodeIndex>, _ b: Set<NodeIndex>, near place: Coordinate?, withinMetres limit: Double
  ) -> [NodeIndex] {
    a.sorted().filter { node in
      if let place, metres(node, place) > limit { return false }
      return b.contains(node)
        || connectors[node, default: []].contains { b.contains($0.tail == node ? $0.head : $0.tail) }
    }
  }

  /// Returns whether the report names a feature with an outcome and, if given, a code.
  func reports(_ id: String, _ outcome: ImportReport.Outcome, code: String? = nil) -> Bool {
    report.entries.contains { entry in
      entry.outcome == outcome && code.map { $0 == entry.code } ?? true
        && entry.examples.contains { $0.id == id }
    }
  }

  /// Returns the metres from a place to the nearest run mapped as a line; nil when none lies within 150 m.
  func metresToRun(_ place: Coordinate) -> Double? {
    let snaps = graph.snaps(near: place, withinMetres: 150, limit: 50) {
      !graph.link($0).flags.contains(.areaCrossing)
    }
    return snaps.filter { $0.link != nil }.map(\.distanceMetres).min()
  }
}
