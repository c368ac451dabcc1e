import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Latest departures on mountains of lifts with mid-stations, against a plain search by the clock in which a ride from
/// station to station is one arc: it has to be boarded in time, and passes the stations between without queueing again.
@Suite struct MidStationHomeTests {
  static let batches = Array(stride(from: UInt64(1), to: 401, by: 100))

  @Test(arguments: batches)
  func `the latest departure over mid-stations arrives in time, one a millisecond later does not`(
    first: UInt64
  ) throws {
    var (bounded, later) = (0, 0)
    for seed in first..<first + 100 {
      let mountain = try ChainMountain(seed: seed)
      let graph = mountain.graph
      var random = SeededGenerator(seed: seed ^ 0x57A7)
      let closing = DayTime(milliseconds: Int.random(in: 15 * 3_600_000...17 * 3_600_000, using: &random))
      let schedule = Schedule(hours: OperatingHours(liftsOpen: DayTime(hour: 9), liftsClose: closing))
      let timetable = Timetable(graph: graph, schedule: schedule)
      let session = DaySession(Router(graph: graph), timetable: timetable)
      let home = mountain.stops[Int.random(in: 0..<mountain.stops.count, using: &random)]
      let departures = try #require(
        try session.latestDepartures(to: .node(home), profile: .anyGrade).value)
      let reference = ReferenceDay(graph: graph, profile: .anyGrade, timetable: timetable)
      let arcs =
        mountain.rides(reference) + [ReferenceDay.Arc(tail: home.position, head: reference.end, cost: 0)]
      let boardingAgain =
        reference.arcs.filter { arc in
          !(arc.link.map { graph.isThroughRide($0.position) } ?? false)
        } + [ReferenceDay.Arc(tail: home.position, head: reference.end, cost: 0)]
      for stop in mountain.stops {
        guard case .until(let time)? = departures[stop] else { continue }
        let arrives = { (arcs: [ReferenceDay.Arc], moment: Int) in
          reference.arrivals(from: stop.position, at: moment, arcs: arcs)[reference.end] != nil
        }
        let note: Comment = "seed \(seed), node \(stop), home \(home)"
        #expect(arrives(arcs, time.milliseconds) && !arrives(arcs, time.milliseconds + 1), note)
        bounded += 1
        if !arrives(boardingAgain, time.milliseconds) { later += 1 }
      }
    }
    #expect(bounded > 200 && later > 20)
    print(
      "seeds from \(first): \(bounded) last moments, \(later) by cabins that pass a station after boarding ends"
    )
  }
}

