import SkiBase
import SkiGraph
import SkiSystem
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct CostModelTests {
  @Test func `the time per metre has no jump at any gradient`() {
    for ability in SkierAbility.allCases {
      for equipment in SkierEquipment.allCases {
        let pace = Pace(ability: ability, equipment: equipment)
        for kind in [LinkKind.run, .connector, .walk] {
          var last = pace.millisecondsPerMetre(gradient: -2, on: kind)
          for step in 1...40_000 {
            let next = pace.millisecondsPerMetre(gradient: -2 + Double(step) / 10_000, on: kind)
            #expect(abs(next - last) < 10, "\(ability) \(equipment) at \(-2 + Double(step) / 10_000)")
            last = next
          }
        }
      }
    }
  }

  @Test(arguments: [
    (SkierAbility.beginner, 2.7), (.intermediate, 4.4), (.advanced, 6.1), (.expert, 6.1),
  ])
  func `runs that drop by 8 to 40 per cent are skied at the base speed`(ability: SkierAbility, speed: Double)
  {
    for gradient in [-0.08, -0.2, -0.4] {
      let skis = Pace(ability: ability, equipment: .skis).millisecondsPerMetre(
        gradient: gradient, on: .run)
      #expect(abs(1000 / skis - speed) < 1e-9)
      let board = Pace(ability: ability, equipment: .snowboard)
        .millisecondsPerMetre(gradient: gradient, on: .run)
      #expect(abs(1000 / board - speed * 0.92) < 1e-9)
    }
  }

  @Test func `an inferred gradient is priced by the mean time over its normal distribution`() {
    for ability in SkierAbility.allCases {
      let pace = Pace(ability: ability, equipment: .skis)
      for gradient in [-0.4, -0.15, -0.08, 0, 0.1] {
        var (sum, weights) = (0.0, 0.0)
        for step in -3000...3000 {
          let deviations = Double(step) / 1000
          let weight = exp(-deviations * deviations / 2)
          sum += weight * pace.millisecondsPerMetre(gradient: gradient + 0.07 * deviations, on: .run)
          weights += weight
        }
        let rough = pace.millisecondsPerMetre(gradient: gradient, on: .run, isInferred: true)
        #expect(abs(rough / (sum / weights) - 1) < 0.01, "\(ability) at \(gradient): \(rough)")
      }
      let (known, rough) = (
        pace.millisecondsPerMetre(gradient: -0.08, on: .run),
        pace.millisecondsPerMetre(gradient: -0.08, on: .run, isInferred: true)
      )
      #expect(rough > 1.2 * known, "half of it is flatter")
    }
  }

  @Test func `level runs are pushed, rising runs climbed, and steep runs skied more slowly`() {
    let skis = Pace(ability: .intermediate, equipment: .skis)
    let board = Pace(ability: .intermediate, equipment: .snowboard)
    #expect(abs(1000 / skis.millisecondsPerMetre(gradient: 0, on: .run) - 1.2) < 1e-9)
    #expect(abs(1000 / board.millisecondsPerMetre(gradient: 0, on: .run) - 0.8) < 1e-9)
    let rise = 0.1 / (1 + 0.01).squareRoot()
    #expect(abs(skis.millisecondsPerMetre(gradient: 0.1, on: .run) - (1000 + 6000 * rise)) < 1e-6)
    #expect(
      skis.millisecondsPerMetre(gradient: -0.6, on: .run)
        > skis.millisecondsPerMetre(gradient: -0.4, on: .run))
    #expect(skis.millisecondsPerMetre(gradient: -0.6, on: .walk) == 1000)
  }

  @Test func `a connector is slid down at half the speed of a run, and walked on the level and up`() {
    for ability in SkierAbility.allCases {
      let pace = Pace(ability: ability, equipment: .skis)
      let down = pace.millisecondsPerMetre(gradient: -0.15, on: .connector)
      #expect(abs(down - 2 * pace.millisecondsPerMetre(gradient: -0.15, on: .run)) < 1e-9)
      for gradient in [0, 0.05, 0.3] {
        let up = pace.millisecondsPerMetre(gradient: gradient, on: .connector)
        #expect(up == pace.millisecondsPerMetre(gradient: gradient, on: .walk))
      }
      for percent in -100..<0 {
        #expect(pace.millisecondsPerMetre(gradient: Double(percent) / 100, on: .connector) <= 1000)
      }
    }
  }

  @Test(arguments: [UInt64(1), 101, 201, 301])
  func `the time along an edge rises from 0 to its cost at increasing distances`(first: UInt64) throws {
    for seed in first..<first + 100 {
      var world = try RandomWorld(seed: seed)
      let profile = world.profile()
      let model = CostModel(graph: world.graph, profile: profile)
      let costs = model.edgeCosts()
      var random = world.random
      for edge in (0..<world.graph.edgeCount).map(EdgeIndex.init) {
        guard let whole = costs[edge] else { continue }
        let link = world.graph.link(world.graph.link(of: edge))
        let length = link.distancesCentimetres.last ?? 0
        guard link.kind != .lift, length > 0 else { continue }
        #expect(whole >= 1, "seed \(seed)")
        #expect(model.cumulativeMilliseconds(edge, toCentimetres: 0) == 0, "seed \(seed)")
        #expect(model.cumulativeMilliseconds(edge, toCentimetres: length) == whole, "seed \(seed)")
        let cuts = (0..<6).map { _ in UInt32.random(in: 0...length, using: &random) }.sorted()
        let times = try cuts.map { try #require(model.cumulativeMilliseconds(edge, toCentimetres: $0)) }
        #expect(times == times.sorted() && times.allSatisfy { $0 <= whole }, "seed \(seed)")
      }
    }
  }

  @Test func `a connector on foot costs what walking costs, and an unmapped one 5 min more`() throws {
    for (cause, extra) in [(LinkCause.onFoot, UInt32(0)), (.unmapped, 300_000)] {
      let world = try DrawnWorld(
        """
        A..B
        """, heights: ["A": 1030, "B": 1000], [.connector("AB", cause: cause)])
      let model = CostModel(graph: world.graph, profile: .anyGrade)
      for (from, climb) in [(Character("A"), 0.0), (Character("B"), 30)] {
        let edge = EdgeIndex(world.graph.edges(from: world.node(from)).lowerBound)
        let whole = try #require(model.edgeCosts()[edge])
        // 300 m on the map are 301.5 m of ground at 1 m/s, and 6 s for each metre up.
        #expect(abs(Double(whole - extra) - (301_496 + 6000 * climb)) < 400, "\(cause) from \(from)")
        let half = try #require(model.cumulativeMilliseconds(edge, toCentimetres: 15_000))
        #expect(abs(Double(half) - Double(whole) / 2) < 200)
        #expect(model.pushedCentimetres(edge) == 30_000)
      }
    }
  }

  @Test func `an unmapped walk is taken only where it saves more than 5 min, and is marked`() throws {
    for (length, isWalked) in [(1, false), (60, true)] {
      let row = String(repeating: ".", count: length)
      let world = try DrawnWorld(
        "A.B\n.\(row)C",
        [
          .connector("AB", cause: .unmapped), .run("AC", .easy, isTwoWay: true),
          .run("CB", .easy, isTwoWay: true),
        ])
      let route = try #require(try world.route(.node(world.node("A")), .node(world.node("B"))))
      #expect(route.steps.map(\.isUnmapped) == (isWalked ? [true] : [false, false]), "\(length) cells")
      if isWalked {
        #expect(route.steps[0].kind == .connector && route.steps[0].movement == .walked)
        #expect(abs(route.totalMilliseconds() - 500_000) < 2000)
      }
    }
  }

  @Test func `a lift costs one wait, one boarding and one ride, and has no cost for a part`() throws {
    let world = try DrawnWorld(
      """
      T
      .
      .
      B
      """, heights: ["T": 1400, "B": 1000], [.lift("BT", .gondola), .run("TB", .easy)])
    let model = CostModel(graph: world.graph, profile: .anyGrade)
    let route = try #require(try world.route(.node(world.node("B")), .node(world.node("T"))))
    // 300 m on the map and 400 m up are 500 m of rope: 102.04 s at 4.9 m/s, and 70 s of boarding.
    #expect(route.steps.count == 1)
    #expect(abs(route.steps[0].milliseconds - 352_040) < 100 && route.steps[0].waitMilliseconds == 180_000)
    #expect(model.cumulativeMilliseconds(route.steps[0].edges[0], toCentimetres: 100) == nil)
  }

  @Test func `a ride between stations takes one boarding and its share of the whole ride`() throws {
    let world = try DrawnWorld(
      """
      T
      .
      M
      B
      """, heights: ["T": 1000, "M": 1000, "B": 1000],
      [.lift("BMT", .chairLift, change: { $0.durationMilliseconds = 300_000 })])
    let half = try #require(try world.route(.node(world.node("B")), .node(world.node("M"))))
    #expect(abs(half.totalMilliseconds() - (180_000 + 50_000 + 100_000)) <= 100)
    let whole = try #require(try world.route(.node(world.node("B")), .node(world.node("T"))))
    #expect(whole.totalMilliseconds() == 530_000 && whole.steps.count == 1)
  }

  @Test func `an edge whose cost exceeds the limit is not allowed instead of overflowing`() throws {
    var builder = RoutingGraphBuilder()
    let low = GraphPoint(
      position: FixedCoordinate(latitudeE7: 0, longitudeE7: 0), elevationCentimetres: -90_000)
    let high = GraphPoint(
      position: FixedCoordinate(latitudeE7: 1, longitudeE7: 0), elevationCentimetres: 900_000)
    let nodes = (builder.addNode(low), builder.addNode(high))
    builder.links.append(
      BuilderLink(
        kind: .connector, feature: nil, tail: nodes.0, head: nodes.1, allowsForward: true,
        allowsBackward: false,
        points: Array(repeating: [low, high], count: 40).flatMap(\.self),
        distancesCentimetres: (0..<80).map { UInt32($0) * 50_000_000 }))
    let costs = CostModel(graph: try builder.build(), profile: .anyGrade).edgeCosts()
    #expect(costs.milliseconds == [EdgeCosts.notAllowed])
  }

  @Test func `a run without elevations is priced as a drop of 15 per cent, a two-way run as level`()
    throws
  {
    let cost = { (heights: [Character: Double], isTwoWay: Bool) in
      let world = try DrawnWorld(
        "A---------B", cellMetres: 200, heights: heights, [.run("AB", .easy, isTwoWay: isTwoWay)])
      let route = try #require(try world.route(.node(world.node("A")), .node(world.node("B"))))
      return Double(route.totalMilliseconds()) / route.lengthMetres()
    }
    let known = try cost(["A": 1300, "B": 1000], false)
    #expect(abs(try cost([:], false) / known - 1) < 1e-3)
    #expect(abs(try cost([:], true) / cost(["A": 1000, "B": 1000], false) - 1) < 1e-3)
  }

  @Test func `a walk of 1073 km is allowed, one of 1075 km is not`() throws {
    for (kilometres, isWay) in [(1036.0, true), (1073, true), (1075, false), (1123, false), (2000, false)] {
      var builder = RoutingGraphBuilder()
      let places = [Int32(0), 1000].map {
        GraphPoint(
          position: FixedCoordinate(latitudeE7: $0, longitudeE7: 0), elevationCentimetres: nil)
      }
      let nodes = places.map { builder.addNode($0) }
      builder.links = [
        BuilderLink(
          kind: .connector, feature: nil, tail: nodes[0], head: nodes[1], allowsForward: true,
          allowsBackward: false, points: places, distancesCentimetres: [0, UInt32(kilometres * 100_000)])
      ]
      let costs = CostModel(graph: try builder.build(), profile: .anyGrade).edgeCosts()
      #expect((costs[EdgeIndex(0)] != nil) == isWay, "\(kilometres) km on foot")
    }
  }
}
