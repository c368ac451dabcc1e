import SkiGraph

extension RoutingGraph {
  /// Returns the heights a link is priced by, by point of the region: inferred ones where it has them, else the known ones, where
  /// `Int32.min` is unknown.
  /// - Complexity: O(1): a link has inferred heights at all of its points or at none.
  @inline(__always)
  func pricingHeights(ofLink link: Int) -> UnsafeBufferPointer<Int32> {
    hasInferredHeights(link) ? storage.pointInferredElevation : storage.pointElevation
  }

  /// Whether a link is priced by inferred heights. Complexity: O(1).
  @inline(__always)
  func hasInferredHeights(_ link: Int) -> Bool {
    let storage = storage
    let inferred = storage.pointInferredElevation
    return !inferred.isEmpty && inferred[Int(storage.linkFirstPoint[link])] != .min
  }
}
