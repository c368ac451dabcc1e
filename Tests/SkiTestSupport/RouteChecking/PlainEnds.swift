import SkiBase
import SkiGraph

/// The arcs between the ends of a question and the network, for the plain reference search.
struct PlainEnds {
  let reference: ReferenceRouting
  let network: PlainNetwork

  /// Stands for a place that is no node.
  static let place = -1

  /// Returns the arcs from a place to nodes, or from nodes to it.
  /// - Parameters:
  ///   - snaps: The positions on the network it stands for.
  ///   - leaves: `true` for arcs from the place.
  func arcs(_ snaps: [NetworkSnap], leaves: Bool) -> [PlainArc] {
    let walks = PlainWalks(snaps)
    return reference.leading(snaps).flatMap {
      arcs(
        $0, reference.foot(leaves ? walks.milliseconds(to: $0) : walks.milliseconds(from: $0)), leaves: leaves
      )
    }
  }

  private func arcs(_ snap: NetworkSnap, _ foot: Int, leaves: Bool) -> [PlainArc] {
    let walk = { (node: NodeIndex) in
      leaves
        ? PlainArc(tail: Self.place, head: node.position, cost: foot)
        : PlainArc(tail: node.position, head: Self.place, cost: foot)
    }
    guard let index = snap.link else { return snap.node.map { [walk($0)] } ?? [] }
    let link = network.links[index.position]
    let length = link.distancesCentimetres.last ?? 0
    if snap.offsetCentimetres == 0 { return [walk(link.tail)] }
    if snap.offsetCentimetres >= length { return [walk(link.head)] }
    guard reference.isAllowed(link) else { return [] }
    return directions(link).map { reversed in
      let passed = reference.cumulative(
        link, reversed, reversed ? length - snap.offsetCentimetres : snap.offsetCentimetres)
      let (tail, head) = reversed ? (link.head, link.tail) : (link.tail, link.head)
      return PlainArc(
        tail: leaves ? Self.place : tail.position, head: leaves ? head.position : Self.place,
        link: index.position, isReversed: reversed, rule: PlainNetwork.rule(link),
        cost: leaves ? reference.whole(link, reversed) - passed : passed, before: leaves ? foot : 0,
        after: leaves ? 0 : foot)
    }
  }

  /// Returns the arcs along single links from one place to another.
  func straight(_ starts: [NetworkSnap], _ ends: [NetworkSnap]) -> [PlainArc] {
    let (there, back) = (PlainWalks(starts), PlainWalks(ends))
    return reference.leading(starts).flatMap { start in
      reference.leading(ends).flatMap { end in
        straight(
          start, end, before: reference.foot(there.milliseconds(to: start)),
          after: reference.foot(back.milliseconds(from: end)))
      }
    }
  }

  private func straight(_ start: NetworkSnap, _ end: NetworkSnap, before: Int, after: Int) -> [PlainArc] {
    guard let index = start.link, index == end.link else { return [] }
    let link = network.links[index.position]
    guard reference.isAllowed(link) else { return [] }
    let length = link.distancesCentimetres.last ?? 0
    return directions(link).compactMap { reversed in
      let x = reversed ? length - start.offsetCentimetres : start.offsetCentimetres
      let y = reversed ? length - end.offsetCentimetres : end.offsetCentimetres
      guard x <= y else { return nil }
      return PlainArc(
        tail: Self.place, head: Self.place, link: index.position, isReversed: reversed,
        rule: PlainNetwork.rule(link),
        cost: reference.cumulative(link, reversed, y) - reference.cumulative(link, reversed, x),
        before: before, after: after)
    }
  }

  private func directions(_ link: GraphLink) -> [Bool] {
    (link.allowsForward ? [false] : []) + (link.allowsBackward ? [true] : [])
  }
}
