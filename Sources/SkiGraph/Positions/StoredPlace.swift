/// A position that is stored or sent, with the identity of its map; see `SkiMap/stored(_:)`.
///
/// The position is exact on its own map. On another map of the area it is found by its feature, or from a coordinate.
public struct StoredPlace: Hashable, Sendable, Codable {
  /// The map of the position.
  public var map: MapID
  /// The number of the region in that map; not checked to exist.
  package var region: UInt32
  /// The number of the directed edge in that region; not checked to exist.
  package var edge: UInt32
  /// The distance from the start of the edge in its direction, in metres on the map.
  public var metresAlong: Double
  /// The position on its feature, for other maps; nil on a connector.
  public var reference: FeatureReference?
  /// Indicates whether the direction of travel is against that of the feature's line.
  package var isAgainstLine: Bool

  /// Creates a place from its members, unchecked.
  package init(
    map: MapID, region: UInt32, edge: UInt32, metresAlong: Double, reference: FeatureReference? = nil,
    isAgainstLine: Bool = false
  ) {
    (self.map, self.region, self.edge, self.metresAlong) = (map, region, edge, metresAlong)
    (self.reference, self.isAgainstLine) = (reference, isAgainstLine)
  }
}

/// A position on a feature: the feature's source id and the distance along its line.
///
/// It stays valid for other versions of the map, unless the line was redrawn in the source.
public struct FeatureReference: Hashable, Sendable, Codable {
  /// The feature's own id in its source file.
  public var id: SourceID
  /// The distance from the start of the feature's line in the map plane, in metres.
  public var metresAlong: Double

  /// Creates a reference from a source id and the distance along the line in metres.
  public init(_ id: SourceID, metresAlong: Double) { (self.id, self.metresAlong) = (id, metresAlong) }
}
