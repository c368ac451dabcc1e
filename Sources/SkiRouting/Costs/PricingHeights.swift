import SkiGraph

extension RoutingGraph {
  /// Returns the heights a link is priced by, by point of the region: inferred ones where it has them, else the known ones, where
  /// `Int32.min` is unknown.
  /// - Complexity: O(1).
  @inline(__always)
  func pricingHeights(ofLink link: Int) -> SectionRow<Int32> {
    storage.hasInferredHeights(link) ? storage.pointInferredElevation : storage.pointElevation
  }
}
