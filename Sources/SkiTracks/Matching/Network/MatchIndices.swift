import SkiGeo
import SkiGraph

/// The indices of a map's regions, made when first needed and kept.
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

  /// Returns the indices of the regions some fixes may touch, in map order.
  func indices(near fixes: [LocationFix]) throws -> [MatchIndex] {
    guard let map else { return known.withLock { Array($0.values) } }
    var touched: Set<RegionIndex> = []
    var last: Coordinate?
    for fix in fixes where fix.coordinate.isValid {
      // Half a kilometre further on is soon enough to ask again.
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
    // Made outside the lock: two tasks may make one index at once, none waits for another's.
    let fresh = MatchIndex(graph: try map.graph(region))
    known.withLock { $0[region] = fresh }
    return fresh
  }
}
