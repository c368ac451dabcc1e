import FoundationEssentials
import SkiBase
import SkiBuild
import SkiGraph
import SkiRouting
import SkiTerrain
import SkiTestSupport
import Testing

/// One folder of real data as two graphs, with elevations and without, and the surveyed ground as the
/// reference of both.
struct ElevationFreeComparison {
  let name: String
  let known: RoutingGraph
  let bare: RoutingGraph
  private let ground: any ElevationSource
  private let knownFeatures: [String: FeatureIndex]
  private let bareFeatures: [String: FeatureIndex]
  /// The measured area of each feature, by kind and id.
  private let areas: [String: AreaIndex]

  /// The limits of an ascent by ski: the rise of an edge in metres, and its gradient as a ratio.
  private static let (climbMetres, climbGradient) = (15.0, 0.10)

  /// Creates the comparison: reads the area and builds it twice.
  init(of area: RealArea) async throws {
    let input = SkiInput(
      runs: [area.runs.path], lifts: [area.lifts.path], areas: area.areas.map { [$0.path] } ?? [],
      spots: area.spots.map { [$0.path] } ?? [])
    let (data, _) = try await SkiReader(input: input).read()
    let source: (any ElevationSource)? = try MapMaking.elevation(of: area) ?? SurveyedHeights.ground(of: area)
    let ground = try #require(source ?? SurveyedGround(vertices: data), "\(area) has no heights")
    name = area.name
    self.ground = ground
    known = try MapMaking.builder(of: data, elevation: source).builder.build()
    bare = try MapMaking.builder(of: data.withoutHeights(), elevation: nil).builder.build()
    knownFeatures = Self.featuresByKey(known)
    bareFeatures = Self.featuresByKey(bare)
    areas = knownFeatures.compactMapValues { [known] in known.feature($0).area }
  }

  /// Returns the score of each measured area with two lifts or more.
  func scores(pairs: Int, seed: UInt64) throws -> [(name: String, score: ElevationFreeScore)] {
    var scores = (0..<known.areaCount).map { _ in ElevationFreeScore() }
    for (key, index) in knownFeatures {
      guard let area = areas[key], let other = bareFeatures[key] else { continue }
      compareDirections(index, other, &scores[area.position])
    }
    try countClimbs(&scores)
    for area in scores.indices {
      try comparePairs(AreaIndex(area), pairs, seed: seed, &scores[area])
    }
    return scores.enumerated().map { ("\(name) \($0.offset + 1)", $0.element) }
      .filter { $0.1.lifts.all >= 2 }
  }

  /// The least length in metres of an edge whose price is judged.
  private static let pricedMetres = 40.0
  /// The share of the time of a climb, at 1 m/s and 600 m an hour, below which the climb is sold as a run.
  private static let soldShare = 0.7
  private static let secondsForMetreUp = 6.0

  /// Returns the directed edges of runs on the map without elevations that are sold although they climb on the ground,
  /// and the share of those that fall there whose price is a descent's.
  func prices() throws -> (sold: Tally, descents: Tally, climbs: [String]) {
    let profile = SkierProfile(ceiling: .grade(.expert), ungraded: .allow)
    let model = CostModel(graph: bare, profile: profile)
    var (sold, descents, climbs) = (Tally(), Tally(), [String]())
    for edge in (0..<bare.edgeCount).map(EdgeIndex.init) {
      let link = bare.link(bare.link(of: edge))
      let metres = Double(link.distancesCentimetres.last ?? 0) / 100
      guard link.kind == .run, metres > Self.pricedMetres,
        let milliseconds = model.cumulativeMilliseconds(edge, toCentimetres: .max),
        let from = try ground.elevationMetres(at: bare.point(bare.tail(edge)).coordinate),
        let to = try ground.elevationMetres(at: bare.point(bare.head(edge)).coordinate)
      else { continue }
      let isClear = abs(to - from) > Self.climbMetres && abs(to - from) > Self.climbGradient * metres
      let seconds = Double(milliseconds) / 1000
      let isSold =
        isClear && to > from && seconds < Self.soldShare * (metres + Self.secondsForMetreUp * (to - from))
      sold.count(isSold)
      if isSold {
        let id = link.feature.map { bare.feature($0).id.rawValue } ?? "no run"
        climbs.append("\(id): \(Int(metres)) m rise by \(Int(to - from)) m in \(Int(seconds)) s")
      }
      if isClear, to < from, !link.flags.contains(.optIn) {
        descents.count(seconds < Self.soldShare * metres)
      }
    }
    return (sold, descents, climbs)
  }

  /// Returns the operating runs and lifts of a graph, by kind and id.
  private static func featuresByKey(_ graph: RoutingGraph) -> [String: FeatureIndex] {
    var features: [String: FeatureIndex] = [:]
    for index in (0..<graph.featureCount).map(FeatureIndex.init) {
      let feature = graph.feature(index)
      guard feature.kind == .run || feature.kind == .lift, feature.startNode != nil else { continue }
      features["\(feature.kind) \(feature.id)"] = index
    }
    return features
  }

