public import SkiModel

/// Something a skier can name as a start or a destination: a lift, run, station or hut on the map.
public struct Place: Signposted, Hashable, Sendable, Codable {
  /// What it is.
  public var kind: FeatureKind
  /// The name as mapped; nil for places found by id.
  public var name: String?
  /// The numbers on its sign.
  public var refs: [String]
  /// The region of the map it lies in; the indices below are valid there.
  package var region: RegionIndex
  /// The feature whose end is meant.
  public var feature: FeatureIndex
  /// All features of the same name and kind within 500 m, `feature` included, in graph order.
  public var features: [FeatureIndex]
  /// Where one stands: a lift's boarding end, a run's upper end, unless `@top` or `@bottom` said otherwise.
  public var point: GraphPoint
  /// The node at `point`; nil when the feature is not part of the network (a lift that does not run).
  public var node: NodeIndex?

  /// Makes a place.
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

/// The nearest place of the network to some coordinate, on a link or at a node.
package struct NetworkSnap: Hashable, Sendable {
  /// A position in a graph.
  package enum Position: Hashable, Sendable {
    /// On a link, so many centimetres from its tail, horizontal.
    case onLink(LinkIndex, offsetCentimetres: UInt32)
    /// At a node: a lift station, or the end of a link.
    case atNode(NodeIndex)
  }

  /// The position in the graph.
  package var position: Position
  /// The place, with its elevation interpolated.
  package var point: GraphPoint
  /// Metres from the coordinate, on the map.
  package var distanceMetres: Double

  /// Makes a snap.
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
