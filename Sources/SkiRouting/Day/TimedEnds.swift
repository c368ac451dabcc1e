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
