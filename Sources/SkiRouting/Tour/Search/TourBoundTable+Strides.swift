extension TourBoundTable {
  /// The maximum number of strides per arc; beyond it arcs are too short for the slices.
  private static let greatestStridesAnArc = 400

  /// A node on a path of short arcs, with the score up to it.
  private struct PathPlace {
    var node: Int
    var value: Int32
  }

  /// Returns the paths of at least one slice from each useful node; nil when there are too many.
  static func strides(
    _ network: TourNetwork, _ values: [Int32], _ windows: TourWindows, _ useful: [Int],
    _ slice: UInt32
  ) -> [[Stride]]? {
    var budget = greatestStridesAnArc * network.arcs.count + 1000
    var strides = [[Stride]](repeating: [], count: network.nodeCount)
    for node in useful where node != network.end {
      var path = [PathPlace(node: node, value: 0)]
      var found: [Stride] = []
      guard
        extend(&path, 0, network, values, windows, slice: UInt64(slice), budget: &budget, into: &found)
      else { return nil }
      strides[node] = found
    }
    return strides
  }

  /// Extends a path by all arcs; a node is repeated only with a higher score.
  private static func extend(
    _ path: inout [PathPlace], _ spent: UInt64, _ network: TourNetwork, _ values: [Int32],
    _ windows: TourWindows, slice: UInt64, budget: inout Int, into found: inout [Stride]
  ) -> Bool {
    guard let place = path.last else { return true }
    for index in network.arcs(from: place.node) {
      var arc = network.arcs[index]
      let head = Int(arc.head)
      guard windows.isUseful(head) else { continue }
      budget -= 1
      if budget < 0 || path.count > 64 { return false }
      let value = saturatedSum(place.value, values[index])
      let least = network.leastMilliseconds(arc)
      if spent + least >= slice || head == network.end {
        arc.before = UInt32(min(UInt64(UInt32.max), UInt64(arc.before) + spent))
        found.append(Stride(arc: arc, value: value))
        continue
      }
      if let known = path.last(where: { $0.node == head }), known.value >= value { continue }
      path.append(PathPlace(node: head, value: value))
      defer { path.removeLast() }
      guard
        extend(
          &path, spent + least, network, values, windows, slice: slice, budget: &budget, into: &found)
      else { return false }
    }
    return true
  }
}
