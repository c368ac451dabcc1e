package import SkiGraph

/// The cost model of a graph for one skier, in whole milliseconds, weighted or not.
///
/// C(x) is the floored time from an edge's tail to the position x centimetres along it; a part from a to b costs C(b) −
/// C(a), so that parts add up exactly. An edge of positive length costs at least 1 ms.
///
/// Runs are skied by ``Pace``, connectors slid down or walked, streets walked; an unmapped walk costs
/// ``findingMilliseconds`` more, spread over its length. Where elevations are unknown the inferred ones count, as the mean
/// of a varying gradient, and as a climb either way on runs whose direction nothing tells; without these one-way runs
/// count as a descent of 15 %, all else as level. Lifts cost one wait and one ride, and have no parts.
package struct CostModel: Sendable {
  /// The graph the costs are for.
  package let graph: RoutingGraph
  /// The skier.
  package private(set) var profile: SkierProfile
  /// The unit of costs: milliseconds, or weighted milliseconds.
  package let objective: RouteObjective
  let pace: Pace
  /// The gradient assumed on one-way runs without elevations.
  static let assumedGradient = -0.15
  /// The additional milliseconds of an unmapped walk for finding the way, weighted or not: 5 min, an estimate.
  static let findingMilliseconds = 300_000.0
  /// The limit of costs in milliseconds, about 12 days; edges beyond it are refused.
  static let greatestMilliseconds: UInt32 = 1 << 30

  /// Creates the model.
  /// - Parameters:
  ///   - graph: The graph.
  ///   - profile: The skier.
  ///   - objective: The objective; with `.skiing` all costs are weighted, see ``RouteWeights``.
  package init(graph: RoutingGraph, profile: SkierProfile, objective: RouteObjective = .fastest) {
    self.graph = graph
    self.profile = profile
    self.objective = objective
    pace = Pace(ability: profile.ability, equipment: profile.equipment, objective: objective)
  }

  /// Creates the model of a skier who differs from another in closures alone.
  init(_ other: CostModel, closures: FeatureClosures) {
    self = other
    profile.closures = closures
  }

  /// Returns the cost of every directed edge; ``EdgeCosts/notAllowed`` where the profile may not go.
  /// - Complexity: O(*p* + *m* + *f*) in the points of all links, the edges and the features.
  package func edgeCosts() -> EdgeCosts {
    let classes = AdmissionClasses(graph)
    let base = BaseCosts(self, classes: classes, flat: FlatGraph(graph))
    return EdgeCosts(base: base, classes: classes, profile: profile, graph: graph)
  }

  /// Returns the cost of every directed edge whatever the profile admits; ``EdgeCosts/notAllowed`` beyond the cost
  /// limit, and for rides of no lift.
  /// - Complexity: O(*p*) in the points of all links.
  func unrestrictedCosts() -> [UInt32] {
    let storage = graph.storage
    let lifts = LiftCosts(graph: graph)
    let liftCode = LinkKind.lift.code
    var costs = [UInt32](repeating: EdgeCosts.notAllowed, count: graph.edgeCount)
    costs.withUnsafeMutableBufferPointer { costs in
      for link in 0..<graph.linkCount {
        let forward = storage.linkForwardEdge[link]
        let backward = storage.linkBackwardEdge[link]
        if storage.linkKind[link] == liftCode {
          guard let time = lifts.time(link: LinkIndex(link)) else { continue }
          if forward != .max { costs[Int(forward)] = liftCost(time, link, reversed: false) }
          if backward != .max { costs[Int(backward)] = liftCost(time, link, reversed: true) }
        } else {
          if forward != .max { costs[Int(forward)] = wholeCost(link, reversed: false) }
          if backward != .max { costs[Int(backward)] = wholeCost(link, reversed: true) }
        }
      }
    }
    return costs
  }

  /// Returns the cost C at a position along an edge other than a lift, in milliseconds.
  ///
  /// - Parameters:
  ///   - edge: The edge.
  ///   - centimetres: The horizontal distance from its tail, clamped to its length.
  /// - Returns: The cost in milliseconds; nil for lifts, which have no parts, and for edges beyond the cost limit.
  /// - Complexity: O(*p*) in the points of the link.
  package func cumulativeMilliseconds(_ edge: EdgeIndex, toCentimetres centimetres: UInt32) -> UInt32? {
    let link = graph.link(of: edge).position
    guard graph.storage.linkKind[link] != LinkKind.lift.code else { return nil }
    if centimetres == 0 { return 0 }
    let whole = wholeCost(link, reversed: graph.isReversed(edge))
    guard whole != EdgeCosts.notAllowed else { return nil }
    return cumulativeMilliseconds(edge, toCentimetres: centimetres, whole: whole)
  }

  /// Returns the cost C at a position along an edge as ``cumulativeMilliseconds(_:toCentimetres:)``, given that of the
  /// whole edge.
  /// - Complexity: O(*p*) in the points of the link up to the position.
  func cumulativeMilliseconds(
    _ edge: EdgeIndex, toCentimetres centimetres: UInt32, whole: UInt32
  ) -> UInt32? {
    let link = graph.link(of: edge).position
    guard graph.storage.linkKind[link] != LinkKind.lift.code else { return nil }
    if centimetres == 0 { return 0 }
    guard centimetres < lengthCentimetres(link) else { return whole }
    return UInt32(
      min(cumulative(link, reversed: graph.isReversed(edge), limit: centimetres), Double(whole)))
  }

  /// Returns the horizontal length of a link in centimetres.
  func lengthCentimetres(_ link: Int) -> UInt32 {
    graph.storage.pointDistance[graph.pointRange(LinkIndex(link)).upperBound - 1]
  }

  /// Returns the wait and the ride of a lift's link in milliseconds; nil for other links and beyond the cost limit.
  /// - Parameters:
  ///   - link: The link.
  ///   - reversed: `true` if it is ridden from head to tail, which matters to weighted costs.
  /// - Complexity: O(*p*) in the points of the lift's links.
  package func liftMilliseconds(_ link: LinkIndex, reversed: Bool = false) -> (wait: UInt32, ride: UInt32)? {
    guard graph.storage.linkKind[link.position] == LinkKind.lift.code,
      let time = LiftCosts(graph: graph).time(link: link)
    else { return nil }
    let whole = liftCost(time, link.position, reversed: reversed)
    guard whole != EdgeCosts.notAllowed else { return nil }
    let wait = min(whole, UInt32(time.wait))
    return (wait, whole - wait)
  }

  private func liftCost(_ time: (wait: Double, ride: Double), _ link: Int, reversed: Bool) -> UInt32 {
    // The wait counts once; its weight beyond that is part of the ride, so that it is not multiplied with real waits.
    let weight = rideWeight(link, reversed: reversed)
    return Self.checked(time.wait + (time.ride * weight + time.wait * (weight - 1)).rounded(.down))
  }

  private static func checked(_ milliseconds: Double) -> UInt32 {
    milliseconds < Double(greatestMilliseconds) ? UInt32(max(1, milliseconds)) : EdgeCosts.notAllowed
  }

  private func wholeCost(_ link: Int, reversed: Bool) -> UInt32 {
    let milliseconds = cumulative(link, reversed: reversed, limit: .max)
    guard milliseconds < Double(Self.greatestMilliseconds) else { return EdgeCosts.notAllowed }
    return UInt32(milliseconds == 0 && lengthCentimetres(link) == 0 ? 0 : max(1, milliseconds))
  }

  /// Returns the time from the tail in travel direction up to a horizontal distance in centimetres, not floored.
  private func cumulative(_ link: Int, reversed: Bool, limit: UInt32) -> Double {
    let cause = graph.storage.linkCause[link]
    let isOnFoot = cause == LinkCause.onFoot.code || cause == LinkCause.unmapped.code
    let kind = isOnFoot ? .walk : LinkKind(code: graph.storage.linkKind[link]) ?? .walk
    let moving = movingMilliseconds(link, kind, reversed: reversed, limit: limit)
    guard cause == LinkCause.unmapped.code else { return moving }
    let length = lengthCentimetres(link)
    return moving + Self.findingMilliseconds * (limit < length ? Double(limit) / Double(length) : 1)
  }

  private func movingMilliseconds(_ link: Int, _ kind: LinkKind, reversed: Bool, limit: UInt32) -> Double {
    let storage = graph.storage
    let isTwoWay = storage.linkForwardEdge[link] != .max && storage.linkBackwardEdge[link] != .max
    let unknown = kind != .run || isTwoWay ? 0 : Self.assumedGradient
    let range = graph.pointRange(LinkIndex(link))
    let isInferred = storage.hasInferredElevations(link)
    let climbs = graph.climbsEitherWay(link)
    let heights = isInferred ? storage.pointInferredElevation : storage.pointElevation
    return pace.table(for: kind, isInferred: isInferred).withUnsafeBufferPointer { table in
      guard let table = table.baseAddress, let distances = storage.pointDistance.unchecked.baseAddress,
        let heights = heights.unchecked.baseAddress
      else { return 0 }
      var milliseconds = 0.0
      var travelled: UInt32 = 0
      var at = reversed ? range.upperBound - 1 : range.lowerBound
      let step = reversed ? -1 : 1
      for _ in 1..<max(1, range.count) {
        let next = at + step
        let horizontal = reversed ? distances[at] &- distances[next] : distances[next] &- distances[at]
        let known = heights[at] != .min && heights[next] != .min
        let difference = known ? Int64(heights[next]) - Int64(heights[at]) : 0
        let rise = climbs ? abs(difference) : difference
        let segment = Self.segmentMilliseconds(
          horizontal: horizontal, rise: known ? rise : nil, unknownGradient: unknown, table: table)
        if limit &- travelled < horizontal {
          return milliseconds + segment * Double(limit &- travelled) / Double(horizontal)
        }
        milliseconds += segment
        travelled &+= horizontal
        at = next
      }
      return milliseconds
    }
  }

  @inline(__always)
  private static func segmentMilliseconds(
    horizontal: UInt32, rise: Int64?, unknownGradient: Double, table: UnsafePointer<Double>
  ) -> Double {
    let run = Double(horizontal) / 100
    guard let rise else { return run * Pace.slowness(table, gradient: unknownGradient) }
    let height = Double(rise) / 100
    let surface = (run * run + height * height).squareRoot()
    if surface == 0 { return 0 }
    return surface * Pace.slowness(table, gradient: height / max(run, 0.01))
  }
}
