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

extension CostModel {
  /// Returns the horizontal distance along an edge that is pushed, walked or climbed rather than slid down, in whole
  /// centimetres.
  ///
  /// Runs and connectors are slid down from a gradient of 5 % on; streets and connectors on foot are walked, lifts
  /// ridden. Where elevations are unknown the inferred ones count, as a climb where nothing tells the direction; without
  /// these one-way runs count as slid down and all else as level, as in the costs. Parts add up exactly.
  /// - Parameters:
  ///   - edge: The edge.
  ///   - centimetres: The horizontal distance from its tail up to which to measure, clamped to its length.
  /// - Complexity: O(*p*) in the points of the link.
  func pushedCentimetres(_ edge: EdgeIndex, to centimetres: UInt32 = .max) -> UInt32 {
    let storage = graph.storage
    let link = graph.link(of: edge)
    let kind = LinkKind(code: storage.linkKind[link.position]) ?? .walk
    let range = graph.pointRange(link)
    let heights = graph.costElevations(ofLink: link.position)
    switch kind {
    case .lift: return 0
    case .walk: return min(centimetres, lengthCentimetres(link.position))
    case .run, .connector: break
    }
    let isOnFoot = LinkCause(code: storage.linkCause[link.position])?.isOnFoot == true
    if isOnFoot || graph.climbsEitherWay(link.position) {
      return min(centimetres, lengthCentimetres(link.position))
    }
    let isOneWay =
      storage.linkForwardEdge[link.position] == .max || storage.linkBackwardEdge[link.position] == .max
    let glidesUnknown = kind == .run && isOneWay
    let isReversed = graph.isReversed(edge)
    var (pushed, travelled): (UInt32, UInt32) = (0, 0)
    let distances = storage.pointDistance.unchecked
    let elevations = heights.unchecked
    let glidingDescent = Pace.glidingDescent
    // The points of a link lie in their sections, which have an element for each point, checked when the region was
    // opened.
    precondition(
      range.upperBound <= min(distances.count, elevations.count), "points are outside their section")
    for count in 1..<max(1, range.count) where travelled < centimetres {
      let high = isReversed ? range.upperBound - count : range.lowerBound + count
      let whole = distances[high] &- distances[high - 1]
      let (from, to) =
        isReversed ? (elevations[high], elevations[high - 1]) : (elevations[high - 1], elevations[high])
      let glides =
        from == .min || to == .min
        ? glidesUnknown : Double(Int64(from) - Int64(to)) >= glidingDescent * Double(whole)
      if !glides { pushed += min(whole, centimetres - travelled) }
      travelled += whole
    }
    return pushed
  }
}

/// The costs of lift links: one wait, one boarding, and the ratio of the whole ride between two stations.
struct LiftCosts {
  let graph: RoutingGraph

  /// Returns the wait and the ride of a lift's link in milliseconds, boarding included in the ride; nil without a lift.
  ///
  /// The duration of the whole ride is divided by length: a lift with intermediate stations has a link for each pair of
  /// stations, the longest from end to end. A ride that continues from another section has neither wait nor boarding.
  func time(link: LinkIndex) -> (wait: Double, ride: Double)? {
    let feature = graph.storage.linkFeature[link.position]
    guard feature != .max else { return nil }
    let index = FeatureIndex(feature)
    let part = slopeMetres(link.position)
    let links = graph.links(of: index)
    let rides = links.count == 1 ? [] : links.filter { !graph.isThroughRide($0) }
    let whole = rides.isEmpty ? part : rides.map(slopeMetres).reduce(0, max)
    let lift = graph.attributes(of: index)
    let ride = LiftTimes.rideMilliseconds(of: lift, slopeMetres: whole)
    let wait = LiftTimes.waitMilliseconds(of: lift, slopeMetres: whole)
    let onRope = whole > 0 ? (ride * part / whole).rounded(.down) : 0
    if LinkFlags(rawValue: graph.storage.linkFlags[link.position]).contains(.staysOn) { return (0, onRope) }
    return (wait.rounded(.down), LiftTimes.boardingMilliseconds(of: lift) + onRope)
  }

