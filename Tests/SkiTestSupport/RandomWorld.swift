import SkiBase
package import SkiGraph
package import SkiRouting

extension SeededGenerator {
  /// Returns true with some probability.
  package mutating func happens(_ probability: Double) -> Bool {
    Double.random(in: 0..<1, using: &self) < probability
  }

  /// Returns one of some values; the list must not be empty.
  package mutating func pick<T>(_ things: [T]) -> T { things[Int.random(in: 0..<things.count, using: &self)] }
}

/// A small random mountain with a random skier, with every kind of link, direction, grade, flag and unknown.
package struct RandomWorld {
  package let seed: UInt64
  package let graph: RoutingGraph
  /// The builder of the graph.
  package let builder: RoutingGraphBuilder
  package private(set) var random: SeededGenerator

  /// Creates the world of a seed: up to 26 nodes on 2 km, with a few links each.
  /// - Parameter nodeCount: The number of nodes, with two links for each.
  package init(seed: UInt64, nodeCount: Int? = nil) throws {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    var builder = RoutingGraphBuilder()
    let hasHeights = random.happens(0.8)
    for _ in 0..<(nodeCount ?? Int.random(in: 2...26, using: &random)) {
      _ = builder.addNode(Self.point(&random, hasHeights: hasHeights))
    }
    for _ in 0..<(nodeCount.map { $0 * 2 } ?? Int.random(in: 1...(builder.nodes.count * 2), using: &random)) {
      Self.addWay(&builder, &random)
    }
    graph = try builder.build()
    self.builder = builder
    self.random = random
  }

  /// Creates a world of another's nodes and links with other features.
  init(_ plain: RandomWorld, _ builder: RoutingGraphBuilder) throws {
    (seed, random, self.builder) = (plain.seed, plain.random, builder)
    graph = try builder.build()
  }

  /// Returns a random skier for this world.
  package mutating func profile() -> SkierProfile {
    var profile = SkierProfile(
      ability: random.pick(SkierAbility.allCases), equipment: random.pick(SkierEquipment.allCases),
      ungraded: random.pick(UngradedPolicy.allCases), allowsOptIn: random.happens(0.5),
      allowsItineraries: random.happens(0.5))
    profile.allowsSnowCovered = profile.allowsOptIn != profile.allowsItineraries
    if random.happens(0.5) {
      profile.ceiling = random.pick([
        .colour(.green), .colour(.blue), .colour(.red), .colour(.black), .grade(.easy), .grade(.advanced),
      ])
    }
    if random.happens(0.3) { profile.avoidedLiftKinds = [random.pick(LiftKind.allCases)] }
    if random.happens(0.3) { profile.allowedOffScale = [random.pick([.freeride, .extreme])] }
    if random.happens(0.4), graph.featureCount > 0 {
      profile.closedFeatures = [FeatureIndex(Int.random(in: 0..<graph.featureCount, using: &random))]
    }
    return profile
  }

  /// Returns a random end: a node, or a coordinate on or near the network.
  package mutating func endpoint() -> RouteEndpoint {
    let node = NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))
    if random.happens(0.3) || graph.linkCount == 0 { return .node(node) }
    let points = graph.link(LinkIndex(Int.random(in: 0..<graph.linkCount, using: &random))).points
    let index = Int.random(in: 1..<points.count, using: &random)
    let (a, b) = (points[index - 1].coordinate, points[index].coordinate)
    let share = Double.random(in: 0...1, using: &random)
    let away = random.happens(0.5) ? 0.0 : Double.random(in: 0...0.001, using: &random)
    return .coordinate(
      Coordinate(
        latitude: a.latitude + (b.latitude - a.latitude) * share + away,
        longitude: a.longitude + (b.longitude - a.longitude) * share))
  }

  private static func point(_ random: inout SeededGenerator, hasHeights: Bool) -> GraphPoint {
    GraphPoint(
      position: FixedCoordinate(
        latitudeE7: 460_000_000 + Int32.random(in: 0...180_000, using: &random),
        longitudeE7: 70_000_000 + Int32.random(in: 0...260_000, using: &random)),
      elevationCentimetres: hasHeights ? Int32.random(in: 100_000...180_000, using: &random) : nil)
  }

  /// Returns inferred heights for every other link without known ones.
  private static func inferred(_ points: [GraphPoint], _ offset: UInt32) -> [Int32]? {
    guard offset % 2 == 0, points.allSatisfy({ $0.elevationCentimetres == nil }) else { return nil }
    return points.map {
      100_000 + ($0.position.latitudeE7 &* 31 &+ $0.position.longitudeE7).magnitude.asHeight
    }
  }

  private static let connectorCauses: [LinkCause] = [.nearMiss, .liftToRun, .onFoot, .unmapped]

  private static func addWay(_ builder: inout RoutingGraphBuilder, _ random: inout SeededGenerator) {
    let kind = random.pick([LinkKind.run, .run, .run, .lift, .lift, .walk, .connector])
    var nodes = [BuilderNodeIndex(Int.random(in: 0..<builder.nodes.count, using: &random))]
    for _ in 0..<(kind == .connector ? 1 : Int.random(in: 1...3, using: &random)) {
      nodes.append(BuilderNodeIndex(Int.random(in: 0..<builder.nodes.count, using: &random)))
    }
    let difficulty = random.happens(0.7) ? random.pick(Difficulty.allCases) : nil
    var feature: BuilderFeatureIndex?
    if kind != .connector {
      feature = builder.addFeature(
        Self.feature(kind, nodes, difficulty, builder, &random), from: nodes[0], to: nodes[nodes.count - 1])
    }
    var offset: UInt32 = 0
    let isTwoWay = kind == .walk || kind == .connector || random.happens(0.2)
    for (tail, head) in zip(nodes, nodes.dropFirst()) {
      var flags: LinkFlags = []
      if kind == .run, random.happens(0.2) { flags.insert(.difficultyEstimated) }
      if kind == .run, random.happens(0.1) { flags.insert(.optIn) }
      if kind == .run, random.happens(0.1) { flags.insert(.itinerary) }
      let points = Self.line(builder.nodes[tail.position], builder.nodes[head.position], kind, &random)
      let distances = Self.distances(points)
      let length = distances.last ?? 0
      if kind == .walk, length % 8 == 0 { flags.insert(.snowCovered) }
      if kind == .run, length % 3 == 0 { flags.insert(.directionUnknown) }
      builder.links.append(
        BuilderLink(
          kind: kind, feature: feature, tail: tail, head: head, allowsForward: true, allowsBackward: isTwoWay,
          difficulty: kind == .lift ? nil : kind == .connector && random.happens(0.5) ? nil : difficulty,
          flags: flags, cause: kind == .connector ? Self.connectorCauses[Int(length % 4)] : .source,
          startOffsetCentimetres: offset, endOffsetCentimetres: offset + length, points: points,
          distancesCentimetres: distances, inferredElevationsCentimetres: inferred(points, offset)))
      offset += length
    }
  }

  private static func feature(
    _ kind: LinkKind, _ nodes: [BuilderNodeIndex], _ difficulty: Difficulty?, _ builder: RoutingGraphBuilder,
    _ random: inout SeededGenerator
  ) -> GraphFeature {
    let (start, end) = (nodes[0], nodes[nodes.count - 1])
    var feature = GraphFeature(
      kind: kind == .lift ? .lift : kind == .run ? .run : .street,
      id: SourceID("way/\(builder.features.count)"),
      convention: random.pick(DifficultyConvention.allCases), start: builder.nodes[start.position],
      end: builder.nodes[end.position])
    feature.difficulty = difficulty
    feature.liftKind = random.pick(LiftKind.allCases)
    if random.happens(0.5) { feature.occupancy = Int.random(in: 1...10, using: &random) }
    if random.happens(0.5) { feature.capacityPerHour = random.pick([800, 2400, 2401, 3600]) }
    if random.happens(0.3) { feature.durationMilliseconds = Int.random(in: 1000...2_000_000, using: &random) }
    if random.happens(0.2) { feature.isDetachable = random.happens(0.5) }
    return feature
  }

  private static func line(
    _ from: GraphPoint, _ to: GraphPoint, _ kind: LinkKind, _ random: inout SeededGenerator
  ) -> [GraphPoint] {
    if kind == .lift { return [from, to] }
    let between = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      Self.point(&random, hasHeights: from.elevationCentimetres != nil && random.happens(0.9))
    }
    return [from] + between + [to]
  }

  private static func distances(_ points: [GraphPoint]) -> [UInt32] {
    var distances: [UInt32] = [0]
    for (a, b) in zip(points, points.dropFirst()) {
      let metres = a.coordinate.distanceMetres(to: b.coordinate)
      distances.append(distances[distances.count - 1] + UInt32((metres * 100).rounded()))
    }
    return distances
  }
}

extension UInt32 {
  /// Some height below 800 m, in centimetres.
  fileprivate var asHeight: Int32 { Int32(self % 80_000) }
}
