import SkiBase
import SkiGraph

/// The indices of a map's regions, created on first use and cached.
final class MatchIndices: Sendable {
  private let map: SkiMap?
  private let known: Locked<[RegionIndex: MatchIndex]>

  init(map: SkiMap) {
    self.map = map
    known = Locked([:])
  }

  init(index: MatchIndex) {
    map = nil
    known = Locked([index.graph.region: index])
  }

  /// Returns the indices of the regions near some fixes, in map order.
  func indices(near fixes: [LocationFix]) throws -> [MatchIndex] {
    guard let map else { return known.withLock { Array($0.values) } }
    var touched: Set<RegionIndex> = []
    var last: Coordinate?
    for fix in fixes where fix.coordinate.isValid {
      // Skips fixes within 500 m of the last search, whose radius of 1 km covers them.
      if let last, last.distanceMetres(to: fix.coordinate) < 500 { continue }
      touched.formUnion(map.regions(near: fix.coordinate, withinMetres: 1000))
      last = fix.coordinate
    }
    return try touched.sorted().map { try index(of: $0, in: map) }
  }

  /// Returns the graph of a region.
  func graph(of region: RegionIndex) throws -> RoutingGraph {
    if let known = known.withLock({ $0[region] }) { return known.graph }
    guard let map else {
      throw SkiError(.invalidArgument, "region \(region.rawValue) is not the one that tracks are matched to")
    }
    return try map.graph(region)
  }

  private func index(of region: RegionIndex, in map: SkiMap) throws -> MatchIndex {
    if let index = known.withLock({ $0[region] }) { return index }
    // Created outside the lock: two tasks may create the same index, but none waits for another region's.
    let fresh = MatchIndex(graph: try map.graph(region))
    known.withLock { $0[region] = fresh }
    return fresh
  }
}
