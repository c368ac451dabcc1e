public import SkiModel

/// Something a skier can name as a start or a destination: a lift, run, station or hut on the map.
public struct Place: Signposted, Hashable, Sendable {
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

/// The nearest place on a link to some coordinate.
package struct LinkSnap: Hashable, Sendable {
  /// The link snapped to; for a lift station this is nil and `node` says where.
  package var link: LinkIndex?
  /// The station's node, or nil when snapped to a link.
  package var node: NodeIndex?
  /// Centimetres along the link from its tail, horizontal; 0 for a station.
  package var offsetCentimetres: UInt32
  /// Where on the link, with its elevation interpolated.
  package var point: GraphPoint
  /// Metres from the coordinate, on the map.
  package var distanceMetres: Double

  /// Makes a snap.
  package init(
    link: LinkIndex?, node: NodeIndex?, offsetCentimetres: UInt32, point: GraphPoint, distanceMetres: Double
  ) {
    self.link = link
    self.node = node
    self.offsetCentimetres = offsetCentimetres
    self.point = point
    self.distanceMetres = distanceMetres
  }
}
