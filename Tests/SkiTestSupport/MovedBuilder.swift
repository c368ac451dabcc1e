import SkiBase
package import SkiGraph

extension RoutingGraphBuilder {
  /// Returns the same network some degrees farther east, with the same lengths and gradients.
  package func moved(eastDegrees: Double) -> RoutingGraphBuilder {
    let east = Int32(eastDegrees * 1e7)
    func moved(_ point: GraphPoint) -> GraphPoint {
      var point = point
      point.position.longitudeE7 += east
      return point
    }
    var copy = self
    copy.nodes = nodes.map(moved)
    for index in copy.links.indices { copy.links[index].points = links[index].points.map(moved) }
    for index in copy.features.indices {
      copy.features[index].facts.start = moved(features[index].facts.start)
      copy.features[index].facts.end = moved(features[index].facts.end)
    }
    copy.outlines = outlines.mapValues { rings in
      rings.map { ring in
        let places = ring.places.map {
          FixedCoordinate(latitudeE7: $0.latitudeE7, longitudeE7: $0.longitudeE7 + east)
        }
        return GraphRing(places: places, isHole: ring.isHole)
      }
    }
    return copy
  }

  /// Adds another network without common nodes or features.
  package mutating func append(_ other: RoutingGraphBuilder) {
    let (firstNode, firstFeature, firstArea) = (nodes.count, features.count, areas.count)
    func later(_ node: BuilderNodeIndex) -> BuilderNodeIndex { BuilderNodeIndex(node.position + firstNode) }
    func later(_ feature: BuilderFeatureIndex) -> BuilderFeatureIndex {
      BuilderFeatureIndex(feature.position + firstFeature)
    }
    nodes += other.nodes
    for (node, junction) in other.junctions { junctions[later(node)] = junction }
    areas += other.areas
    for (feature, rings) in other.outlines { outlines[later(feature)] = rings }
    for var link in other.links {
      (link.tail, link.head, link.feature) = (later(link.tail), later(link.head), link.feature.map(later))
      links.append(link)
    }
    for var feature in other.features {
      (feature.startNode, feature.endNode) = (feature.startNode.map(later), feature.endNode.map(later))
      feature.parent = feature.parent.map(later)
      feature.facts.area = feature.facts.area.map { AreaIndex($0.position + firstArea) }
      features.append(feature)
    }
  }
}
