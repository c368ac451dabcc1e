import SkiBase
import SkiGraph
import SkiTestSupport

@testable import SkiRouting

/// A time-dependent reference search: every arc is relaxed until no arrival changes (Bellman–Ford).
///
/// Arcs follow the rules of the timetable; waits come from the same curves as in the search under test.
struct ReferenceDay {
  struct Arc {
    var tail: Int
    var head: Int
    var cost: Int
    /// The time on foot before the rule applies, in milliseconds.
    var before = 0
    /// The time on foot after the arc, in milliseconds.
    var after = 0
    var rule: TravelRule?
    var isLift = false
    /// The criteria besides time: the rank of the grade, and the centimetres pushed or walked.
    var rank = 0
    var pushed = 0
    var link: LinkIndex?
    /// The value of `cost` with the weights of a skier.
    var weight = 0
  }

  let graph: RoutingGraph
  let model: CostModel
  let weighed: CostModel
  let timetable: Timetable
  let arcs: [Arc]
  var nodeCount: Int { graph.nodeCount + 2 }
  var start: Int { graph.nodeCount }
  var end: Int { graph.nodeCount + 1 }

  init(graph: RoutingGraph, profile: SkierProfile, timetable: Timetable) {
    self.graph = graph
    self.timetable = timetable
    var profile = profile
    profile.closedFeatures.formUnion(timetable.closedFeatures)
    let model = CostModel(graph: graph, profile: profile)
    self.model = model
    let weighed = CostModel(graph: graph, profile: profile, objective: .skiing)
    self.weighed = weighed
    let (costs, weights) = (model.edgeCosts(), weighed.edgeCosts())
    arcs = (0..<graph.edgeCount).compactMap { position in
      let edge = EdgeIndex(position)
      guard let whole = costs[edge] else { return nil }
      var arc = Arc(tail: graph.tail(edge).position, head: graph.head(edge).position, cost: Int(whole))
      arc.link = graph.link(of: edge)
      arc.weight = Int(weights[edge] ?? 0)
      let link = graph.link(graph.link(of: edge))
      if link.kind == .lift, let time = model.liftMilliseconds(graph.link(of: edge)) {
        (arc.cost, arc.isLift) = (Int(time.ride), true)
        arc.weight -= Int(time.wait)
        arc.rule = link.feature.flatMap { timetable.rule(of: $0, kind: .lift, usualWait: time.wait) }
        return arc
      }
      if let feature = link.feature { arc.rule = timetable.rule(of: feature, kind: link.kind, usualWait: 0) }
      arc.rank = Self.rank(link)
      arc.pushed = Self.pushed(link, graph.isReversed(edge), from: 0, to: .max)
      return arc
    }
  }

  /// The arrival at the end of an arc for an arrival at its start, window by window.
  static func arrival(_ arc: Arc, at time: Int) -> Int? {
    let there = time + arc.before
    guard let rule = arc.rule else { return there + arc.cost + arc.after }
    var best: Int?
    for window in rule.windows {
      let entry = max(there, Int(window.opens))
      let begin = entry + Int(rule.waits.wait(at: UInt64(entry)))
      let last = rule.endsInside ? begin + arc.cost : begin
      guard last <= Int(window.ends) else { continue }
      let arrival = begin + arc.cost + arc.after
      best = min(best ?? .max, arrival)
    }
    return best
  }

  /// The first arrival at every node, from a node at a moment.
  func arrivals(from node: Int, at time: Int, arcs: [Arc]) -> [Int?] {
    var best = [Int?](repeating: nil, count: nodeCount)
    best[node] = time
    var changed = true
    while changed {
      changed = false
      for arc in arcs {
        guard let there = best[arc.tail], let reached = Self.arrival(arc, at: there) else { continue }
        guard reached <= Int(TravelRule.lastMoment), best[arc.head].map({ reached < $0 }) ?? true else {
          continue
        }
        best[arc.head] = reached
        changed = true
      }
    }
    return best
  }

