import SkiBase
import SkiGraph
import SkiRouting

/// Random questions of one skier from one place to several: the limits, the closures, the hours and the ends.
///
/// A group depends on the seed, the region and its number alone, so that it can be asked again.
struct RouteQuestionGroup {
  /// The kinds of questions.
  enum Kind: String, CaseIterable {
    case fastest, skiing, timed
  }

  let kind: Kind
  let region: RegionIndex
  let number: Int
  /// The skier, with closures of their own.
  var profile: SkierProfile
  /// The features that the map's closures close.
  let closed: Set<FeatureIndex>
  let hours: OperatingHours
  let departure: DayTime
  let from: RouteEndpoint
  private(set) var destinations: [RouteEndpoint] = []
  private let places: RandomPlaces
  private var random: SeededGenerator

  /// The hours of the days that questions are about.
  static let days = [
    OperatingHours(liftsOpen: DayTime(hour: 9), liftsClose: DayTime(hour: 16, minute: 30)),
    OperatingHours(
      liftsOpen: DayTime(hour: 8, minute: 30), liftsClose: DayTime(hour: 15),
      boardingBufferMilliseconds: 0, runsCloseAfterMilliseconds: 600_000),
  ]

  /// Draws a group without destinations.
  init(seed: UInt64, map: SkiMap, graph: RoutingGraph, number: Int) throws {
    var random = SeededGenerator(
      seed: (seed &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(graph.region.rawValue) << 32 ^ UInt64(number))
    // The first numbers of near seeds are alike in nothing, but seeds and numbers may meet: one more round.
    random = SeededGenerator(seed: random.next())
    (region, self.number) = (graph.region, number)
    kind = random.pick([.fastest, .fastest, .skiing, .timed, .timed])
    var profile = Self.skier(&random)
    if random.happens(0.2) { profile.closedFeatures = Self.features(1...3, graph, &random) }
    self.profile = profile
    closed = random.happens(0.6) ? Self.features(1...20, graph, &random) : []
    hours = random.pick(Self.days)
    departure = DayTime(milliseconds: Int.random(in: 28_800_000...61_200_000, using: &random))
    places = RandomPlaces(map: map, graph: graph)
    from = try places.place(&random)
    self.random = random
  }

  /// Draws destinations: three of four near nodes that the skier reaches, the others anywhere.
  mutating func draw(destinations count: Int, reached: [NodeIndex]) throws {
    destinations = try (0..<count).map { _ in
      if !reached.isEmpty, random.happens(0.75) {
        try places.place(near: random.pick(reached), &random)
      } else {
        try places.place(&random)
      }
    }
  }

  private static func skier(_ random: inout SeededGenerator) -> SkierProfile {
    var profile = SkierProfile(
      ability: random.pick(SkierAbility.allCases), equipment: random.pick(SkierEquipment.allCases))
    if random.happens(0.3) { return profile }
    profile.ungraded = random.pick(UngradedPolicy.allCases)
    profile.allowsOptIn = random.happens(0.3)
    profile.allowsItineraries = random.happens(0.5)
    profile.allowsSnowCovered = profile.allowsOptIn != profile.allowsItineraries
    if random.happens(0.6) {
      profile.ceiling = random.pick([
        .colour(.green), .colour(.blue), .colour(.red), .colour(.black), .grade(.easy), .grade(.advanced),
        .grade(.expert),
      ])
    }
    if random.happens(0.3) {
      profile.avoidedLiftKinds = Set(LiftKind.allCases.filter { _ in random.happens(0.2) })
    }
    if random.happens(0.2) {
      profile.avoidedTerrain = Set([.glades, .moguls, .ungroomed].filter { _ in random.happens(0.4) })
    }
    if random.happens(0.05) { profile.needsLight = true }
    if random.happens(0.3) { profile.allowedOffScale = [random.pick([.freeride, .extreme])] }
    return profile
  }

  private static func features(
    _ count: ClosedRange<Int>, _ graph: RoutingGraph, _ random: inout SeededGenerator
  ) -> Set<FeatureIndex> {
    guard graph.featureCount > 0 else { return [] }
    return Set(
      (0..<Int.random(in: count, using: &random)).map { _ in
        FeatureIndex(Int.random(in: 0..<graph.featureCount, using: &random))
      })
  }

  /// Returns the question to a destination.
  func request(to destination: RouteEndpoint) -> RouteRequest {
    RouteRequest(
      from: from, to: destination, profile: profile, objective: kind == .skiing ? .skiing : .fastest)
  }

  /// Returns the skier with all closures, as the reference takes them.
  var closingProfile: SkierProfile {
    var profile = profile
    profile.closedFeatures.formUnion(closed)
    return profile
  }

  /// Describes the question to a destination.
  func description(to destination: RouteEndpoint) -> String {
    let time = kind == .timed ? ", departing \(departure), \(hours)" : ""
    return "\(kind.rawValue) from \(from) to \(destination)\(time), for \(profile), closed \(closed.sorted())"
  }
}

/// Random places of a region that are near no other region of the map.
private struct RandomPlaces {
  let map: SkiMap
  let graph: RoutingGraph

  /// Returns a place on the network, up to some 90 m beside it, or the end of a lift or run.
  func place(_ random: inout SeededGenerator) throws -> RouteEndpoint {
    if random.happens(0.2), let place = feature(&random) { return .place(place) }
    for _ in 0..<20 {
      let place = coordinate(&random)
      if try isAlone(place) { return .coordinate(place) }
    }
    return feature(&random).map { .place($0) } ?? .coordinate(coordinate(&random))
  }

  /// Returns a place at a node or near it.
  func place(near node: NodeIndex, _ random: inout SeededGenerator) throws -> RouteEndpoint {
    for _ in 0..<20 {
      let place = beside(graph.point(node).coordinate, &random)
      if try isAlone(place) { return .coordinate(place) }
    }
    return try place(&random)
  }

  private func coordinate(_ random: inout SeededGenerator) -> Coordinate {
    let points = graph.pointRange(LinkIndex(Int.random(in: 0..<graph.linkCount, using: &random)))
    return beside(graph.linkPoint(Int.random(in: points, using: &random)).coordinate, &random)
  }

  private func beside(_ point: Coordinate, _ random: inout SeededGenerator) -> Coordinate {
    let degrees = random.happens(0.3) ? 0 : random.pick([0.0001, 0.0005, 0.0008])
    return Coordinate(
      latitude: point.latitude + Double.random(in: -degrees...degrees, using: &random),
      longitude: point.longitude + Double.random(in: -degrees...degrees, using: &random))
  }

  private func feature(_ random: inout SeededGenerator) -> Place? {
    guard graph.featureCount > 0 else { return nil }
    for _ in 0..<20 {
      let index = FeatureIndex(Int.random(in: 0..<graph.featureCount, using: &random))
      if graph.feature(index).startNode != nil { return graph.place(of: index) }
    }
    return nil
  }

  private func isAlone(_ place: Coordinate) throws -> Bool {
    let limit = RouteRequest.defaultSnapLimitMetres
    return try map.regions(near: place, withinMetres: limit).allSatisfy { other in
      try other == graph.region || map.graph(other).snaps(near: place, withinMetres: limit, limit: 1).isEmpty
    }
  }
}

extension RoutingGraph {
  /// Returns a feature as a place at its start.
  func place(of index: FeatureIndex) -> Place {
    let facts = feature(index)
    return Place(
      kind: facts.kind, name: facts.name, region: region, feature: index, features: [index],
      point: facts.start, node: facts.startNode)
  }
}
