import SkiGraph
import SkiTracks

extension EdgePlace {
  /// The distance along the edge in whole centimetres; invalid distances become 0 or the greatest value.
  var centimetresAlong: UInt32 {
    let centimetres = (metresAlong * 100).rounded()
    return centimetres > 0 ? UInt32(min(centimetres, 4_294_967_295)) : 0
  }
}

extension RoutingGraph {
  /// Returns the end of an edge nearer to a place on it. Complexity: O(1).
  func nearestEnd(of place: EdgePlace) -> NodeIndex {
    let points = pointRange(link(of: place.edge))
    let centimetres = storage.pointDistance[points.upperBound - 1]
    return place.centimetresAlong < centimetres / 2 ? tail(place.edge) : head(place.edge)
  }

  /// Returns the feature of an edge; nil for connectors. Complexity: O(1).
  func feature(ofEdge edge: EdgeIndex) -> FeatureIndex? {
    let feature = storage.linkFeature[link(of: edge).position]
    return feature == .max ? nil : FeatureIndex(feature)
  }
}
