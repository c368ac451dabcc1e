/// A plain Dijkstra from one place to all nodes of a region, timed or not: the reference that routers must equal.
///
/// **Source:** Dijkstra 1959, "A note on two problems in connexion with graphs"; with hours Cooke and Halsey 1966.
struct PlainSearch {
  private let network: PlainNetwork
  private let arcs: [PlainArc]
  private let hours: PlainHours?
  private let begin: Int
  /// The least time or weight at each node; nil where none leads there.
  private(set) var best: [Int?]

  /// Searches from the arcs that leave a place.
  /// - Parameters:
  ///   - starts: The arcs from the place to nodes.
  ///   - begin: The time of departure, 0 without hours.
  ///   - isUsable: Returns whether an arc of the network may be used.
  init(
    _ network: PlainNetwork, _ arcs: [PlainArc], from starts: [PlainArc], at begin: Int, _ hours: PlainHours?,
    isUsable: (PlainArc) -> Bool
  ) {
    (self.network, self.arcs, self.hours, self.begin) = (network, arcs, hours, begin)
    best = [Int?](repeating: nil, count: network.leaving.count)
    var open = PlainQueue()
    for start in starts {
      if let reached = start.arrival(at: begin, hours) { improve(start.head, reached, &open) }
    }
    while let (time, node) = open.removeFirst() {
      guard time == best[node] else { continue }
      for position in network.leaving[node] where isUsable(arcs[position]) {
        let arc = arcs[position]
        if let reached = arc.arrival(at: time, hours) { improve(arc.head, reached, &open) }
      }
    }
  }

  private mutating func improve(_ node: Int, _ time: Int, _ open: inout PlainQueue) {
    if let known = best[node], known <= time { return }
    best[node] = time
    open.add(time, node)
  }

  /// Returns the least time or weight at a place, by the arcs that lead to it and those straight from the start.
  func least(_ ends: [PlainArc], straight: [PlainArc]) -> Int? {
    let over = ends.compactMap { end in best[end.tail].flatMap { end.arrival(at: $0, hours) } }
    return (over + straight.compactMap { $0.arrival(at: begin, hours) }).min()
  }
}

/// A binary heap of nodes by time, independent of that of the router.
private struct PlainQueue {
  private var entries: [(time: Int, node: Int)] = []

  mutating func add(_ time: Int, _ node: Int) {
    entries.append((time, node))
    var place = entries.count - 1
    while place > 0, entries[place].time < entries[(place - 1) / 2].time {
      entries.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func removeFirst() -> (time: Int, node: Int)? {
    guard let first = entries.first else { return nil }
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < entries.count && entries[child].time < entries[least].time { least = child }
      if least == place { return first }
      entries.swapAt(place, least)
      place = least
    }
  }
}
