import SkiGraph

/// When each node of a tour's network can be reached at the earliest, and must be left at the latest.
struct TourWindows {
  /// By node, milliseconds since midnight; `.max` where it can't be reached.
  let earliest: [UInt32]
  /// By node the last moment from which one is back in time; nil where there is none.
  let latest: [UInt32?]
  /// The arc each node is first reached by; ``TourNetwork/Arc/none`` at the start and where there is none.
  let firstArcs: [UInt32]

  /// Searches forwards and backwards. Complexity: O((*n* + *m*) log *m*).
  init(_ network: TourNetwork, from: UInt32, until: UInt32) {
    (earliest, firstArcs) = Self.forwards(network, from, until)
    latest = Self.backwards(network, until)
  }

  /// Whether one can be at a node on the way of some tour.
  func isUseful(_ node: Int) -> Bool {
    earliest[node] != .max && latest[node].map { earliest[node] <= $0 } ?? false
  }

  /// Returns the arcs of the tour that is over first: there is one before anything is searched for.
  /// - Precondition: The start is useful.
  func firstWay(_ network: TourNetwork) -> [UInt32] {
    var arcs: [UInt32] = []
    var node = network.end
    while node != network.start, firstArcs[node] != TourNetwork.Arc.none {
      arcs.append(firstArcs[node])
      node = network.tail(of: firstArcs[node])
    }
    return arcs.reversed()
  }

  private static func forwards(
    _ network: TourNetwork, _ from: UInt32, _ until: UInt32
  ) -> ([UInt32], [UInt32]) {
    var earliest = [UInt32](repeating: .max, count: network.nodeCount)
    var first = [UInt32](repeating: TourNetwork.Arc.none, count: network.nodeCount)
    var heap = MinHeap<UInt64>()
    earliest[network.start] = from
    heap.push(UInt64(from) << 32 | UInt64(network.start))
    while let word = heap.pop() {
      let (time, node) = (word >> 32, Int(word & 0xFFFF_FFFF))
      if time > UInt64(earliest[node]) { continue }
      for index in network.arcs(from: node) {
        let arc = network.arcs[index]
        let reached = network.arrival(arc, at: time)
        guard reached <= UInt64(until), reached < UInt64(earliest[Int(arc.head)]) else { continue }
        earliest[Int(arc.head)] = UInt32(reached)
        first[Int(arc.head)] = UInt32(index)
        heap.push(reached << 32 | UInt64(arc.head))
      }
    }
    return (earliest, first)
  }

  private static func backwards(_ network: TourNetwork, _ until: UInt32) -> [UInt32?] {
    var entering = [[(tail: UInt32, arc: UInt32)]](repeating: [], count: network.nodeCount)
    for node in 0..<network.nodeCount {
      for arc in network.arcs(from: node) {
        entering[Int(network.arcs[arc].head)].append((UInt32(node), UInt32(arc)))
      }
    }
    var latest = [UInt32?](repeating: nil, count: network.nodeCount)
    var heap = MinHeap<UInt64>()
    latest[network.end] = until
    heap.push(UInt64(network.end))
    while let word = heap.pop() {
      let (time, node) = (UInt64(until) - (word >> 32), Int(word & 0xFFFF_FFFF))
      if time != latest[node].map(UInt64.init) { continue }
      for (tail, arc) in entering[node] {
        guard let entry = network.latestEntry(network.arcs[Int(arc)], by: time),
          latest[Int(tail)].map({ entry > UInt64($0) }) ?? true
        else { continue }
        latest[Int(tail)] = UInt32(entry)
        heap.push((UInt64(until) - entry) << 32 | UInt64(tail))
      }
    }
    return latest
  }
}
