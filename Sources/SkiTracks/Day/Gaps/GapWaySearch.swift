import SkiGraph

/// A search for all ways between two places that fit a duration.
///
/// Two searches for shortest times, from the start and to the goal, find each edge on a way that is fast enough. There
/// is one way when those edges are a path, apart from pieces that lead nowhere else and those of no lift or run.
///
/// **Source:** Dijkstra 1959 in both directions; an edge is on a way within a bound when the time to it, along it and
/// from it is.
struct GapWaySearch {
  var network: GapNetwork
  let options: SkiDayOptions
  /// The times from the start and to the goal by node.
  var ahead: [Int: Double] = [:]
  var behind: [Int: Double] = [:]
  /// The edge by which each node was reached from the start; missing for nodes next to the start.
  var lastEdge: [Int: EdgeIndex] = [:]

  /// The greatest number of nodes settled in each direction; wider gaps stay open.
  static let nodeLimit = 20_000
  /// The longest gap that is searched, in seconds.
  static let longestSeconds = 3600.0
  /// The distance from a station in metres within which a traveller may be on any feature there.
  static let stationMetres = 50.0
  /// The distance from a junction in metres within which a traveller may be on any run there.
  static let junctionMetres = 15.0
  /// The longest stop on runs in seconds, that of a gap on the spot.
  private static let restSeconds = 180.0
  /// The longest wait before a lift, in seconds.
  private static let waitSeconds = 180.0

  init(_ graph: RoutingGraph, options: SkiDayOptions) {
    network = GapNetwork(graph)
    self.options = options
  }

  /// Returns the way between two places within a time.
  /// - Complexity: O(*m* log *n*) in the nodes and edges within the time of both places, *n* ≤ 20,000.
  mutating func answer(from start: EdgePlace, to goal: EdgePlace, seconds: Double) -> GapAnswer {
    guard seconds <= Self.longestSeconds else { return .open }
    let exits = exits(start)
    let entries = entries(goal)
    guard run(exits, entries, seconds) else { return .open }
    let direct = direct(start, goal)
    let around = entries.compactMap { end in ahead[end.node].map { (seconds: end.seconds + $0, end: end) } }
      .min { $0.seconds < $1.seconds }
    let way: GapWay
    if let direct, direct.fastest <= min(seconds, around?.seconds ?? .infinity) {
      way = GapWay(elements: [direct.element])
    } else if let around, around.seconds <= seconds {
      let found = self.way(exits, around.end)
      way = found.elements.isEmpty ? standing(start, goal) : found
    } else {
      return .none
    }
    guard seconds <= slowestSeconds(way), !hasOther(than: way, exits, entries, seconds) else { return .open }
    return .one(way)
  }

  /// Returns the way without length between two features of one junction, on the one that is no lift.
  private mutating func standing(_ start: EdgePlace, _ goal: EdgePlace) -> GapWay {
    let place = network.facts(start.edge).kind == .lift ? goal : start
    return GapWay(elements: [piece(place.edge, place.metresAlong, place.metresAlong).1])
  }

  /// Returns whether a place may be reached from another within a time; true when the search is too large.
  /// - Complexity: As ``answer(from:to:seconds:)``.
  mutating func mayReach(from start: EdgePlace, to goal: EdgePlace, seconds: Double) -> Bool {
    let entries = entries(goal)
    guard run(exits(start), entries, seconds) else { return true }
    return direct(start, goal) != nil
      || entries.contains { $0.seconds + (ahead[$0.node] ?? .infinity) <= seconds }
  }

  /// Returns the longest plausible time of a way, in seconds: twice the usual time with a rest, a wait for each lift
  /// boarded, and for rides at least `rideGapSeconds`.
  private func slowestSeconds(_ way: GapWay) -> Double {
    let rides = way.elements.filter { network.facts($0.edge).kind == .lift }
    let boardings = rides.count { $0.enteredMetres <= Self.stationMetres }
    let slowest = 2 * way.usualSeconds + Self.restSeconds + Double(boardings) * Self.waitSeconds
    return rides.isEmpty ? slowest : max(options.rideGapSeconds, slowest)
  }
}
