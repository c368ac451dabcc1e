import SkiBase
package import SkiGraph

/// A feature of one map with the properties compared with another: lines, length and reachability.
package struct MappedFeature: Sendable, Hashable {
  package var region: RegionIndex
  package var index: FeatureIndex
  /// The properties of the feature in its map.
  package var feature: GraphFeature
  /// The length along its line in the network, in metres on the map; 0 for features outside it and for areas.
  package var mapLengthMetres: Double
  /// Indicates whether all of it may be used in both directions.
  package var isTwoWay: Bool
  /// Indicates whether the lifts of its area reach it: the upper end of a run, or a lift from and to other lifts.
  package var isReachable: Bool
  /// The lines of the feature; its ends where it has none.
  var lines: [[FixedCoordinate]]
  /// The closed rings around a run mapped as an area; empty for others, and in maps without outlines.
  var outline: [[FixedCoordinate]]

  /// The kind of the feature with its source identifier.
  var identity: Identity { Identity(kind: feature.kind, id: feature.id) }

  struct Identity: Hashable {
    var kind: FeatureKind
    var id: SourceID
  }

  /// The folded name, as in searches; nil when it has none.
  var foldedName: String? {
    guard let name = feature.name ?? feature.ref else { return nil }
    let folded = NameFolding.fold(name)
    return folded.isEmpty ? nil : folded
  }

  /// Indicates whether the identifier is a position in a file, which is not valid for another file.
  var hasPositionalID: Bool {
    let text = feature.id.rawValue
    guard let mark = text.lastIndex(of: "#") else { return false }
    let digits = text[text.index(after: mark)...]
    return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Indicates whether the identifier is OpenStreetMap's, which is permanent; others are derived from properties.
  var hasLastingID: Bool {
    ["way/", "node/", "relation/"].contains { feature.id.rawValue.hasPrefix($0) }
  }

  /// Returns the features of a region in graph order. Complexity: O(*n* + *m* + points).
  static func all(in graph: RoutingGraph) -> [MappedFeature] {
    let reachability = LiftReachability(graph)
    let groups = reachability.areas()
    return (0..<graph.featureCount).map { position in
      let index = FeatureIndex(position)
      let feature = graph.feature(index)
      let main = groups[feature.area?.position ?? graph.areaCount].mainComponent
      let links = graph.links(of: index)
      let source = links.filter { graph.storage.linkCause[$0] == LinkCause.source.code }
      let length = source.reduce(0.0) { sum, link in
        sum + Double(graph.storage.pointDistance[graph.pointRange(LinkIndex(link)).upperBound - 1]) / 100
      }
      let lines = links.map { link in
        graph.pointRange(LinkIndex(link)).map { graph.linkPoint($0).position }
      }
      return MappedFeature(
        region: graph.region, index: index, feature: feature, mapLengthMetres: length,
        isTwoWay: !links.isEmpty
          && links.allSatisfy {
            graph.storage.linkForwardEdge[$0] != .max && graph.storage.linkBackwardEdge[$0] != .max
          },
        isReachable: main != nil && feature.startNode.map { reachability.isIn(main, $0) } ?? false,
        lines: lines.isEmpty ? [[feature.start.position, feature.end.position]] : lines,
        outline: graph.outline(of: index).map { $0.places + $0.places.prefix(1) })
    }
  }
}
