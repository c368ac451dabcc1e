import SkiBase
import SkiGraph
import SkiTestSupport

@testable import SkiRouting

/// A reference search for relaxations: every arc is relaxed from every vector until no vector changes.
///
/// A vector holds the units not accepted, grades over the ceiling, closed features, units on foot, ungraded runs,
/// off-scale runs, avoided lifts and snow-covered paths. A state is a node and the closed feature along which it is reached, or none.
struct ReferenceRelaxation {
  struct Arc {
    var tail: Int
    var head: Int
    var adds = [0, 0, 0, 0, 0, 0, 0, 0]
    var closed: FeatureIndex?
  }

  let graph: RoutingGraph
  let profile: SkierProfile
  let model: CostModel
  let costs: EdgeCosts
  var start: Int { graph.nodeCount }
  var end: Int { graph.nodeCount + 1 }
  static let maxima: Set<Int> = [1, 4, 5, 7]

  init(graph: RoutingGraph, profile: SkierProfile) {
    self.graph = graph
    self.profile = profile
    var free = profile
    free.ceiling = .grade(.expert)
    free.ungraded = .allow
    free.avoidedLiftKinds = []
    free.closedFeatures = []
    free.allowedOffScale = [.freeride, .extreme]
    free.allowsOptIn = true
    free.allowsItineraries = true
    free.allowsSnowCovered = true
    model = CostModel(graph: graph, profile: free)
    costs = model.edgeCosts()
  }

  private func units(_ centimetres: Int) -> Int { (centimetres + 2499) / 2500 }

  /// The demands of a stretch of a link, from the rules of the profile.
  private func arc(_ index: LinkIndex, _ tail: Int, _ head: Int, centimetres: Int) -> Arc {
    let link = graph.link(index)
    var arc = Arc(tail: tail, head: head)
    let feature = link.feature.map(graph.feature)
    if let closed = link.feature, profile.closedFeatures.contains(closed) { arc.closed = closed }
    if link.kind == .lift, let feature, profile.avoidedLiftKinds.contains(feature.liftKind) {
      arc.adds[6] = 1
    }
    if link.flags.contains(.optIn), !profile.allowsOptIn { arc.adds[5] = 1 }
    if link.flags.contains(.itinerary), !profile.allowsItineraries { arc.adds[5] = 1 }
    if link.flags.contains(.snowCovered), !profile.allowsSnowCovered { arc.adds[7] = 1 }
    if link.kind != .lift { addGradeUnits(link, index, &arc) }
    if arc.adds[1] + arc.adds[4] + arc.adds[5] + arc.adds[7] > 0, !(link.kind == .lift && arc.adds[5] == 0) {
      arc.adds[0] = units(centimetres)
    }
    return arc
  }

  private func addGradeUnits(_ link: GraphLink, _ index: LinkIndex, _ arc: inout Arc) {
    let convention = DifficultyConvention(code: graph.conventionCode(ofLink: index.position)) ?? .europe
    let ceiling = ReferenceRouting(graph: graph, profile: profile).hardestGrade(in: convention)
    let isVague = link.difficulty == nil || link.flags.contains(.difficultyEstimated)
    switch link.difficulty {
    case .freeride?, .extreme?:
      if let grade = link.difficulty, !profile.allowedOffScale.contains(grade) { arc.adds[5] = 1 }
    case let grade:
      if link.kind == .run, isVague, profile.ungraded == .allow { return }
      if link.kind == .run, isVague, profile.ungraded == .refuse {
        arc.adds[4] = 1
        return
      }
      if let grade {
        arc.adds[1] = max(0, Int(grade.rank) - Int(ceiling.rank))
      } else if link.kind == .run, profile.ceiling != nil || profile.ability != .expert {
        arc.adds[4] = 1
      }
    }
  }

  private func length(_ link: LinkIndex) -> Int { Int(graph.link(link).distancesCentimetres.last ?? 0) }

