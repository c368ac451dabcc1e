import SkiGraph

extension RoutingGraph {
  /// Returns the elevations that a link's costs are computed from: inferred ones where it has them, else the known
  /// ones, with `Int32.min` for unknown.
  @inline(__always)
  func costElevations(ofLink link: Int) -> SectionRow<Int32> {
    storage.hasInferredElevations(link) ? storage.pointInferredElevation : storage.pointElevation
  }
}
