/// Takes standing at stations out of lift rides: a ride begins when the wait before it is over, and ends where one stands at the top.
///
/// Fixes beyond a lift's ends are nearest to its stations, so that the search puts queues and rests there on the lift.
struct StationStanding {
  let path: MatchedPath
  let network: MatchNetwork

  /// Fixes of a lift that belong to the element before or after it.
  struct Row {
    var element: Int
    var fixes: Range<Int>
  }

  /// Returns the fixes to move, and to which element: to the end of the one before the lift, or to the start of the one after.
  /// - Complexity: O(*n*).
  func rows(owners: [Int], alongs: [Double], states: [TravellerState]) -> [Row] {
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
        let last = (start..<end).last { isStanding[$0 - start] && alongs[$0] <= reach }
        let from = last.map { $0 + 1 } ?? start
        if element > 0, from > start { rows.append(Row(element: element - 1, fixes: start..<from)) }
        let top = (from..<end).first { isStanding[$0 - start] && alongs[$0] >= Double(edge.length) - reach }
        if let top, element + 1 < path.elements.count {
          rows.append(Row(element: element + 1, fixes: top..<end))
        }
      }
      start = end
    }
    return rows
  }
}