  func arcs() -> [Arc] {
    var arcs: [Arc] = []
    for position in 0..<graph.edgeCount {
      let edge = EdgeIndex(position)
      guard costs[edge] != nil else { continue }
      let link = graph.link(of: edge)
      arcs.append(
        arc(link, graph.tail(edge).position, graph.head(edge).position, centimetres: length(link)))
    }
    for tail in 0..<graph.nodeCount {
      for head in 0..<graph.nodeCount where head != tail {
        let (a, b) = (graph.point(NodeIndex(tail)), graph.point(NodeIndex(head)))
        let metres = a.coordinate.distanceMetres(to: b.coordinate)
        guard metres <= 300 else { continue }
        guard let low = a.elevationMetres, let high = b.elevationMetres,
          abs(high - low) <= max(1, 0.3 * metres)
        else { continue }
        var arc = Arc(tail: tail, head: head)
        arc.adds[3] = units(Int(metres * 100))
        arcs.append(arc)
      }
    }
    return arcs
  }

  func accessArcs(_ all: [NetworkSnap], _ others: [NetworkSnap]) -> [Arc] {
    // From a run beyond the limits no walk leads away.
    let plain = ReferenceRouting(graph: graph, profile: profile)
    let left = { (places: [NetworkSnap]) in
      plain.isOnRefusedRun(places) ? places.filter { $0.distanceMetres <= 10 } : places
    }
    let (from, to) = (left(all), left(others))
    var arcs = from.flatMap { access($0, leaves: true) } + to.flatMap { access($0, leaves: false) }
    for a in from { for b in to { arcs += direct(a, b) } }
    return arcs
  }

  private func access(_ place: NetworkSnap, leaves: Bool) -> [Arc] {
    let node = { (node: NodeIndex) in
      leaves ? Arc(tail: start, head: node.position) : Arc(tail: node.position, head: end)
    }
    guard let index = place.link else { return place.node.map { [node($0)] } ?? [] }
    let link = graph.link(index)
    if place.offsetCentimetres == 0 { return [node(link.tail)] }
    if Int(place.offsetCentimetres) >= length(index) { return [node(link.head)] }
    return [false, true].compactMap { reversed in
      guard let edge = graph.edge(of: index, reversed: reversed), costs[edge] != nil else { return nil }
      let before = reversed ? length(index) - Int(place.offsetCentimetres) : Int(place.offsetCentimetres)
      return leaves
        ? arc(index, start, graph.head(edge).position, centimetres: length(index) - before)
        : arc(index, graph.tail(edge).position, end, centimetres: before)
    }
  }

  private func direct(_ a: NetworkSnap, _ b: NetworkSnap) -> [Arc] {
    guard let index = a.link, index == b.link else { return [] }
    return [false, true].compactMap { reversed in
      let (x, y) = (Int(a.offsetCentimetres), Int(b.offsetCentimetres))
      guard reversed ? y <= x : x <= y, let edge = graph.edge(of: index, reversed: reversed),
        costs[edge] != nil
      else { return nil }
      return arc(index, start, end, centimetres: abs(x - y))
    }
  }

  /// All Pareto-optimal vectors with which the end can be reached.
  func vectors(_ arcs: [Arc]) -> [[Int]] {
    // A state is a node and the closed feature along which it is reached, or none.
    var fronts: [Int: [Int: [[Int]]]] = [start: [-1: [[0, 0, 0, 0, 0, 0, 0, 0]]]]
    var changed = true
    while changed {
      changed = false
      for arc in arcs {
        for (on, known) in fronts[arc.tail] ?? [:] {
          for vector in known {
            var new = vector
            for lane in new.indices {
              new[lane] =
                Self.maxima.contains(lane) ? max(new[lane], arc.adds[lane]) : new[lane] + arc.adds[lane]
            }
            let place = arc.closed?.position ?? -1
            if place >= 0, place != on { new[2] += 1 }
            if new[3] > 12 { continue }
            let others = fronts[arc.head, default: [:]][place, default: []]
            if others.contains(where: { ReferenceDay.isAtMost($0, new) }) { continue }
            fronts[arc.head, default: [:]][place] =
              others.filter { !ReferenceDay.isAtMost(new, $0) } + [new]
            changed = true
          }
        }
      }
    }
    let all = (fronts[end] ?? [:]).values.flatMap(\.self)
    let best = all.filter { one in !all.contains { $0 != one && ReferenceDay.isAtMost($0, one) } }
    return Set(best).sorted { $0.lexicographicallyPrecedes($1) }
  }
}
