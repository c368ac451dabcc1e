import SkiBase
import SkiGraph
import SkiTestSupport

@testable import SkiRouting

/// A reference that enumerates every tour by depth-first search. It must stay simple: do not optimise it.
struct ReferenceTours {
  struct Move {
    var tail: Int
    var head: Int
    var arc: ReferenceDay.Arc
    var score: Int
    /// The edge of the arc; nil for lunch.
    var edge: EdgeIndex?
  }

  let reference: ReferenceDay
  let moves: [[Move]]
  let home: Int
  let until: Int
  var lunch: (node: Int, earliest: Int, latest: Int, milliseconds: Int)?
  /// The number of states visited.
  private(set) var count = 0
  private(set) var isTooMany = false
  private var path: [Move] = []
  static let greatestCount = 60_000

  init(graph: RoutingGraph, profile: SkierProfile, timetable: Timetable, home: Int, until: Int) {
    reference = ReferenceDay(graph: graph, profile: profile, timetable: timetable)
    let costs = reference.model.edgeCosts()
    let edges = (0..<graph.edgeCount).map { EdgeIndex($0) }.filter { costs[$0] != nil }
    var moves = [[Move]](repeating: [], count: graph.nodeCount)
    for (edge, arc) in zip(edges, reference.arcs) {
      moves[arc.tail].append(
        Move(tail: arc.tail, head: arc.head, arc: arc, score: Self.score(edge, graph), edge: edge))
    }
    (self.moves, self.home, self.until) = (moves, home, until)
  }

  /// The score of an edge: the descent of a run less any climb without a lift; without elevations the length of a
  /// one-way run less walks.
  static func score(_ edge: EdgeIndex, _ graph: RoutingGraph) -> Int {
    let link = graph.link(graph.link(of: edge))
    if link.kind == .lift { return 0 }
    let knowsHeights = (0..<graph.nodeCount).contains {
      graph.point(NodeIndex($0)).elevationCentimetres != nil
    }
    guard knowsHeights else {
      let length = Int(link.distancesCentimetres.last ?? 0)
      guard link.kind == .run else { return -length }
      return link.allowsForward && link.allowsBackward ? 0 : length
    }
    guard let top = graph.point(graph.tail(edge)).elevationCentimetres,
      let bottom = graph.point(graph.head(edge)).elevationCentimetres
    else { return 0 }
    return link.kind == .run ? Int(top - bottom) : min(0, Int(top - bottom))
  }

  /// Calls `body` with the arcs and the end time of every tour that leaves home at a time.
  mutating func forEach(from time: Int, _ body: ([Move], Int) -> Void) {
    go(home, time, hasEaten: lunch == nil, body)
  }

  private mutating func go(_ node: Int, _ time: Int, hasEaten: Bool, _ body: ([Move], Int) -> Void) {
    count += 1
    if count > Self.greatestCount || path.count > 200 { isTooMany = true }
    if isTooMany { return }
    if node == home, hasEaten { body(path, time) }
    if !hasEaten, let lunch, node == lunch.node, time <= lunch.latest {
      let leaves = max(time, lunch.earliest) + lunch.milliseconds
      if leaves <= until {
        path.append(
          Move(tail: node, head: node, arc: ReferenceDay.Arc(tail: node, head: node, cost: 0), score: 0))
        go(node, leaves, hasEaten: true, body)
        path.removeLast()
      }
    }
    for next in moves[node] {
      guard let there = ReferenceDay.arrival(next.arc, at: time), there <= until else { continue }
      // A loop of no time leads to the same state again.
      if there == time, next.head == node { continue }
      path.append(next)
      go(next.head, there, hasEaten: hasEaten, body)
      path.removeLast()
    }
  }
}

/// A simulation of tours by their edges, second by second.
struct TourReplay {
  let graph: RoutingGraph
  let timetable: Timetable
  let model: CostModel

  init(graph: RoutingGraph, profile: SkierProfile, timetable: Timetable) {
    self.graph = graph
    self.timetable = timetable
    var profile = profile
    profile.closedFeatures.formUnion(timetable.closedFeatures)
    model = CostModel(graph: graph, profile: profile)
  }

  /// Returns the time and node of the arrival, nil if the route is not possible; for routes of whole edges only.
  func arrival(_ route: Route, from node: NodeIndex) -> (time: Int, node: NodeIndex)? {
    guard var time = route.departure?.milliseconds else { return nil }
    let costs = model.edgeCosts()
    var place = node
    for edge in route.steps.flatMap(\.edges) {
      guard graph.tail(edge) == place, let whole = costs[edge] else { return nil }
      let link = graph.link(graph.link(of: edge))
      var (cost, wait) = (Int(whole), 0)
      var rule: TravelRule?
      if link.kind == .lift, let ride = model.liftMilliseconds(graph.link(of: edge)) {
        cost = Int(ride.ride)
        rule = link.feature.flatMap { timetable.rule(of: $0, kind: .lift, usualWait: ride.wait) }
      } else if link.kind == .run {
        rule = link.feature.flatMap { timetable.rule(of: $0, kind: .run, usualWait: 0) }
      }
      if let rule {
        guard
          let entry = rule.windows.map({ (max(time, Int($0.opens)), Int($0.ends)) }).first(where: {
            $0.0 + Int(rule.waits.wait(at: UInt64($0.0))) + (rule.endsInside ? cost : 0) <= $0.1
          })
        else { return nil }
        wait = entry.0 - time + Int(rule.waits.wait(at: UInt64(entry.0)))
      }
      time += wait
      var rest = cost
      while rest > 0 {
        let second = min(1000, rest)
        (time, rest) = (time + second, rest - second)
      }
      place = graph.head(edge)
    }
    return (time, place)
  }
}
