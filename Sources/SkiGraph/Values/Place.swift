public import SkiBase

/// A lift, run, station, hut or street that can be the start or the destination of a route.
///
/// A ``PlaceFinder`` returns places by name or source id:
/// ```swift
/// let map = try SkiMap.open(path: "sample.skimap")
/// let places = PlaceFinder(map: map)
/// let village = try places.place("Montsoleil")
/// ```
public struct Place: Signposted, Hashable, Sendable, Codable {
  /// The type of the feature.
  public var kind: FeatureKind
  /// The name of the feature; nil when it has none.
  public var name: String?
  /// The numbers on its sign, in source order; empty when there are none.
  public var refs: [String]
  /// The region of the map; the indices below are valid in it.
  package var region: RegionIndex
  /// The feature the place belongs to.
  public var feature: FeatureIndex
  /// The features of the place, `feature` included, in graph order.
  ///
  /// They have the same name and kind; runs, stations and huts lie within 500 m, lifts share a station.
  public var features: [FeatureIndex]
  /// The point of the place: a lift's boarding end or a run's upper end, unless `@top` or `@bottom` was given.
  public var point: GraphPoint
  /// The node at `point`; nil when the feature is not part of the network, such as a lift out of operation.
  public var node: NodeIndex?

  /// Creates a place.
  package init(
    kind: FeatureKind, name: String?, refs: [String] = [], region: RegionIndex = .first,
    feature: FeatureIndex,
    features: [FeatureIndex], point: GraphPoint, node: NodeIndex?
  ) {
    self.kind = kind
    self.name = name
    self.refs = refs
    self.region = region
    self.feature = feature
    self.features = features
    self.point = point
    self.node = node
  }
}

/// The nearest position on the network to a coordinate.
package struct NetworkSnap: Hashable, Sendable {
  /// A position in a graph.
  package enum Position: Hashable, Sendable {
    /// On a link, at a horizontal offset in centimetres from its tail.
    case onLink(LinkIndex, offsetCentimetres: UInt32)
    /// At a node: a lift station, or the end of a link.
    case atNode(NodeIndex)
  }

  /// The position in the graph.
  package var position: Position
  /// The point on the network, with its elevation interpolated.
  package var point: GraphPoint
  /// The horizontal distance from the coordinate, in metres.
  package var distanceMetres: Double

  /// Creates a snap.
  package init(_ position: Position, point: GraphPoint, distanceMetres: Double) {
    (self.position, self.point, self.distanceMetres) = (position, point, distanceMetres)
  }

  /// The link; nil at a node.
  package var link: LinkIndex? {
    if case .onLink(let link, _) = position { link } else { nil }
  }
  /// The node; nil on a link.
  package var node: NodeIndex? {
    if case .atNode(let node) = position { node } else { nil }
  }
}
