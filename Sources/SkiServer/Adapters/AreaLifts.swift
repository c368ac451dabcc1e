import SkiBase
package import SkiGraph

/// The lifts of the ski areas of a map, by ids in the source. A value; `Sendable`.
///
/// A lift belongs to the ski area that it is measured in; lifts outside of mapped areas are left out, and those that may not be
/// ridden.
package struct AreaLifts: Sendable {
  private var liftsByArea: [SourceID: [SourceID]] = [:]
  private var areasByLift: [SourceID: [SourceID]] = [:]
  private var liftsByName: [String: [SourceID]] = [:]

  /// Creates the lifts of all areas of a map.
  ///
  /// One region after the other is read, and not kept.
  /// - Throws: ``SkiError`` as ``SkiMap/uncachedGraph(_:)``; `.cancelled` or `.timedOut`, see ``WorkLimit``.
  /// - Complexity: O(*n*) in the bytes of the map.
  package init(of map: SkiMap) throws {
    for region in map.regions {
      try WorkLimit.check("the lifts of ski areas")
      add(try map.uncachedGraph(region))
    }
  }

  /// Creates the lifts of the areas of one region. Complexity: O(*n*) in its features.
  package init(in graph: RoutingGraph) { add(graph) }

  private mutating func add(_ graph: RoutingGraph) {
    let restricted = Set(graph.restrictedFeatures().map(\.feature))
    for position in 0..<graph.featureCount where graph.kindCode(of: position) == FeatureKind.lift.code {
      let index = FeatureIndex(position)
      let lift = graph.feature(index)
      guard lift.status == .operating, lift.startNode != nil, !restricted.contains(index),
        let area = lift.area.flatMap({ graph.area($0).id })
      else { continue }
      add(lift, of: area)
    }
  }

  private mutating func add(_ lift: GraphFeature, of area: SourceID) {
    guard areasByLift[lift.id]?.contains(area) != true else { return }
    areasByLift[lift.id, default: []].append(area)
    liftsByArea[area, default: []].append(lift.id)
    guard let name = lift.name?.lowercased(), liftsByName[name]?.contains(lift.id) != true else { return }
    liftsByName[name, default: []].append(lift.id)
  }

  /// Returns the lifts of an area in the order of the map; empty for an unknown one.
  package func lifts(of area: SourceID) -> [SourceID] { liftsByArea[area] ?? [] }

  /// Returns the areas of a lift; empty for an unknown one, and one outside of areas.
  package func areas(of lift: SourceID) -> [SourceID] { areasByLift[lift] ?? [] }

  /// Returns the lifts that an entry of a status report means.
  package func lifts(of key: FeatureStatus.Key) -> [SourceID] {
    switch key {
    case .id(let lift): areasByLift[lift] == nil ? [] : [lift]
    case .name(let name): liftsByName[name.lowercased()] ?? []
    }
  }
}
