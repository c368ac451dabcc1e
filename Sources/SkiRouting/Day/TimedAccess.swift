import SkiGraph

/// The entries to the network or the exits from it, for time-dependent searches.
struct TimedAccess {
  let access: EndAccess
  let resolved: ResolvedEnd

  init(_ resolved: ResolvedEnd, end: RouteEnd, day: PreparedDay) {
    self.resolved = resolved
    access = EndAccess(resolved, end: end, model: day.model, costs: day.costs.edges, isLeast: false)
  }

  /// Returns the milliseconds of the walk at one of the ends, without the part of an edge.
  func walkMilliseconds(_ index: Int) -> UInt32 {
    access.ends[index].milliseconds - (access.pieces[index]?.milliseconds ?? 0)
  }

  /// Returns the first nodes with their arrivals for a departure, and the position of each among the ends.
  func sources(departing time: UInt32, _ timed: TimedCosts) -> (ends: [SearchEnd], indices: [Int]) {
    var (ends, indices): ([SearchEnd], [Int]) = ([], [])
    for (index, end) in access.ends.enumerated() {
      guard let arrival = arrival(index, departing: time, timed) else { continue }
      ends.append(SearchEnd(node: end.node, milliseconds: arrival))
      indices.append(index)
    }
    return (ends, indices)
  }

  private func arrival(_ index: Int, departing time: UInt32, _ timed: TimedCosts) -> UInt32? {
    let there = UInt64(time) + UInt64(walkMilliseconds(index))
    guard let piece = access.pieces[index], let edge = piece.edge else { return Self.moment(there) }
    return timed.passage(edge.position, at: there, cost: UInt64(piece.milliseconds)).flatMap {
      Self.moment($0.arrival)
    }
  }

  private static func moment(_ time: UInt64) -> UInt32? {
    time < SearchScratch.timeLimit ? UInt32(time) : nil
  }

  /// Returns the travel rules of the last parts before a destination, in the order of its ends.
  func finals(_ timed: TimedCosts) -> [TimedFinal] {
    access.pieces.map { piece in
      guard let piece, let edge = piece.edge else { return TimedFinal() }
      return TimedFinal(rule: timed.ruleOfEdge[edge.position], partMilliseconds: piece.milliseconds)
    }
  }

  /// Returns the last nodes before home, each with the milliseconds from it to the last moment of the timetable.
  func lastNodes(_ timed: TimedCosts) -> [SearchEnd] {
    access.ends.enumerated().compactMap { index, end in
      let walk = UInt64(walkMilliseconds(index))
      guard walk <= UInt64(TravelRule.lastMoment) else { return nil }
      var latest: UInt64? = UInt64(TravelRule.lastMoment) - walk
      if let piece = access.pieces[index], let edge = piece.edge, let deadline = latest {
        latest = timed.latestEntry(edge.position, arrivingBy: deadline, cost: piece.milliseconds)
      }
      return latest.map { SearchEnd(node: end.node, milliseconds: TravelRule.lastMoment - UInt32($0)) }
    }
  }
}
