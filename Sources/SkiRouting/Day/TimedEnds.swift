import SkiGraph

/// The two ends of a time-dependent request for a search over several criteria.
struct TimedEnds {
  let entry: TimedAccess
  let exit: TimedAccess
  let departure: UInt32
  /// The first nodes with their arrivals.
  let sources: [SearchEnd]
  /// The position of each source among the entries.
  let indices: [Int]
  /// The paths along one link from end to end, with their arrivals.
  let direct: [(way: DirectPath, arrival: UInt32)]
  private let day: PreparedDay

  init(from start: ResolvedEnd, to destination: ResolvedEnd, departing departure: UInt32, day: PreparedDay) {
    self.departure = departure
    self.day = day
    entry = TimedAccess(start, end: .start, day: day)
    exit = TimedAccess(destination, end: .destination, day: day)
    (sources, indices) = entry.sources(departing: departure, day.timed)
    direct = DirectPath.all(from: start, to: destination, costs: day.costs).compactMap { way in
      day.arrival(way, departing: departure).map { (way, $0) }
    }
  }

  /// The last nodes before the destination.
  var targets: [NodeIndex] { exit.access.ends.map(\.node) }

  /// Returns the arrival at the destination from one of its nodes at a time; nil when it cannot be reached.
  func finish(_ target: Int, at time: UInt32) -> UInt32? {
    var arrival = UInt64(time)
    if let piece = exit.access.pieces[target], let edge = piece.edge {
      guard
        let passage = day.timed.passage(edge.position, at: arrival, cost: UInt64(piece.milliseconds))
      else { return nil }
      arrival = passage.arrival
    }
    arrival += UInt64(exit.walkMilliseconds(target))
    return arrival < SearchScratch.timeLimit ? UInt32(arrival) : nil
  }

  /// Returns the pieces of a path that a search found, with their times on the day.
  func pieces(_ way: LabelPath) -> [RoutePiece] {
    var clock = DayClock(time: UInt64(departure), timed: day.timed)
    guard let target = way.target else {
      for piece in direct[way.source].way.pieces { clock.add(piece) }
      return clock.pieces
    }
    let source = indices[way.source]
    clock.add(entry.walk(source, to: .start))
    clock.add(entry.access.pieces[source])
    for edge in way.edges { clock.add(RoutePiece(edge: EdgeIndex(edge), milliseconds: 0), whole: true) }
    clock.add(exit.access.pieces[target])
    clock.add(exit.walk(target, to: .destination))
    return clock.pieces
  }

  /// Returns the pieces of any path, or nil when one of its edges is closed at the time of arrival.
  func ride(_ way: LabelPath) -> [RoutePiece]? {
    let pieces = pieces(way)
    // The clock leaves out pieces that it cannot pass.
    let edges = pieces.compactMap(\.edge).count
    let wanted = way.target.map { target in
      way.edges.count + (entry.access.pieces[indices[way.source]] == nil ? 0 : 1)
        + (exit.access.pieces[target] == nil ? 0 : 1)
    }
    return wanted == nil || edges == wanted ? pieces : nil
  }
}

extension TimedAccess {
  /// Returns the walk between the place and one of its entries or exits.
  func walk(_ index: Int, to end: RouteEnd) -> RoutePiece? {
    resolved.walk(resolved.candidates[access.candidates[index]], to: end)
  }
}

extension PreparedDay {
  /// Returns the arrival at the end of a path along one link; nil when it is closed by then.
  func arrival(_ way: DirectPath, departing time: UInt32) -> UInt32? {
    guard let edge = way.part.edge,
      let passage = timed.passage(
        edge.position, at: UInt64(time) + UInt64(way.before?.milliseconds ?? 0),
        cost: UInt64(way.part.milliseconds))
    else { return nil }
    let arrival = passage.arrival + UInt64(way.after?.milliseconds ?? 0)
    return arrival < SearchScratch.timeLimit ? UInt32(arrival) : nil
  }
}

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
