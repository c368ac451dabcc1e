public import SkiGraph
public import SkiModel
public import SkiTracks

/// A measured ski area by name, and where in the map it is.
///
/// A value. Valid for the map it was found in only.
public struct SkiAreaName: Hashable, Sendable {
  /// The region of the map it lies in.
  package var region: RegionIndex
  /// Its position in that region.
  package var area: AreaIndex
  /// Its name as mapped; nil when no mapped area has its runs.
  public var name: String?
  /// The id of that mapped area.
  public var id: SourceID?

  /// Makes a name.
  package init(region: RegionIndex = .first, area: AreaIndex, name: String?, id: SourceID?) {
    (self.region, self.area, self.name, self.id) = (region, area, name, id)
  }
}

/// The lift, run or street nearest to a place, and where on it.
///
/// A value. Valid for the map it was found in only.
public struct NearestEdge: Hashable, Sendable {
  /// `lift`, `run` or `street`.
  public var kind: FeatureKind
  /// The feature the edge is a piece of, in the region of ``place``.
  public var feature: FeatureIndex
  /// The directed edge and how far along; of two directions that of the source's line.
  public var place: EdgePlace
  /// Metres on the map.
  public var distanceMetres: Double
}

/// Which map helps at a place.
///
/// A value.
public struct MapKindAnswer: Hashable, Sendable {
  /// The map.
  public var kind: MapKind
  /// The ski area one is in; beside a ski area the one whose run or lift is nearest within 1 km; nil elsewhere, and where
  /// what is near belongs to no measured area.
  public var area: SkiAreaName?
  /// How likely the truth lies on the same side of the boundary, given the accuracy of the fix: 0.5...1.
  public var confidence: Double
  /// Metres to the nearest place of the other kind, good to 10 m; nil beyond 1,000 m.
  public var boundaryMetres: Double?
  /// What is nearest within 1,000 m; nil without anything.
  public var nearest: NearestEdge?

  /// ``boundaryMetres``, or the limit it is followed to where it is beyond.
  package var leastBoundaryMetres: Double { boundaryMetres ?? MountainRule.farthestMetres }
  /// ``leastBoundaryMetres`` with a sign: positive on the mountain, negative in the streets.
  package var signedBoundaryMetres: Double { kind == .mountain ? leastBoundaryMetres : -leastBoundaryMetres }

  /// Makes an answer.
  public init(
    kind: MapKind, area: SkiAreaName? = nil, confidence: Double, boundaryMetres: Double? = nil,
    nearest: NearestEdge? = nil
  ) {
    self.kind = kind
    self.area = area
    self.confidence = confidence
    self.boundaryMetres = boundaryMetres
    self.nearest = nearest
  }
}
