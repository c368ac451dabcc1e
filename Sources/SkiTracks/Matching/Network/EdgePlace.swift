package import SkiGraph

/// A place on a directed edge of a region's graph: where a traveller is, and which way they go.
///
/// A value. Valid for the map it was found in only.
public struct EdgePlace: Hashable, Sendable {
  /// The region whose graph has the edge.
  package var region: RegionIndex
  /// The directed edge; its link, feature and kind are the graph's to tell.
  package var edge: EdgeIndex
  /// Metres on the map from where the edge starts.
  public var metresAlong: Double

  /// Makes a place.
  package init(region: RegionIndex = .first, edge: EdgeIndex, metresAlong: Double) {
    self.region = region
    self.edge = edge
    self.metresAlong = metresAlong
  }
}
