import SkiBase
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

  /// Returns the least milliseconds from any of the places on the network of one end to any of another, or nil.
  package func milliseconds(from all: [NetworkSnap], to others: [NetworkSnap]) -> Int? {
    let (starts, ends) = (leading(all), leading(others))
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
    let (there, back) = (PlainWalks(all), PlainWalks(others))
    for place in starts {
      arcs += accessArcs(place, foot(there.milliseconds(to: place)), start, leaves: true)
    }
    for place in ends { arcs += accessArcs(place, foot(back.milliseconds(from: place)), end, leaves: false) }
    for a in starts {
      for b in ends {
        let walks = foot(there.milliseconds(to: a)) + foot(back.milliseconds(from: b))
        arcs += directArcs(a, b, walks, start, end)
      }
    }
    return Self.distance(from: start, to: end, nodes: graph.nodeCount + 2, arcs: arcs)
  }

  /// Returns the places on the network an end stands for.
  package func places(_ endpoint: RouteEndpoint, _ limit: Double = 150) -> [NetworkSnap] {
    switch endpoint {
    case .node(let node):
      return [NetworkSnap(.atNode(node), point: graph.point(node), distanceMetres: 0)]
    case .place: return []
    case .coordinate(let coordinate):
      return graph.positions(near: coordinate, withinMetres: limit, beyondNearestMetres: 150) { link in
        let flags = graph.link(link).flags
        return (profile.allowsOptIn || !flags.contains(.optIn))
          && (profile.allowsItineraries || !flags.contains(.itinerary))
          && (profile.allowsSnowCovered || !flags.contains(.snowCovered))
      }
    }
  }

  /// Returns the places from which the network is entered: none for someone on a run that the profile may not use, and
  /// on nothing else within 10 m.
  package func leading(_ places: [NetworkSnap]) -> [NetworkSnap] { isOnRefusedRun(places) ? [] : places }

  /// Returns whether someone is on a run that the profile may not use, and on nothing else within 10 m.
  package func isOnRefusedRun(_ places: [NetworkSnap]) -> Bool {
    let near = places.filter { $0.distanceMetres <= 10 }
    let refused = near.filter { place in
      guard let index = place.link else { return false }
      let link = graph.link(index)
      let isInside =
        place.offsetCentimetres > 0 && place.offsetCentimetres < link.distancesCentimetres.last ?? 0
      return isInside && !isAllowed(link)
    }
    return refused.count == near.count && refused.contains { $0.link.map { graph.link($0).kind } == .run }
  }

  /// Returns the cost of a walk beside the network.
  func foot(_ milliseconds: Int) -> Int { milliseconds * (isWeighted ? 3 : 1) }

  private func accessArcs(_ place: NetworkSnap, _ walk: Int, _ virtual: Int, leaves: Bool) -> [Arc] {
    let arc = { (node: NodeIndex, time: Int) in
      leaves
        ? Arc(tail: virtual, head: node.position, milliseconds: time)
        : Arc(tail: node.position, head: virtual, milliseconds: time)
    }
    guard let index = place.link else { return place.node.map { [arc($0, walk)] } ?? [] }
    let link = graph.link(index)
    let length = link.distancesCentimetres.last ?? 0
    if place.offsetCentimetres == 0 { return [arc(link.tail, walk)] }
    if place.offsetCentimetres >= length { return [arc(link.head, walk)] }
    guard isAllowed(link) else { return [] }
    var arcs: [Arc] = []
    for reversed in [false, true] where reversed ? link.allowsBackward : link.allowsForward {
      let before = cumulative(
        link, reversed, reversed ? length - place.offsetCentimetres : place.offsetCentimetres)
      let (tail, head) = reversed ? (link.head, link.tail) : (link.tail, link.head)
      arcs.append(
        leaves
          ? arc(head, walk + whole(link, reversed) - before)
          : arc(tail, walk + before))
    }
    return arcs
  }

  private func directArcs(
    _ a: NetworkSnap, _ b: NetworkSnap, _ walks: Int, _ start: Int, _ end: Int
  ) -> [Arc] {
    guard let index = a.link, index == b.link, isAllowed(graph.link(index)) else { return [] }
    let link = graph.link(index)
    let length = link.distancesCentimetres.last ?? 0
    var arcs: [Arc] = []
    for reversed in [false, true] where reversed ? link.allowsBackward : link.allowsForward {
      let x = reversed ? length - a.offsetCentimetres : a.offsetCentimetres
      let y = reversed ? length - b.offsetCentimetres : b.offsetCentimetres
      guard x <= y else { continue }
      let time = cumulative(link, reversed, y) - cumulative(link, reversed, x)
      arcs.append(Arc(tail: start, head: end, milliseconds: walks + time))
    }
    return arcs
  }
}

/// The walks between a coordinate and its places on the network: 1 m/s straight, and 600 m of climb in an hour on top.
///
/// The ground at the coordinate is half-way between the least and the greatest height that no gradient above 1 rules out.
package struct PlainWalks {
  private let ground: Double?

  package init(_ places: [NetworkSnap]) {
    let known = places.compactMap { place in
      place.point.elevationCentimetres.map { (metres: Double($0) / 100, room: place.distanceMetres) }
    }
    let (low, high) = (known.map { $0.metres - $0.room }.max(), known.map { $0.metres + $0.room }.min())
    ground = low.flatMap { low in high.map { (low + $0) / 2 } }
  }

  /// Returns the milliseconds from the coordinate to a place.
  package func milliseconds(to place: NetworkSnap) -> Int { milliseconds(place, climbing: 1) }

  /// Returns the milliseconds from a place to the coordinate.
  package func milliseconds(from place: NetworkSnap) -> Int { milliseconds(place, climbing: -1) }

  private func milliseconds(_ place: NetworkSnap, climbing sign: Double) -> Int {
    guard place.distanceMetres > 0.5 else { return 0 }
    var climb = 0.0
    if let ground, let height = place.point.elevationCentimetres {
      climb = max(0, sign * (Double(height) / 100 - ground))
    }
    return Int(place.distanceMetres * 1000 + climb * 6000)
  }
}

extension NetworkSnap {
  /// Centimetres along the link from its tail; 0 at a node.
  package var offsetCentimetres: UInt32 {
    if case .onLink(_, let centimetres) = position { centimetres } else { 0 }
  }
}
