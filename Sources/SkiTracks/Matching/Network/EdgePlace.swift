package import SkiGraph

/// A position on a directed edge of a region's graph, with the direction of travel.
///
/// Valid for the map it was found on; see `SkiMap/reference(to:)` for other maps, and ``/SkiGraph/StoredPlace`` to store or send it.
public struct EdgePlace: Hashable, Sendable {
  /// The region of the edge's graph.
  package var region: RegionIndex
  /// The directed edge.
  package var edge: EdgeIndex
  /// The distance from the start of the edge in its direction, in metres on the map.
  public var metresAlong: Double

  /// Creates a place.
  package init(region: RegionIndex = .first, edge: EdgeIndex, metresAlong: Double) {
    self.region = region
    self.edge = edge
    self.metresAlong = metresAlong
  }
}
