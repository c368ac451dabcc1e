import SkiGraph

/// The exchange of repeated parts of a tour for others with runs that it does not have yet, where that costs little.
///
/// A part of one to three descents whose runs are all skied elsewhere is exchanged for the fastest path between its ends
/// that avoids runs of the tour, if the tour then has more different runs, is in time, and keeps its score but for 2 %.
/// A heuristic: tours with more runs may exist. **Source:** local search by exchange of segments, Lin 1965, "Computer
/// solutions of the traveling salesman problem".
struct TourVariation {
  /// The greatest part of the score that is given up.
  static let greatestLoss = 0.02
  /// The factors by which the time on runs of the tour is lengthened.
  private static let penalties: [UInt32] = [2, 6]
  /// The greatest number of descents of an exchanged part.
  private static let greatestDescents = 3
  /// The greatest length of another part, as a multiple of the time of the exchanged one, penalties included.
  private static let greatestStretch: UInt64 = 3

  let network: TourNetwork
  let values: [Int32]
  let windows: TourWindows
  let runs: TourRuns
  let graph: RoutingGraph
  let from: UInt32

  /// The nodes at the ends of a part, and its number of arcs.
  private struct Ends: Hashable {
    var start: Int
    var end: Int
    var arcCount: Int
  }

  /// Returns a tour with as many runs as found, and its score; the upper bound stays.
  /// - Parameters:
  ///   - found: The tour of the greatest score.
  ///   - shouldContinue: Returning false ends the exchange.
  /// - Complexity: O(*d* · *k* log *k*) for each exchange, in descents *d* and nodes *k* near each.
  func varied(_ found: TourSearchResult, shouldContinue: () -> Bool) -> TourSearchResult {
    guard found.value > 0 else { return found }
    let least = found.value - Int32(Double(found.value) * Self.greatestLoss)
    var best = found
    var failed: Set<Ends> = []
    while let better = exchanged(best, least: least, &failed, shouldContinue) { best = better }
    return best
  }

  /// Returns the tour with one part exchanged for another that has more runs; nil when there is none.
  ///
  /// Parts between ends where that failed before are left out: laps repeat them.
  private func exchanged(
    _ tour: TourSearchResult, least: Int32, _ failed: inout Set<Ends>, _ shouldContinue: () -> Bool
  ) -> TourSearchResult? {
    let count = runs.counted(on: tour.arcs, of: network).count
    for part in parts(of: tour.arcs) {
      guard shouldContinue() else { return nil }
      let ends = ends(of: tour.arcs[part])
      if failed.contains(ends) { continue }
      let rest = Array(tour.arcs[..<part.lowerBound] + tour.arcs[part.upperBound...])
      let others = Set(runs.counted(on: rest, of: network))
      guard others.count == count else { continue }
      for penalty in Self.penalties {
        guard let path = path(tour.arcs[part], avoiding: others, penalty: penalty) else { continue }
        var next = tour
        next.arcs.replaceSubrange(part, with: path)
        guard runs.counted(on: next.arcs, of: network).count > count, let value = value(of: next.arcs),
          value >= least
        else { continue }
        next.value = value
        return next
      }
      failed.insert(ends)
    }
    return nil
  }

  /// Returns the parts of one or more descents between two rides, the shortest first.
  private func parts(of arcs: [UInt32]) -> [Range<Int>] {
    var descents: [Range<Int>] = []
    var start: Int?
    for (index, arc) in arcs.enumerated() {
      let edge = network.arcs[Int(arc)].edge
      if edge == TourNetwork.Arc.none {
        start = nil
      } else if graph.storage.linkKind[Int(graph.storage.edgeLink[Int(edge)] / 2)] == LinkKind.lift.code {
        if let begin = start, begin < index { descents.append(begin..<index) }
        start = index + 1
      }
    }
    return (1...Self.greatestDescents).flatMap { count in
      descents.indices.dropLast(count - 1).compactMap { first in
        let part = descents[first].lowerBound..<descents[first + count - 1].upperBound
        return arcs[part].contains { network.arcs[Int($0)].edge == TourNetwork.Arc.none } ? nil : part
      }
    }
  }

  private func ends(of part: ArraySlice<UInt32>) -> Ends {
    Ends(
      start: part.first.map { network.tail(of: $0) } ?? network.start,
      end: part.last.map { Int(network.arcs[Int($0)].head) } ?? network.start, arcCount: part.count)
  }

  /// Returns the fastest path between the ends of a part, the time on some runs lengthened.
  ///
  /// **Source:** Dijkstra 1959, "A note on two problems in connexion with graphs".
  private func path(_ part: ArraySlice<UInt32>, avoiding avoided: Set<Int>, penalty: UInt32) -> [UInt32]? {
    let ends = ends(of: part)
    let (start, target) = (ends.start, ends.end)
    let limit = part.reduce(UInt64(0)) { $0 + network.leastMilliseconds(network.arcs[Int($1)]) }
    var previous: [Int: UInt32] = [:]
    var costs: [Int: UInt64] = [start: 0]
    var heap = MinHeap<UInt64>()
    heap.push(UInt64(start))
    while let word = heap.pop() {
      let (cost, node) = (word >> 32, Int(word & 0xFFFF_FFFF))
      guard cost <= limit * Self.greatestStretch else { return nil }
      guard costs[node] == cost else { continue }
      if node == target, cost > 0 { return path(to: target, from: start, previous) }
      for index in network.arcs(from: node) {
        let arc = network.arcs[index]
        guard arc.edge != TourNetwork.Arc.none, windows.isUseful(Int(arc.head)) else { continue }
        let code = runs.going(TourRuns.LineProgress(), along: arc.edge).code
        let isAvoided = code != TourRuns.LineProgress.none && avoided.contains(Int(code >> 1))
        let next = cost + network.leastMilliseconds(arc) * UInt64(isAvoided ? penalty : 1)
        guard next < costs[Int(arc.head)] ?? .max, next < 1 << 32 else { continue }
        costs[Int(arc.head)] = next
        previous[Int(arc.head)] = UInt32(index)
        heap.push(next << 32 | UInt64(arc.head))
      }
    }
    return nil
  }

  private func path(to target: Int, from start: Int, _ previous: [Int: UInt32]) -> [UInt32]? {
    var arcs: [UInt32] = []
    var node = target
    while node != start {
      guard let arc = previous[node] else { return nil }
      arcs.append(arc)
      node = network.tail(of: arc)
    }
    return arcs.reversed()
  }

  /// Returns the score of a tour; nil when it is not in time.
  private func value(of arcs: [UInt32]) -> Int32? {
    var (time, value) = (UInt64(from), Int32(0))
    for index in arcs {
      let arc = network.arcs[Int(index)]
      time = network.arrival(arc, at: time)
      guard let latest = windows.latest[Int(arc.head)], time <= UInt64(latest) else { return nil }
      value = saturatedSum(value, values[Int(index)])
    }
    return value
  }
}
