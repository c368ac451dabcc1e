import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Reached lifts, runs and huts, against routes and against the reached stretches.
@Suite struct ReachPropertyTests {
  static let batches = Array(stride(from: UInt64(1), to: 1001, by: 500))

  private struct ReachCase {
    let graph: RoutingGraph
    let session: DaySession
    let request: ReachRequest
    let reach: Reach
  }

  /// A request from a place on or near a link, in a random world with three huts of which one is under construction.
  private static func reachCase(_ seed: UInt64) throws -> ReachCase? {
    var world = try RandomWorld.tagged(seed: seed)
    var random = SeededGenerator(seed: seed ^ 0x5107)
    var builder = world.builder
    for number in 0..<3 {
      guard case .coordinate(let place) = world.endpoint() else { continue }
      let point = GraphPoint(position: FixedCoordinate(place), elevationCentimetres: nil)
      builder.addFeature(
        GraphFeature(
          kind: .hut, id: SourceID("hut/\(number)"), status: number == 2 ? .construction : .operating,
          start: point, end: point))
    }
    let graph = try builder.build()
    let session = DaySession(
      Router(graph: graph), timetable: Timetable(graph: graph, schedule: random.schedule(for: graph)))
    let from = world.endpoint()
    let request = ReachRequest(
      from: from, departure: random.moment(), milliseconds: Int.random(in: 0...3_600_000, using: &random),
      profile: world.profile(), back: from)
    guard case .answer(let reach) = try session.reach(request) else { return nil }
    return ReachCase(graph: graph, session: session, request: request, reach: reach)
  }

  @Test(arguments: batches)
  func `a hut is reached at the arrival of the fastest route, and is a dead end without a return`(
    first: UInt64
  ) throws {
    var (reached, late, deadEnds) = (0, 0, 0)
    for seed in first..<first + 500 {
      guard let reachCase = try Self.reachCase(seed) else { continue }
      let (graph, request) = (reachCase.graph, reachCase.request)
      let limit = request.departure.advanced(byMilliseconds: request.milliseconds)
      for position in 0..<graph.featureCount where graph.feature(FeatureIndex(position)).kind == .hut {
        let feature = FeatureIndex(position)
        let hut = RouteEndpoint.coordinate(graph.feature(feature).start.coordinate)
        let stated = reachCase.reach.features.first { $0.feature == feature }
        let end = reachCase.reach.deadEnds?.features.first { $0.feature == feature }
        let note: Comment = "seed \(seed), feature \(position)"
        if hut == request.from { continue }
        let hutRequest = RouteRequest.fastest(from: request.from, to: hut, profile: request.profile)
        guard graph.feature(feature).status == .operating,
          case .answer(let route) = try reachCase.session.route(hutRequest, departing: request.departure),
          let arrival = route.arrival, arrival <= limit
        else {
          #expect(stated == nil && end == nil, note)
          late += 1
          continue
        }
        #expect(stated?.firstAt == arrival && stated?.share == 1, note)
        reached += 1
        let missing = try reachCase.session.missingRoute(
          from: hut, backTo: request.from, profile: request.profile)
        #expect(end?.firstAt == (missing == nil ? nil : arrival), note)
        deadEnds += missing == nil ? 0 : 1
      }
    }
    #expect(reached > 15 && late > 100 && deadEnds > 0, "\(reached), \(late), \(deadEnds)")
  }

  @Test(arguments: batches)
  func `a start within an edge reaches the stretches from there to the ends of the edge`(first: UInt64) throws
  {
    var (whole, partial) = (0, 0)
    for seed in first..<first + 500 {
      guard let reachCase = try Self.reachCase(seed) else { continue }
      let found = reachCase.reach.stretches.filter { $0.startCentimetres > 0 }
      let truth = Self.firstStretches(reachCase)
      #expect(Set(found) == Set(truth) && found.count == truth.count, "seed \(seed)")
      let lengths = truth.map { reachCase.graph.link(reachCase.graph.link(of: $0.edge)).distancesCentimetres }
      whole += zip(truth, lengths).count { $0.endCentimetres == $1.last }
      partial += zip(truth, lengths).count { $0.endCentimetres != $1.last }
    }
    #expect(whole > 20 && partial > 0, "\(whole) whole, \(partial) in part")
  }

