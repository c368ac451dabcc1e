import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct ReachOracleTests {
  @Test(arguments: DayOracleTests.batches)
  func `reached stretches and dead ends equal those of an exhaustive search`(first: UInt64) throws {
    var (stretches, partial, deadEnds) = (0, 0, 0)
    for seed in first..<first + 500 {
      var world = try RandomWorld.tagged(seed: seed)
      var random = SeededGenerator(seed: seed ^ 0x4EAC)
      let timetable = Timetable(graph: world.graph, schedule: random.schedule(for: world.graph))
      let session = DaySession(Router(graph: world.graph), timetable: timetable)
      let profile = world.profile()
      let node = NodeIndex(Int.random(in: 0..<world.graph.nodeCount, using: &random))
      var request = ReachRequest(
        from: .node(node), departure: random.moment(),
        milliseconds: Int.random(in: 0...3_600_000, using: &random), profile: profile)
      let home =
        random.happens(0.5) ? try session.latestDepartures(to: world.endpoint(), profile: profile).value : nil
      if random.happens(0.7) { request.back = .node(node) }
      guard case .answer(let reach) = try session.reach(request, home: home) else { continue }
      let found = Dictionary(reach.stretches.map { ($0.edge, $0) }) { first, _ in first }
      #expect(found.count == reach.stretches.count, "seed \(seed)")
      let reference = ReferenceDay(graph: world.graph, profile: profile, timetable: timetable)
      let truth = Self.stretches(reference, request, from: node.position, home, world.graph)
      for edge in 0..<world.graph.edgeCount {
        let stretch = found[EdgeIndex(edge)]
        let note: Comment = "seed \(seed), edge \(edge)"
        #expect(stretch?.from.milliseconds == truth[edge]?.entry, note)
        #expect(stretch?.until.milliseconds == truth[edge]?.until, note)
        #expect(stretch?.endCentimetres == truth[edge]?.end, note)
        if let stretch, truth[edge].map({ $0.end < $0.length }) ?? false, stretch.endCentimetres > 0 {
          partial += 1
        }
      }
      stretches += found.count
      if home == nil {
        let ends = Self.deadEnds(reference, request, from: node.position, world.graph)
        let lines = reach.deadEnds?.features.map(\.feature).filter {
          [FeatureKind.lift, .run].contains(world.graph.feature($0).kind)
        }
        #expect(Set(lines ?? []) == ends, "seed \(seed)")
        deadEnds += ends.count
      }
    }
    #expect(stretches > 500 && partial > 20 && deadEnds > 0)
    print("seeds from \(first): \(stretches) stretches, \(partial) in part, \(deadEnds) without a way back")
  }

  /// The lifts and runs whose end is reached in time and from which no path returns at any hour.
  private static func deadEnds(
    _ reference: ReferenceDay, _ request: ReachRequest, from node: Int, _ graph: RoutingGraph
  ) -> Set<FeatureIndex> {
    guard request.back != nil else { return [] }
    let limit = request.departure.milliseconds + request.milliseconds
    let times = reference.arrivals(from: node, at: request.departure.milliseconds, arcs: reference.arcs)
    let anyHour = reference.arcs.map { arc in
      var arc = arc
      arc.rule = nil
      return arc
    }
    var found: Set<FeatureIndex> = []
    for arc in reference.arcs {
      guard let link = arc.link.map(graph.link), link.kind == .lift || link.kind == .run,
        let feature = link.feature, let time = times[arc.tail],
        let arrival = ReferenceDay.arrival(arc, at: time), arrival <= limit,
        reference.arrivals(from: arc.head, at: 0, arcs: anyHour)[node] == nil
      else { continue }
      found.insert(feature)
    }
    return found
  }

  private struct Stretch {
    var entry: Int
    var until: Int
    var end: UInt32
    var length: UInt32
  }

  /// The reached part of each edge.
  private static func stretches(
    _ reference: ReferenceDay, _ request: ReachRequest, from node: Int, _ home: LatestDepartures?,
    _ graph: RoutingGraph
  ) -> [Int: Stretch] {
    let limit = request.departure.milliseconds + request.milliseconds
    let times = reference.arrivals(from: node, at: request.departure.milliseconds, arcs: reference.arcs)
    let costs = reference.model.edgeCosts()
    var truth: [Int: Stretch] = [:]
    for position in 0..<graph.edgeCount {
      let edge = EdgeIndex(position)
      guard let whole = costs[edge], let time = times[graph.tail(edge).position], time <= limit else {
        continue
      }
      let link = graph.link(graph.link(of: edge))
      let lift = link.kind == .lift ? reference.model.liftMilliseconds(graph.link(of: edge)) : nil
      var arc = ReferenceDay.Arc(tail: 0, head: 0, cost: lift.map { Int($0.ride) } ?? Int(whole))
      arc.rule = link.feature.flatMap {
        reference.timetable.rule(of: $0, kind: link.kind, usualWait: lift?.wait ?? 0)
      }
      guard let arrival = ReferenceDay.arrival(arc, at: time), arrival - arc.cost <= limit else { continue }
      if let home {
        guard let latest = home[graph.head(edge)], latest.time.map({ arrival <= $0.milliseconds }) ?? true
        else {
          continue
        }
      }
      let length = link.distancesCentimetres.last ?? 0
      var end = length
      if arrival > limit {
        guard link.kind != .lift else { continue }
        end = lastCentimetre(edge, reference.model, limit - (arrival - arc.cost), length)
      }
      if end > 0 || length == 0 {
        truth[position] = Stretch(
          entry: arrival - arc.cost, until: min(arrival, limit), end: end, length: length)
      }
    }
    return truth
  }

  /// The last centimetre before the end that is reached within a time, found in steps of decreasing size.
  private static func lastCentimetre(
    _ edge: EdgeIndex, _ model: CostModel, _ milliseconds: Int, _ length: UInt32
  ) -> UInt32 {
    let takes = { (place: UInt32) in
      model.cumulativeMilliseconds(edge, toCentimetres: place).map(Int.init) ?? .max
    }
    var place: UInt32 = 0
    for step in [UInt32(10_000), 100, 1] {
      while place + step < length, takes(place + step) <= milliseconds { place += step }
    }
    return place
  }
}
