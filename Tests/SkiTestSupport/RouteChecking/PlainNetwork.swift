import SkiBase
import SkiGraph
import SkiRouting

/// The links of a region as plain values, for a reference search that shares only snapping and speeds with routers.
///
/// Costs and admission are those of ``ReferenceRouting``; costs are computed once for each pace and measure.
final class PlainNetwork {
  /// The quantity that costs count.
  enum Measure: Hashable {
    /// Milliseconds, whatever the hours.
    case fastest
    /// Weighted milliseconds, whatever the hours.
    case skiing
    /// Milliseconds within hours.
    case timed
  }

  private struct Pace: Hashable {
    var ability: SkierAbility
    var equipment: SkierEquipment
    var measure: Measure
  }

  let graph: RoutingGraph
  let links: [GraphLink]
  private let features: [GraphFeature]
  /// The positions of the arcs that leave each node.
  let leaving: [[Int]]
  private var arcsByPace: [Pace: [PlainArc]] = [:]

  init(_ graph: RoutingGraph) {
    self.graph = graph
    links = (0..<graph.linkCount).map { graph.link(LinkIndex($0)) }
    features = (0..<graph.featureCount).map { graph.feature(FeatureIndex($0)) }
    var leaving = [[Int]](repeating: [], count: graph.nodeCount)
    var count = 0
    for link in links {
      for reversed in Self.directions(link) {
        leaving[(reversed ? link.head : link.tail).position].append(count)
        count += 1
      }
    }
    self.leaving = leaving
  }

  private static func directions(_ link: GraphLink) -> [Bool] {
    (link.allowsForward ? [false] : []) + (link.allowsBackward ? [true] : [])
  }

  /// Returns the arcs of all links, whatever the skier may use.
  func arcs(_ reference: ReferenceRouting, _ measure: Measure) -> [PlainArc] {
    let profile = reference.profile
    let pace = Pace(ability: profile.ability, equipment: profile.equipment, measure: measure)
    if let known = arcsByPace[pace] { return known }
    let arcs = links.indices.flatMap { position in
      Self.directions(links[position]).map { arc(position, $0, reference, measure) }
    }
    arcsByPace[pace] = arcs
    return arcs
  }

  private func arc(
    _ position: Int, _ reversed: Bool, _ reference: ReferenceRouting, _ measure: Measure
  ) -> PlainArc {
    let link = links[position]
    let (tail, head) = reversed ? (link.head, link.tail) : (link.tail, link.head)
    var arc = PlainArc(
      tail: tail.position, head: head.position, link: position, isReversed: reversed, rule: Self.rule(link),
      cost: 0)
    if measure == .timed, link.kind == .lift {
      guard let (wait, aboard) = reference.ride(link) else { return arc }
      (arc.wait, arc.cost) = (wait, aboard)
    } else {
      arc.cost = reference.whole(link, reversed)
    }
    return arc
  }

  /// Returns the rule of a link's arcs.
  static func rule(_ link: GraphLink) -> PlainArc.Rule {
    switch link.kind {
    case .lift: link.flags.contains(.staysOn) ? .passing : .lift
    case .run: link.feature == nil ? .free : .run
    default: .free
    }
  }

  /// Returns for each link whether a skier may use it.
  func admitted(_ reference: ReferenceRouting) -> [Bool] {
    links.map { link in
      reference.isAllowed(link, of: link.feature.map { features[$0.position] })
    }
  }
}
