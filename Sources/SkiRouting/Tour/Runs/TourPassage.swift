/// A shortest stretch of a line with which its run counts: consecutive arcs of at least half its length.
///
/// Every tour that counts a run has one, so that the passages of runs are all that searches need of the lines.
struct TourPassage {
  /// The number of the run.
  var run: Int
  var tail: Int
  var head: Int
  /// The arcs in order.
  var arcs: [UInt32]
  /// The least milliseconds.
  var milliseconds: UInt32
  /// The latest entry of any day.
  var latestEntry: UInt32
}

extension TourRuns {
  /// Returns the passages of all runs that a tour has time for, those of a run next to each other.
  /// - Complexity: O(*m* · *k*) in arcs and those of a passage.
  func passages(of network: TourNetwork, _ windows: TourWindows) -> [TourPassage] {
    var found: [TourPassage] = []
    for node in 0..<network.nodeCount where windows.isUseful(node) {
      for arc in network.arcs(from: node) {
        guard let passage = passage(from: arc, leaving: node, network),
          let latest = windows.latest[passage.head], windows.earliest[node] <= passage.latestEntry,
          UInt64(windows.earliest[node]) + UInt64(passage.milliseconds) <= UInt64(latest)
        else { continue }
        found.append(passage)
      }
    }
    return found.sorted { $0.run < $1.run }
  }

  /// Returns the passage that begins with an arc; nil when the rest of its line is too short, or has no entry.
  private func passage(from first: Int, leaving node: Int, _ network: TourNetwork) -> TourPassage? {
    var arcs = [UInt32(first)]
    var progress = going(LineProgress(), along: network.arcs[first].edge)
    guard progress.code != LineProgress.none else { return nil }
    while counted(progress) == nil {
      let head = Int(network.arcs[Int(arcs[arcs.count - 1])].head)
      let next = network.arcs(from: head).first { continues(progress, along: network.arcs[$0].edge) }
      // The sections of a line never overlap, so that at most one goes on.
      guard let next else { return nil }
      progress = going(progress, along: network.arcs[next].edge)
      arcs.append(UInt32(next))
    }
    var entry = UInt64(TravelRule.lastMoment)
    for arc in arcs.reversed() {
      guard let before = network.latestEntry(network.arcs[Int(arc)], by: entry) else { return nil }
      entry = before
    }
    let least = arcs.reduce(UInt64(0)) { $0 + network.leastMilliseconds(network.arcs[Int($1)]) }
    return TourPassage(
      run: Int(progress.code >> 1), tail: node, head: Int(network.arcs[Int(arcs[arcs.count - 1])].head),
      arcs: arcs, milliseconds: UInt32(min(least, UInt64(TravelRule.lastMoment))), latestEntry: UInt32(entry))
  }
}