  /// The stretches from a start within links to the ends of the links.
  private static func firstStretches(_ reachCase: ReachCase) -> [Reach.Stretch] {
    let (graph, request) = (reachCase.graph, reachCase.request)
    let day = ReferenceDay(
      graph: graph, profile: request.profile, timetable: reachCase.session.timetable)
    let plain = ReferenceRouting(graph: graph, profile: day.model.profile)
    let places = plain.places(request.from)
    let walks = PlainWalks(places)
    let costs = day.model.edgeCosts()
    let limit = request.departure.milliseconds + request.milliseconds
    let all = plain.leading(places).flatMap { place -> [Reach.Stretch] in
      guard let index = place.link else { return [] }
      let link = graph.link(index)
      let length = link.distancesCentimetres.last ?? 0
      guard place.offsetCentimetres > 0, place.offsetCentimetres < length else { return [] }
      let walk = walks.milliseconds(to: place)
      return [false, true].compactMap { reversed in
        let start = reversed ? length - place.offsetCentimetres : place.offsetCentimetres
        // A place behind others that are as near is not walked to.
        let ahead = places.filter { $0.link == index }.filter { other in
          let along = reversed ? length - other.offsetCentimetres : other.offsetCentimetres
          return along > start && along < length
        }
        if let least = ahead.map({ walks.milliseconds(to: $0) }).min(), walk >= least,
          let metres = ahead.map(\.distanceMetres).min(), place.distanceMetres >= metres
        {
          return nil
        }
        guard let edge = graph.edge(of: index, reversed: reversed), let whole = costs[edge],
          let passed = day.model.cumulativeMilliseconds(edge, toCentimetres: start)
        else { return nil }
        var arc = ReferenceDay.Arc(tail: 0, head: 0, cost: Int(whole - passed))
        arc.rule = link.feature.flatMap {
          reachCase.session.timetable.rule(of: $0, kind: link.kind, usualWait: 0)
        }
        guard let arrival = ReferenceDay.arrival(arc, at: request.departure.milliseconds + walk),
          arrival - arc.cost <= limit
        else { return nil }
        var end = length
        if arrival > limit {
          // The last centimetre reached within the limit.
          let latest = Int(passed) + limit - (arrival - arc.cost)
          end = start
          for step in [UInt32(10_000), 100, 1] {
            while end + step < length,
              day.model.cumulativeMilliseconds(edge, toCentimetres: end + step).map({ Int($0) <= latest })
                ?? false
            { end += step }
          }
        }
        guard end > start else { return nil }
        return Reach.Stretch(
          edge: edge, startCentimetres: start, endCentimetres: end,
          from: DayTime(milliseconds: arrival - arc.cost), until: DayTime(milliseconds: min(arrival, limit)))
      }
    }
    // A part of an edge that another one contains, reached no later, tells nothing.
    return all.filter { one in
      !all.contains {
        $0.edge == one.edge && $0 != one && $0.from <= one.from && $0.startCentimetres <= one.startCentimetres
          && $0.endCentimetres >= one.endCentimetres
      }
    }
  }

  @Test(arguments: batches)
  func `the reached share of a run is that of its stretches, of a lift that of its longest ride`(
    first: UInt64
  ) throws {
    var (whole, partial) = (0, 0)
    for seed in first..<first + 500 {
      guard let reachCase = try Self.reachCase(seed) else { continue }
      let graph = reachCase.graph
      var byFeature: [FeatureIndex: [Reach.Stretch]] = [:]
      for stretch in reachCase.reach.stretches {
        guard let feature = graph.link(graph.link(of: stretch.edge)).feature else { continue }
        byFeature[feature, default: []].append(stretch)
      }
      let stated = reachCase.reach.features.filter { graph.feature($0.feature).kind != .hut }
      let note: Comment = "seed \(seed)"
      #expect(Set(stated.map(\.feature)) == Set(byFeature.keys) && stated.count == byFeature.count, note)
      for entry in stated {
        let stretches = byFeature[entry.feature] ?? []
        #expect(entry.firstAt == stretches.map(\.from).min(), note)
        let share = Self.share(entry.feature, stretches, graph)
        #expect(abs(entry.share - share) < 1e-9, "seed \(seed): \(entry.share), not \(share)")
        if entry.share == 1 { whole += 1 } else { partial += 1 }
      }
      let times = reachCase.reach.features.map(\.firstAt)
      #expect(times == times.sorted(), note)
    }
    #expect(whole > 20 && partial > 100, "\(whole) whole, \(partial) in part")
  }

  private static func share(
    _ feature: FeatureIndex, _ stretches: [Reach.Stretch], _ graph: RoutingGraph
  ) -> Double {
    let links = graph.links(of: feature).map { LinkIndex($0) }
    let lengths = links.map { Int(graph.link($0).distancesCentimetres.last ?? 0) }
    let reached = zip(links, lengths).map { link, length in
      covered(
        stretches.filter { graph.link(of: $0.edge) == link }.map { stretch in
          let ends = [Int(stretch.startCentimetres), Int(stretch.endCentimetres)]
          return graph.isReversed(stretch.edge) ? [length - ends[1], length - ends[0]] : ends
        })
    }
    let isLift = graph.feature(feature).kind == .lift
    let (part, all) =
      isLift ? (reached.max() ?? 0, lengths.max() ?? 0) : (reached.reduce(0, +), lengths.reduce(0, +))
    return all > 0 ? min(1, Double(part) / Double(all)) : 1
  }

  /// The length of the union of ranges.
  private static func covered(_ ranges: [[Int]]) -> Int {
    let cuts = ranges.joined().sorted()
    return zip(cuts, cuts.dropFirst()).reduce(0) { sum, piece in
      sum + (ranges.contains { $0[0] <= piece.0 && $0[1] >= piece.1 } ? piece.1 - piece.0 : 0)
    }
  }
}
