package import SkiGraph
package import SkiRouting

/// The slow reference router that every fast one must equal: its own costs and rules, arcs between two virtual ends,
/// and a Dijkstra that scans an array. Never to be optimised.
package struct ReferenceRouting {
  let graph: RoutingGraph
  let profile: SkierProfile
  let pace: Pace
  /// Indicates whether time on foot, pushed and ridden down counts more than it lasts.
  let isWeighted: Bool

  package init(graph: RoutingGraph, profile: SkierProfile, objective: RouteObjective = .fastest) {
    self.graph = graph
    self.profile = profile
    pace = Pace(ability: profile.ability, equipment: profile.equipment, objective: objective)
    isWeighted = objective == .skiing
  }

  struct Arc {
    var tail: Int
    var head: Int
    var milliseconds: Int
  }

  /// Returns the least milliseconds from node to node over some arcs, or nil. Under 30 lines, never optimised.
  static func distance(from start: Int, to end: Int, nodes: Int, arcs: [Arc]) -> Int? {
    var best = [Int?](repeating: nil, count: nodes)
    var isDone = [Bool](repeating: false, count: nodes)
    best[start] = 0
    while true {
      var nearest: Int?
      for node in 0..<nodes where !isDone[node] {
        guard let time = best[node] else { continue }
        if let other = nearest, let least = best[other], least <= time { continue }
        nearest = node
      }
      guard let node = nearest, let time = best[node] else { return best[end] }
      isDone[node] = true
      for arc in arcs where arc.tail == node {
        let reached = time + arc.milliseconds
        if let known = best[arc.head], known <= reached { continue }
        best[arc.head] = reached
      }
    }
  }

  /// Returns the least milliseconds between two ends, or nil without a route.
  package func milliseconds(from: RouteEndpoint, to: RouteEndpoint, snapLimitMetres: Double = 150) -> Int? {
    if from == to { return 0 }
    return milliseconds(from: places(from, snapLimitMetres), to: places(to, snapLimitMetres))
  }

  /// Returns the least milliseconds from any of some places on the network to any of some others, or nil.
  package func milliseconds(from starts: [NetworkSnap], to ends: [NetworkSnap]) -> Int? {
    let (start, end) = (graph.nodeCount, graph.nodeCount + 1)
    var arcs: [Arc] = []
    for index in 0..<graph.linkCount {
      let link = graph.link(LinkIndex(index))
      guard isAllowed(link) else { continue }
      for reversed in [false, true] where reversed ? link.allowsBackward : link.allowsForward {
        let (tail, head) = reversed ? (link.head, link.tail) : (link.tail, link.head)
        arcs.append(Arc(tail: tail.position, head: head.position, milliseconds: whole(link, reversed)))
      }
    }
    for place in starts { arcs += accessArcs(place, virtual: start, leaves: true) }
    for place in ends { arcs += accessArcs(place, virtual: end, leaves: false) }
    for a in starts { for b in ends { arcs += directArcs(a, b, start, end) } }
    return Self.distance(from: start, to: end, nodes: graph.nodeCount + 2, arcs: arcs)
  }

  /// Returns the places on the network an end stands for.
  package func places(_ endpoint: RouteEndpoint, _ limit: Double = 150) -> [NetworkSnap] {
    switch endpoint {
    case .node(let node):
      return [NetworkSnap(.atNode(node), point: graph.point(node), distanceMetres: 0)]
    case .place: return []
    case .coordinate(let coordinate):
      let all = graph.snaps(near: coordinate, withinMetres: limit, limit: 1000) { link in
        let flags = graph.link(link).flags
        return (profile.allowsOptIn || !flags.contains(.optIn))
          && (profile.allowsItineraries || !flags.contains(.itinerary))
      }
      guard let nearest = all.map(\.distanceMetres).min() else { return [] }
      let margin = nearest <= 10 ? 1.0 : 10.0
      return Array(all.filter { $0.distanceMetres <= min(limit, nearest + margin) }.prefix(16))
    }
  }

  private func walkMilliseconds(_ place: NetworkSnap) -> Int {
    place.distanceMetres > 0.5 ? Int((place.distanceMetres * 1000).rounded(.down)) * (isWeighted ? 2 : 1) : 0
  }

  private func accessArcs(_ place: NetworkSnap, virtual: Int, leaves: Bool) -> [Arc] {
    let arc = { (node: NodeIndex, time: Int) in
      leaves
        ? Arc(tail: virtual, head: node.position, milliseconds: time)
        : Arc(tail: node.position, head: virtual, milliseconds: time)
    }
    guard let index = place.link else { return place.node.map { [arc($0, walkMilliseconds(place))] } ?? [] }
    let link = graph.link(index)
    let length = link.distancesCentimetres.last ?? 0
    if place.offsetCentimetres == 0 { return [arc(link.tail, walkMilliseconds(place))] }
    if place.offsetCentimetres >= length { return [arc(link.head, walkMilliseconds(place))] }
    guard isAllowed(link) else { return [] }
    var arcs: [Arc] = []
    for reversed in [false, true] where reversed ? link.allowsBackward : link.allowsForward {
      let before = cumulative(
        link, reversed, reversed ? length - place.offsetCentimetres : place.offsetCentimetres)
      let (tail, head) = reversed ? (link.head, link.tail) : (link.tail, link.head)
      arcs.append(
        leaves
          ? arc(head, walkMilliseconds(place) + whole(link, reversed) - before)
          : arc(tail, walkMilliseconds(place) + before))
    }
    return arcs
  }

  private func directArcs(_ a: NetworkSnap, _ b: NetworkSnap, _ start: Int, _ end: Int) -> [Arc] {
    guard let index = a.link, index == b.link, isAllowed(graph.link(index)) else { return [] }
    let link = graph.link(index)
    let length = link.distancesCentimetres.last ?? 0
    var arcs: [Arc] = []
    for reversed in [false, true] where reversed ? link.allowsBackward : link.allowsForward {
      let x = reversed ? length - a.offsetCentimetres : a.offsetCentimetres
      let y = reversed ? length - b.offsetCentimetres : b.offsetCentimetres
      guard x <= y else { continue }
      let time = cumulative(link, reversed, y) - cumulative(link, reversed, x)
      arcs.append(Arc(tail: start, head: end, milliseconds: walkMilliseconds(a) + time + walkMilliseconds(b)))
    }
    return arcs
  }
}

extension NetworkSnap {
  /// Centimetres along the link from its tail; 0 at a node.
  package var offsetCentimetres: UInt32 {
    if case .onLink(_, let centimetres) = position { centimetres } else { 0 }
  }
}
