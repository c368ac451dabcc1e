import SkiGraph

/// Moves stops at stations off lifts: a ride begins after the wait before it, and ends at the first stop at the top.
///
/// Fixes beyond the ends of a lift are nearest to its stations, so the search matches queues and rests to the lift.
struct StationStopTrimming {
  let path: MatchedPath
  let network: MatchNetwork

  /// A range of fixes on a lift that belong to the element before or after it.
  struct Row {
    var element: Int
    var fixes: Range<Int>
  }

  /// Returns the fixes to move, with their element: the one before the lift or the one after.
  /// - Complexity: O(*n*).
  func rows(owners: [Int], metresAlong: [Double], states: [TravellerState]) -> [Row] {
    var rows: [Row] = []
    var start = 0
    while start < owners.count {
      let element = owners[start]
      var end = start
      while end < owners.count, owners[end] == element { end += 1 }
      let edge = network.edges[Int(path.elements[element].edge)]
      if edge.isLift {
        let reach = Double(edge.platformMetres)
        let isStanding = (start..<end).map { states[$0] == .waiting || states[$0] == .stopped }
        let last = (start..<end).last { isStanding[$0 - start] && metresAlong[$0] <= reach }
        let from = last.map { $0 + 1 } ?? start
        if element > 0, from > start { rows.append(Row(element: element - 1, fixes: start..<from)) }
        let top = (from..<end).first {
          isStanding[$0 - start] && metresAlong[$0] >= Double(edge.length) - reach
        }
        if let top, element + 1 < path.elements.count {
          rows.append(Row(element: element + 1, fixes: top..<end))
        }
      }
      start = end
    }
    return rows
  }
}
