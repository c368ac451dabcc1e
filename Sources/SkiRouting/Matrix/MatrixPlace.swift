import SkiGraph

/// An end of a matrix on the map: its positions in each region that it may belong to.
struct MatrixPlace {
  /// The regions, nearest first, each with the positions in it; empty when the end is not on the network.
  var positions: [(region: RegionIndex, end: ResolvedEnd)] = []
  /// The reason why the end is in no region; nil for the others.
  var reason: NoAnswer?

  /// Returns the positions in a region; nil when the end does not belong to it.
  func end(in region: RegionIndex) -> ResolvedEnd? { positions.first { $0.region == region }?.end }

  /// Returns the region of a pair with another end: the nearest that the other is near as well.
  func region(with other: MatrixPlace) -> RegionIndex? {
    positions.first { other.end(in: $0.region) != nil }?.region
  }
}
