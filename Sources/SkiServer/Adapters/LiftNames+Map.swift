import SkiBase
package import SkiGraph
package import SkiPeople

extension LiftNames {
  /// Creates the list of the lifts and runs of a map.
  ///
  /// One region after the other is read, and not kept.
  /// - Throws: ``SkiError`` as ``SkiMap/uncachedGraph(_:)``; `.cancelled` or `.timedOut`, see ``WorkLimit``.
  /// - Complexity: O(*n*) in the bytes of the map.
  package init(of map: SkiMap) throws {
    let kinds = [FeatureKind.lift.code, FeatureKind.run.code]
    var features: [(id: SourceID, name: String?, area: SourceID?)] = []
    for region in map.regions {
      try WorkLimit.check("the names of lifts and runs")
      let graph = try map.uncachedGraph(region)
      for position in 0..<graph.featureCount where kinds.contains(graph.kindCode(of: position)) {
        let index = FeatureIndex(position)
        let area = graph.feature(index).area.flatMap { graph.area($0).id }
        features.append((id: graph.sourceID(of: index), name: graph.name(of: index), area: area))
      }
    }
    self.init(features)
  }
}
