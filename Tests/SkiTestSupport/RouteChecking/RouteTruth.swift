import SkiBase
import SkiGraph
import SkiRouting

/// The reference answers to a group of questions, by one plain search.
struct RouteTruth {
  private(set) var group: RouteQuestionGroup
  let network: PlainNetwork
  let reference: ReferenceRouting
  /// For each link whether the skier may use it, closures included.
  let admitted: [Bool]
  let hours: PlainHours?
  private let ends: PlainEnds
  private let arcs: [PlainArc]
  private let starts: [NetworkSnap]
  private let search: PlainSearch

  /// Searches, and draws the destinations of the group.
  init(_ group: RouteQuestionGroup, destinations count: Int, _ network: PlainNetwork) throws {
    (self.group, self.network) = (group, network)
    let reference = ReferenceRouting(
      graph: network.graph, profile: group.closingProfile,
      objective: group.kind == .skiing ? .skiing : .fastest)
    let admitted = network.admitted(reference)
    let isTimed = group.kind == .timed
    let hours = isTimed ? PlainHours(group.hours) : nil
    let arcs = network.arcs(reference, isTimed ? .timed : reference.isWeighted ? .skiing : .fastest)
    let ends = PlainEnds(reference: reference, network: network)
    let starts = Self.snaps(of: group.from, reference)
    search = PlainSearch(
      network, arcs, from: ends.arcs(starts, leaves: true), at: isTimed ? group.departure.milliseconds : 0,
      hours
    ) { $0.link.map { admitted[$0] } ?? true }
    (self.reference, self.admitted, self.hours) = (reference, admitted, hours)
    (self.ends, self.arcs, self.starts) = (ends, arcs, starts)
    let reached = search.best.indices.filter { search.best[$0] != nil }.map { NodeIndex($0) }
    try self.group.draw(destinations: count, reached: reached)
  }

  private static func snaps(of place: RouteEndpoint, _ reference: ReferenceRouting) -> [NetworkSnap] {
    guard case .place(let place) = place else { return reference.places(place) }
    return place.node.map { reference.places(.node($0)) } ?? []
  }

  private var begin: Int { hours == nil ? 0 : group.departure.milliseconds }

  /// Returns the least milliseconds or weight to a destination; nil without a route.
  func least(to destination: RouteEndpoint) -> Int? {
    if group.from == destination { return starts.isEmpty ? nil : 0 }
    let snaps = Self.snaps(of: destination, reference)
    return search.least(ends.arcs(snaps, leaves: false), straight: ends.straight(starts, snaps))
      .map { $0 - begin }
  }

  /// Returns the reasons why no route leads to a destination, whatever the hours.
  func reasons(to destination: RouteEndpoint) -> ReasonTruth {
    let ends = Self.snaps(of: destination, reference)
    return ReasonTruth(
      network: network, profile: group.closingProfile, starts: starts, ends: ends,
      isNearSnowCovered: isNearSnowCovered(starts.isEmpty ? group.from : destination))
  }

  /// Returns whether a coordinate is on the network of a skier who may walk snow-covered paths; nil for a place.
  private func isNearSnowCovered(_ end: RouteEndpoint) -> Bool? {
    if case .place = end { return nil }
    var profile = group.closingProfile
    profile.allowsSnowCovered = true
    return !ReferenceRouting(graph: network.graph, profile: profile).places(end).isEmpty
  }

  /// Returns the least milliseconds or weight to a destination over some edges alone.
  func least(to destination: RouteEndpoint, over edges: [EdgeIndex]) -> Int? {
    if group.from == destination, edges.isEmpty { return 0 }
    let graph = network.graph
    let used = Set(edges.map { graph.link(of: $0).position * 2 + (graph.isReversed($0) ? 1 : 0) })
    // A position on a link that is left where it is reached needs no edge.
    let isUsed = { (arc: PlainArc) in
      arc.wait + arc.cost == 0 || (arc.link.map { used.contains($0 * 2 + (arc.isReversed ? 1 : 0)) } ?? true)
    }
    let snaps = Self.snaps(of: destination, reference)
    let narrow = PlainSearch(
      network, arcs, from: ends.arcs(starts, leaves: true).filter(isUsed), at: begin, hours, isUsable: isUsed)
    return narrow.least(
      ends.arcs(snaps, leaves: false).filter(isUsed), straight: ends.straight(starts, snaps).filter(isUsed)
    ).map { $0 - begin }
  }
}