  /// Returns the length of a link along its slope in metres; horizontal where elevations are neither known nor
  /// inferred.
  func slopeMetres(_ link: Int) -> Double {
    let heights = graph.costElevations(ofLink: link)
    let range = graph.pointRange(LinkIndex(link))
    var metres = 0.0
    for point in range.dropFirst() {
      let run = Double(graph.storage.pointDistance[point] &- graph.storage.pointDistance[point - 1]) / 100
      let (low, high) = (heights[point - 1], heights[point])
      let rise = low == .min || high == .min ? 0 : Double(Int64(high) - Int64(low)) / 100
      metres += (run * run + rise * rise).squareRoot()
    }
    return metres
  }
}

/// The speeds of lifts, and the times of boarding and waiting.
///
/// **Source:** speeds are those of ``LiftSpeeds``; boarding is that of twelve rides on two recorded days, see
/// Data/Formats/times.md; waits follow open routers.
package enum LiftTimes {
  /// Returns the speed along the rope in metres per second.
  package static func speed(of lift: GraphFeature) -> Double {
    LiftSpeeds(lift.liftKind, isDetachable: isDetachable(lift), ropes: lift.ropes).usual
  }

  /// Returns whether a mapped duration of a ride is plausible: by the grip and the ropes that the map states.
  ///
  /// - Parameters:
  ///   - lift: The lift.
  ///   - slopeMetres: The length along the rope from end to end, in metres.
  ///   - milliseconds: The duration in milliseconds.
  package static func isPlausible(_ lift: GraphFeature, slopeMetres: Double, milliseconds: Double) -> Bool {
    LiftSpeeds(lift.liftKind, isDetachable: lift.isDetachable, ropes: lift.ropes)
      .allow(metres: slopeMetres, seconds: milliseconds / 1000)
  }

  /// Returns whether the chairs of a lift are detachable; nil when unknown.
  ///
  /// Without a tag, three seats or fewer are fixed-grip and six or more detachable; between, a capacity above 2,400
  /// persons per hour implies detachable chairs.
  private static func isDetachable(_ lift: GraphFeature) -> Bool? {
    if let isDetachable = lift.isDetachable { return isDetachable }
    let isBusy = lift.capacityPerHour.map { $0 > 2400 }
    guard let seats = lift.occupancy else { return isBusy == true ? true : nil }
    if seats <= 3 { return false }
    return seats >= 6 ? true : isBusy
  }

  /// Returns the time of boarding and leaving in milliseconds: slow travel through stations, slow-downs and stops of
  /// the rope.
  ///
  /// Detachable chairs lost 70 s in the median of seven rides, fixed-grip ones 35 s on one, lifts of unknown kind 67 s
  /// over their posted duration on four. Cabins count as detachable chairs; chairs of unknown grip lie between. Other
  /// kinds were not measured and add nothing.
  package static func boardingMilliseconds(of lift: GraphFeature) -> Double {
    if lift.ropes != nil { return 70_000 }
    return switch lift.liftKind {
    case .gondola, .mixedLift: 70_000
    case .chairLift: isDetachable(lift).map { $0 ? 70_000 : 35_000 } ?? 50_000
    case .unknown: 65_000
    default: 0
    }
  }

  /// Returns the duration of the whole ride without boarding in milliseconds: the mapped one when plausible, else
  /// length over speed.
  ///
  /// - Parameters:
  ///   - lift: The lift.
  ///   - slopeMetres: The length along the rope from end to end, in metres.
  package static func rideMilliseconds(of lift: GraphFeature, slopeMetres: Double) -> Double {
    if let duration = lift.durationMilliseconds.map(Double.init),
      isPlausible(lift, slopeMetres: slopeMetres, milliseconds: duration)
    {
      return duration
    }
    return slopeMetres * 1000 / speed(of: lift)
  }

  /// Returns the usual wait in milliseconds: 3 min, 1 min at carpets, half a ride at cable cars that shuttle.
  package static func waitMilliseconds(of lift: GraphFeature, slopeMetres: Double) -> Double {
    switch lift.liftKind {
    case .magicCarpet: 60_000
    case .cableCar where lift.ropes == nil: rideMilliseconds(of: lift, slopeMetres: slopeMetres) / 2
    default: 180_000
    }
  }
}