  /// The arcs between two ends and the network, and those along one link.
  func accessArcs(_ from: [NetworkSnap], _ to: [NetworkSnap]) -> [Arc] {
    let plain = ReferenceRouting(graph: graph, profile: model.profile)
    let (there, back) = (PlainWalks(from), PlainWalks(to))
    let starts = plain.leading(from).map { ($0, there.milliseconds(to: $0)) }
    let ends = plain.leading(to).map { ($0, back.milliseconds(from: $0)) }
    var arcs =
      starts.flatMap { access($0.0, $0.1, leaves: true) } + ends.flatMap { access($0.0, $0.1, leaves: false) }
    for a in starts { for b in ends { arcs += direct(a.0, b.0, before: a.1, after: b.1) } }
    return arcs
  }

  private func access(_ place: NetworkSnap, _ walkMilliseconds: Int, leaves: Bool) -> [Arc] {
    let metres = Self.walkedCentimetres(place)
    let atNode = { (node: NodeIndex) -> Arc in
      var arc =
        leaves
        ? Arc(tail: start, head: node.position, cost: walkMilliseconds)
        : Arc(tail: node.position, head: end, cost: walkMilliseconds)
      arc.pushed = metres
      arc.weight = 3 * walkMilliseconds
      return arc
    }
    guard let index = place.link else { return place.node.map { [atNode($0)] } ?? [] }
    let link = graph.link(index)
    let length = link.distancesCentimetres.last ?? 0
    if place.offsetCentimetres == 0 { return [atNode(link.tail)] }
    if place.offsetCentimetres >= length { return [atNode(link.head)] }
    return [false, true].compactMap { reversed in
      let offset = reversed ? length - place.offsetCentimetres : place.offsetCentimetres
      guard let edge = graph.edge(of: index, reversed: reversed), let whole = model.edgeCosts()[edge],
        let part = model.cumulativeMilliseconds(edge, toCentimetres: offset),
        let heavy = weighed.edgeCosts()[edge],
        let heavyPart = weighed.cumulativeMilliseconds(edge, toCentimetres: offset)
      else { return nil }
      let rule = link.feature.flatMap { timetable.rule(of: $0, kind: link.kind, usualWait: 0) }
      var arc =
        leaves
        ? Arc(
          tail: start, head: graph.head(edge).position, cost: Int(whole - part), before: walkMilliseconds,
          rule: rule)
        : Arc(
          tail: graph.tail(edge).position, head: end, cost: Int(part), after: walkMilliseconds, rule: rule)
      arc.weight = Int(leaves ? heavy - heavyPart : heavyPart)
      (arc.rank, arc.link) = (Self.rank(link), index)
      arc.pushed =
        metres + Self.pushed(link, reversed, from: leaves ? offset : 0, to: leaves ? .max : offset)
      return arc
    }
  }

  private func direct(_ a: NetworkSnap, _ b: NetworkSnap, before walk: Int, after otherWalk: Int) -> [Arc] {
    guard let index = a.link, index == b.link else { return [] }
    let link = graph.link(index)
    let length = link.distancesCentimetres.last ?? 0
    return [false, true].compactMap { reversed in
      let x = reversed ? length - a.offsetCentimetres : a.offsetCentimetres
      let y = reversed ? length - b.offsetCentimetres : b.offsetCentimetres
      guard x <= y, let edge = graph.edge(of: index, reversed: reversed), model.edgeCosts()[edge] != nil,
        let before = model.cumulativeMilliseconds(edge, toCentimetres: x),
        let after = model.cumulativeMilliseconds(edge, toCentimetres: y),
        let heavyBefore = weighed.cumulativeMilliseconds(edge, toCentimetres: x),
        let heavyAfter = weighed.cumulativeMilliseconds(edge, toCentimetres: y)
      else { return nil }
      let rule = link.feature.flatMap { timetable.rule(of: $0, kind: link.kind, usualWait: 0) }
      var arc = Arc(
        tail: start, head: end, cost: Int(after - before), before: walk, after: otherWalk, rule: rule)
      arc.weight = Int(heavyAfter - heavyBefore)
      (arc.rank, arc.link) = (Self.rank(link), index)
      arc.pushed =
        Self.pushed(link, reversed, from: x, to: y) + Self.walkedCentimetres(a) + Self.walkedCentimetres(b)
      return arc
    }
  }
}