  private func compareDirections(
    _ one: FeatureIndex, _ other: FeatureIndex, _ score: inout ElevationFreeScore
  ) {
    let feature = known.feature(one)
    let (before, after) = (DrawnTravel(known, one), DrawnTravel(bare, other))
    if feature.kind == .lift {
      let start = feature.start.coordinate
      let others = bare.feature(other)
      let sameStart =
        start.distanceMetres(to: others.start.coordinate) <= start.distanceMetres(to: others.end.coordinate)
      score.lifts.count(before.direction == after.direction && (before.direction != .both || sameStart))
    } else if !feature.isArea, before.direction != .both {
      score.runs.count(before.direction == after.direction)
    }
  }

  /// Counts the directed edges of runs on the map without elevations that are skied up on the ground; edges
  /// reported as climbs on foot are not skied.
  private func countClimbs(_ scores: inout [ElevationFreeScore]) throws {
    for number in 0..<bare.edgeCount {
      let edge = EdgeIndex(number)
      let link = bare.link(bare.link(of: edge))
      guard link.kind == .run, let feature = link.feature.map(bare.feature), !feature.uses.contains(.skitour),
        !feature.uses.contains(.hike), let area = areas["\(feature.kind) \(feature.id)"],
        let from = try ground.elevationMetres(at: bare.point(bare.tail(edge)).coordinate),
        let to = try ground.elevationMetres(at: bare.point(bare.head(edge)).coordinate)
      else { continue }
      let metres = Double(link.distancesCentimetres.last ?? 0) / 100
      scores[area.position].skiedUp.count(
        !bare.isClimb(edge) && to - from > Self.climbMetres && to - from > Self.climbGradient * metres)
    }
  }

  /// Routes between random runs and lifts of one area on both graphs.
  private func comparePairs(_ area: AreaIndex, _ count: Int, seed: UInt64, _ score: inout ElevationFreeScore)
    throws
  {
    let features = areas.filter { $0.value == area && bareFeatures[$0.key] != nil }.keys.sorted()
    let ends = features.compactMap { self.ends(of: $0) }
    guard ends.count >= 2 else { return }
    var random = SeededGenerator(seed: seed)
    let sessions = (RouteSession(Router(graph: known)), RouteSession(Router(graph: bare)))
    for _ in 0..<count {
      let (from, to) = (random.pick(ends), random.pick(ends))
      let before = try Self.lifts(sessions.0, from.known, to.known)
      let after = try Self.lifts(sessions.1, from.bare, to.bare)
      score.pairs.count(before == after)
      score.joined.count((before == nil) == (after == nil))
    }
  }

  /// Returns the place where a lift or the line of a run begins with elevations, as a node of both graphs.
  private func ends(of key: String) -> (known: NodeIndex, bare: NodeIndex)? {
    guard let index = knownFeatures[key], let other = bareFeatures[key] else { return nil }
    let (feature, others) = (known.feature(index), bare.feature(other))
    guard !feature.isArea, let start = feature.startNode, let first = others.startNode,
      let last = others.endNode
    else { return nil }
    let place = feature.start.coordinate
    let isTurned =
      place.distanceMetres(to: others.end.coordinate) < place.distanceMetres(to: others.start.coordinate)
    return (start, isTurned ? last : first)
  }

  /// Returns the ids of the lifts ridden between two nodes, in order; nil without a route.
  private static func lifts(_ session: RouteSession, _ from: NodeIndex, _ to: NodeIndex) throws -> [String]? {
    let everyGrade = SkierProfile(ceiling: .grade(.expert), ungraded: .allow)
    let request = RouteRequest(from: .node(from), to: .node(to), profile: everyGrade)
    guard case .answer(let route) = try session.route(request) else { return nil }
    return route.steps.filter { $0.kind == .lift }.map { $0.id?.rawValue ?? "" }
  }
}

/// The directions in which a feature may be travelled, relative to its line as drawn.
struct DrawnTravel {
  enum Direction { case along, against, both }
  let direction: Direction

  /// Creates the directions from the sums of the metres that may be travelled along the line and against it.
  init(_ graph: RoutingGraph, _ feature: FeatureIndex) {
    var (along, against) = (0.0, 0.0)
    for number in graph.links(of: feature) {
      let link = graph.link(LinkIndex(number))
      guard link.cause == .source else { continue }
      let metres = Double(link.endOffsetCentimetres) - Double(link.startOffsetCentimetres)
      if metres >= 0 ? link.allowsForward : link.allowsBackward { along += abs(metres) }
      if metres >= 0 ? link.allowsBackward : link.allowsForward { against += abs(metres) }
    }
    let all = max(along, against)
    direction = against < all / 10 ? .along : along < all / 10 ? .against : .both
  }
}
