public import SkiGraph
public import SkiTracks

/// The name of a measured ski area, valid for the map it was found on.
public struct SkiAreaName: Hashable, Sendable {
  /// The region of the map with the area.
  package var region: RegionIndex
  /// The area in the graph of the region.
  package var area: AreaIndex
  /// The name of the mapped area; nil when there is none or it has no name.
  public var name: String?
  /// The identifier of the mapped area; nil when there is none.
  public var id: SourceID?

  /// Creates a name from its members.
  package init(region: RegionIndex = .first, area: AreaIndex, name: String?, id: SourceID?) {
    (self.region, self.area, self.name, self.id) = (region, area, name, id)
  }
}

/// The nearest lift, run or street with the nearest position on it, valid for the map it was found on.
public struct NearestEdge: Hashable, Sendable {
  /// The kind of feature: `lift`, `run` or `street`.
  public var kind: FeatureKind
  /// The feature of the edge, in the region of ``place``.
  public var feature: FeatureIndex
  /// The position on a directed edge, in the direction of the source's line where there are two.
  public var place: EdgePlace
  /// The distance to the position, in metres on the map, up to 1,000.
  public var distanceMetres: Double
}

/// The kind of map for a coordinate, with its confidence and the nearest feature.
public struct MapKindAnswer: Hashable, Sendable {
  /// The kind of map.
  public var kind: MapKind
  /// The ski area of the nearest run, lift or ski tour within 1,000 m; nil without one, and where it belongs to no
  /// measured area.
  public var area: SkiAreaName?
  /// The probability that the true position is on the same side of the boundary, given the accuracy: 0.5...1.
  public var confidence: Double
  /// The distance to the boundary of the other kind, in metres on the map with a resolution of 10; nil from 1,000 on.
  public var boundaryMetres: Double?
  /// The nearest feature within 1,000 m; nil without one.
  public var nearest: NearestEdge?
  /// The distance to the nearest place where a lift is boarded, in metres on the map, up to 1,000; nil without one.
  public var boardingMetres: Double?

  /// The distance to the boundary in metres, or the limit where it is beyond.
  package var leastBoundaryMetres: Double { boundaryMetres ?? MountainRule.farthestMetres }
  /// The signed distance to the boundary in metres: positive on the mountain, negative in the streets.
  package var signedBoundaryMetres: Double { kind == .mountain ? leastBoundaryMetres : -leastBoundaryMetres }

  /// Creates an answer from its members.
  public init(
    kind: MapKind, area: SkiAreaName? = nil, confidence: Double, boundaryMetres: Double? = nil,
    nearest: NearestEdge? = nil, boardingMetres: Double? = nil
  ) {
    self.kind = kind
    self.area = area
    self.confidence = confidence
    self.boundaryMetres = boundaryMetres
    self.nearest = nearest
    self.boardingMetres = boardingMetres
  }
}
