import SkiBase
import SkiGraph

extension [FeatureGroup] {
  /// Returns the groups along a Hilbert curve; groups of one place keep their order.
  /// - Complexity: O(*n* log *n*).
  func alongTheHilbertCurve() -> [FeatureGroup] {
    let keys = map { hilbertKey(FixedCoordinate($0.bounds.centre)) }
    return indices.sorted { (keys[$0], $0) < (keys[$1], $1) }.map { self[$0] }
  }
}
