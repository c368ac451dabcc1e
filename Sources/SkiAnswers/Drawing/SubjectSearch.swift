import SkiBase
import SkiGraph

/// Finds all subjects of a theme in a region.
struct SubjectSearch {
  private let graph: RoutingGraph
  private let request: DrawingRequest
  /// The features to which pictures are limited; nil for all.
  private let wanted: Set<UInt32>?
  /// The features at each node, without connectors.
  private let featuresAt: [UInt32: Set<UInt32>]

  /// Creates a search. Complexity: O(*n* + *m*) in the region.
  init(_ graph: RoutingGraph, _ request: DrawingRequest) {
    self.graph = graph
    self.request = request
    wanted = request.only.map { Self.features(of: graph, called: $0) }
    featuresAt =
      wanted != nil || request.theme == .junctions ? Self.featuresAtNodes(graph, wanted: wanted) : [:]
  }

  /// Returns all subjects in the order of the graph. Complexity: O(*n* + *m*) in the region.
  func subjects() -> [DrawingSubject] {
    if let wanted, wanted.isEmpty { return [] }
    switch request.theme {
    case .connectors:
      return links { kind, cause in kind == LinkKind.connector.code || cause == LinkCause.street.code }
    case .crossings: return links { _, cause in cause == LinkCause.areaCrossing.code }
    case .junctions: return junctions()
    case .profiles: return runs()
    }
  }

  private func links(where isWanted: (_ kind: UInt8, _ cause: UInt8) -> Bool) -> [DrawingSubject] {
    (0..<graph.linkCount).compactMap { position in
      let storage = graph.storage
      guard isWanted(storage.linkKind[position], storage.linkCause[position]),
        touchesWanted(storage.linkTail[position]) || touchesWanted(storage.linkHead[position])
          || wanted?.contains(storage.linkFeature[position]) == true
      else { return nil }
      let cause = LinkCause(code: storage.linkCause[position]) ?? .source
      let ends = [storage.linkTail[position], storage.linkHead[position]].map { point(NodeIndex($0)) }
      return subject(.link(LinkIndex(position)), cause.rawValue, at: ends)
    }
  }

  private func junctions() -> [DrawingSubject] {
    (0..<graph.nodeCount).compactMap { position in
      guard let features = featuresAt[UInt32(position)], features.count > 1,
        touchesWanted(UInt32(position)), !graph.isAboard(NodeIndex(position))
      else { return nil }
      let node = NodeIndex(position)
      return subject(.node(node), graph.junction(node).cause.rawValue, at: [point(node)])
    }
  }

  private func runs() -> [DrawingSubject] {
    (0..<graph.featureCount).compactMap { position in
      let index = FeatureIndex(position)
      guard graph.kindCode(of: position) == FeatureKind.run.code, wanted?.contains(UInt32(position)) ?? true
      else { return nil }
      let feature = graph.feature(index)
      let hasProfile = graph.links(of: index).contains {
        graph.storage.linkCause[$0] == LinkCause.source.code
          && LinkFlags(rawValue: graph.storage.linkFlags[$0]).contains(.hasElevation)
      }
      guard hasProfile else { return nil }
      return subject(
        .run(index), feature.difficulty?.rawValue ?? "ungraded",
        at: [feature.start.position, feature.end.position])
    }
  }

  private func subject(
    _ form: DrawingSubject.Form, _ stratum: String, at places: [FixedCoordinate]
  ) -> DrawingSubject {
    var key = SampleKey(seed: request.seed)
    for place in places { key.combine(place) }
    return DrawingSubject(region: graph.region, form: form, stratum: stratum, key: key.value)
  }

  private func point(_ node: NodeIndex) -> FixedCoordinate { graph.point(node).position }

  private func touchesWanted(_ node: UInt32) -> Bool {
    guard let wanted else { return true }
    return featuresAt[node].map { !$0.isDisjoint(with: wanted) } ?? false
  }

  private static func featuresAtNodes(_ graph: RoutingGraph, wanted: Set<UInt32>?) -> [UInt32: Set<UInt32>] {
    if let wanted, wanted.isEmpty { return [:] }
    var features: [UInt32: Set<UInt32>] = [:]
    for position in 0..<graph.linkCount where graph.storage.linkFeature[position] != .max {
      for node in [graph.storage.linkTail[position], graph.storage.linkHead[position]] {
        features[node, default: []].insert(graph.storage.linkFeature[position])
      }
    }
    return features
  }

  /// Returns the features with a name or identifier, and those in areas with it.
  private static func features(of graph: RoutingGraph, called text: String) -> Set<UInt32> {
    let folded = NameFolding.fold(text)
    func isMeant(_ name: String?, _ id: SourceID?) -> Bool {
      id?.rawValue == text || (!folded.isEmpty && name.map(NameFolding.fold) == folded)
    }
    let areas = Set(
      (0..<graph.areaCount).filter {
        let area = graph.area(AreaIndex($0))
        return isMeant(area.name, area.id)
      }.map { UInt32($0) })
    return Set(
      (0..<graph.featureCount).filter { position in
        let feature = graph.feature(FeatureIndex(position))
        return isMeant(feature.name, feature.id) || feature.area.map { areas.contains($0.rawValue) } ?? false
      }.map { UInt32($0) })
  }
}

/// The theme of drawings of a map; raw values are those of `check --draw`.
@nonexhaustive
package enum DrawingTheme: String, Sendable, Hashable, CaseIterable {
  /// The connectors between features, those to streets included.
  case connectors
  /// The crossings of mapped areas.
  case crossings
  /// The elevation profiles of runs with elevations.
  case profiles
  /// The nodes of two or more features.
  case junctions
}

/// A request for drawings of a map: theme, number and sample.
package struct DrawingRequest: Sendable, Hashable {
  /// The theme of the drawings.
  package var theme: DrawingTheme
  /// The greatest number of pictures; positive.
  package var sampleCount: Int
  /// The seed of the sample; the same seed selects the same subjects, also from a rebuilt map where they are unchanged.
  package var seed: UInt64
  /// The name or identifier of an area or feature to which the pictures are limited; nil for the whole map.
  package var only: String?

  /// Creates a request for drawings of a theme.
  /// - Parameters:
  ///   - theme: The theme of the drawings.
  ///   - sampleCount: The greatest number of pictures; positive.
  ///   - seed: The seed of the sample.
  ///   - only: The name or identifier of an area or feature; nil for the whole map.
  /// - Precondition: `sampleCount` is positive.
  package init(theme: DrawingTheme, sampleCount: Int = 60, seed: UInt64 = 1, only: String? = nil) {
    precondition(sampleCount > 0, "sample count must be positive, got \(sampleCount)")
    self.theme = theme
    self.sampleCount = sampleCount
    self.seed = seed
    self.only = only
  }
}