/// A mountain of chains of two to four sections whose cabins pass the stations between, with runs down and walks.
private struct ChainMountain {
  let graph: RoutingGraph
  /// The stations.
  let stops: [NodeIndex]
  /// The links of each chain in one direction, by the stations where a ride begins and ends.
  private let chains: [[[LinkIndex]]]

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var plan = Plan()
    for _ in 0..<Int.random(in: 1...3, using: &random) { plan.addChain(&random) }
    for _ in 0..<Int.random(in: 2...8, using: &random) { plan.addWay(&random) }
    let graph = try plan.builder.build()
    self.graph = graph
    let places = Dictionary(
      (0..<graph.nodeCount).map { (graph.point(NodeIndex($0)).position, NodeIndex($0)) }
    ) { first, _ in first }
    stops = plan.stops.compactMap { places[plan.builder.nodes[$0.position].position] }
    // A section has links from its station and from the cabins that pass it, to the next station and beyond it.
    chains = plan.chains.map { sections in
      sections.map { id in
        (0..<graph.linkCount).map { LinkIndex($0) }.filter { link in
          let row = graph.link(link)
          return row.feature.map { graph.feature($0).id.rawValue } == id
        }
      }
    }
  }

  /// Returns the arcs of all ways, with one for each ride from station to station.
  func rides(_ reference: ReferenceDay) -> [ReferenceDay.Arc] {
    var arcs = reference.arcs.filter { arc in
      !(arc.link.map { graph.isThroughRide($0.position) } ?? false)
    }
    for sections in chains {
      for isUp in [true, false] {
        for first in sections.indices { arcs += rides(from: first, sections, isUp: isUp, reference) }
      }
    }
    return arcs
  }

  private func rides(
    from first: Int, _ sections: [[LinkIndex]], isUp: Bool, _ reference: ReferenceDay
  ) -> [ReferenceDay.Arc] {
    let order = isUp ? Array(sections[first...]) : Array(sections[...first].reversed())
    guard
      let boarded = link(order[0], isUp, staysOn: false, goesOn: true),
      let time = reference.model.liftMilliseconds(boarded), let feature = graph.link(boarded).feature
    else { return [] }
    let rule = reference.timetable.rule(of: feature, kind: .lift, usualWait: time.wait)
    var arcs: [ReferenceDay.Arc] = []
    var aboard = Int(time.ride)
    for section in order.dropFirst() {
      if let last = link(section, isUp, staysOn: true, goesOn: false),
        let ride = reference.model.liftMilliseconds(last)?.ride
      {
        var arc = ReferenceDay.Arc(
          tail: graph.link(boarded).tail.position, head: graph.link(last).head.position,
          cost: aboard + Int(ride), rule: rule)
        arc.isLift = true
        arcs.append(arc)
      }
      guard let next = link(section, isUp, staysOn: true, goesOn: true),
        let ride = reference.model.liftMilliseconds(next)?.ride
      else { break }
      aboard += Int(ride)
    }
    return arcs
  }

  /// Returns the link of a section in a direction with these flags.
  private func link(_ section: [LinkIndex], _ isUp: Bool, staysOn: Bool, goesOn: Bool) -> LinkIndex? {
    section.first { index in
      let link = graph.link(index)
      let rises =
        (link.points.last?.elevationCentimetres ?? 0) > (link.points.first?.elevationCentimetres ?? 0)
      return rises == isUp && link.flags.contains(.staysOn) == staysOn
        && link.flags.contains(.goesOn) == goesOn
    }
  }

  /// The mountain as it is drawn.
  private struct Plan {
    var builder = RoutingGraphBuilder()
    var stops: [BuilderNodeIndex] = []
    /// The ids of the sections of each chain, from the bottom up.
    var chains: [[String]] = []

    private mutating func addNode(_ north: Int32, _ east: Int32, _ metres: Int32) -> BuilderNodeIndex {
      builder.addNode(
        GraphPoint(
          position: FixedCoordinate(latitudeE7: 460_000_000 + north, longitudeE7: 70_000_000 + east),
          elevationCentimetres: metres * 100))
    }

    mutating func addChain(_ random: inout SeededGenerator) {
      let column = Int32(chains.count) * 100_000
      let sections = Int.random(in: 2...4, using: &random)
      let own = (0...sections).map { number in
        addNode(Int32(number) * 90_000, column, 1000 + Int32(number) * 250)
      }
      stops += own
      let features = (0..<sections).map { section in
        var lift = GraphFeature(
          kind: .lift, id: SourceID("lift/\(chains.count)/\(section)"),
          start: builder.nodes[own[section].position], end: builder.nodes[own[section + 1].position])
        lift.liftKind = .gondola
        return builder.addFeature(lift, from: own[section], to: own[section + 1])
      }
      addCabins(own, features)
      addCabins(own.reversed(), features.reversed())
      chains.append((0..<sections).map { "lift/\(chains.count)/\($0)" })
    }

    /// Adds the rides along some stations, with the cabins that pass those between.
    private mutating func addCabins(_ own: [BuilderNodeIndex], _ features: [BuilderFeatureIndex]) {
      let aboard = own.dropFirst().dropLast().map { stop -> BuilderNodeIndex in
        let point = builder.nodes[stop.position]
        return builder.addNode(
          GraphPoint(
            position: FixedCoordinate(
              latitudeE7: point.position.latitudeE7 + 10,
              longitudeE7: point.position.longitudeE7 + Int32(builder.nodes.count)),
            elevationCentimetres: point.elevationCentimetres))
      }
      for (section, feature) in features.enumerated() {
        let tails = [own[section]] + (section > 0 ? [aboard[section - 1]] : [])
        let heads = [own[section + 1]] + (section < aboard.count ? [aboard[section]] : [])
        for tail in tails {
          for head in heads {
            var flags: LinkFlags = []
            if tail != own[section] { flags.insert(.staysOn) }
            if head != own[section + 1] { flags.insert(.goesOn) }
            addLink(.lift, feature, tail, head, flags)
          }
        }
      }
    }

    /// Adds a run from a station down to another, or a walk on the level.
    mutating func addWay(_ random: inout SeededGenerator) {
      let (a, b) = (random.pick(stops), random.pick(stops))
      let (from, to) = (builder.nodes[a.position], builder.nodes[b.position])
      let fall = (from.elevationCentimetres ?? 0) - (to.elevationCentimetres ?? 0)
      guard a != b, fall >= 0 else { return }
      var feature = GraphFeature(
        kind: fall > 0 ? .run : .street, id: SourceID("way/\(builder.features.count)"), start: from, end: to)
      if fall > 0 { feature.difficulty = .easy }
      let index = builder.addFeature(feature, from: a, to: b)
      addLink(fall > 0 ? .run : .walk, index, a, b, [])
    }

    private mutating func addLink(
      _ kind: LinkKind, _ feature: BuilderFeatureIndex, _ tail: BuilderNodeIndex, _ head: BuilderNodeIndex,
      _ flags: LinkFlags
    ) {
      let points = [builder.nodes[tail.position], builder.nodes[head.position]]
      let length = UInt32(points[0].coordinate.distanceMetres(to: points[1].coordinate) * 100)
      builder.links.append(
        BuilderLink(
          kind: kind, feature: feature, tail: tail, head: head, allowsForward: true,
          allowsBackward: kind == .walk, difficulty: kind == .run ? .easy : nil, flags: flags,
          startOffsetCentimetres: 0, endOffsetCentimetres: length, points: points,
          distancesCentimetres: [0, length]))
    }
  }
}
