import SkiGeo
package import SkiGraph
import SkiModel

/// A feature of one map with what is needed to know it again in another: where it lies, how long it is, what it leads to.
package struct MappedFeature: Sendable, Hashable {
  package var region: RegionIndex
  package var index: FeatureIndex
  /// Its facts as its map has them.
  package var feature: GraphFeature
  /// Horizontal metres along its line in the network; 0 for what isn't part of it and for areas.
  package var lengthMetres: Double
  /// Whether it may be used in both directions everywhere.
  package var isTwoWay: Bool
  /// Whether the lifts of its area lead to it: to a run's upper end, or from and back to a lift.
  package var isReachable: Bool
  /// The lines the map has of it; its ends where it has none.
  var lines: [[FixedCoordinate]]
  /// The closed rings around a run that is mapped as an area; none for all else, and in maps made before they were kept.
  var outline: [[FixedCoordinate]]

  /// What kind of thing it is, and the id its source has given it.
  var identity: Identity { Identity(kind: feature.kind, id: feature.id) }

  struct Identity: Hashable {
    var kind: FeatureKind
    var id: SourceID
  }

  /// The name as searches fold it; nil when it has none.
  var foldedName: String? {
    guard let name = feature.name ?? feature.ref else { return nil }
    let folded = NameFolding.fold(name)
    return folded.isEmpty ? nil : folded
  }

  /// Whether the id is only the position in a file, which says nothing about another file.
  var hasPositionalID: Bool {
    let text = feature.id.rawValue
    guard let mark = text.lastIndex(of: "#") else { return false }
    let digits = text[text.index(after: mark)...]
    return !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether the id is OpenStreetMap's own, which stays when the feature changes; others are made anew from what it is.
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
        region: graph.region, index: index, feature: feature, lengthMetres: length,
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
