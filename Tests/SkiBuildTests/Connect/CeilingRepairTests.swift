import SkiBase
import SkiGraph
import SkiTerrain
import SkiTestSupport
import Testing

@testable import SkiBuild

struct CeilingRepairTests {
  /// Builds a lift with a blue run from its top that ends in a red one, and another blue run some metres beside it that
  /// leads to the bottom.
  private func mountain(
    gap: Double, _ ground: FunctionElevation = MetricWorld.slope, middle: Difficulty = .intermediate
  ) throws -> BuiltWorld {
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 700)])
    world.run("Upper", [(0, 700), (0, 400)], .easy)
    world.run("Middle", [(0, 400), (0, 0)], middle)
    world.run("Lower", [(gap, 390), (gap, 100), (20, 0)], .easy)
    return try world.build(ground)
  }

  @Test func `a gap of 100 m on the way within blue is walked`() throws {
    let built = try mountain(gap: 100)
    #expect(built.hasPath("L", "L", toStart: true))
    let walks = built.walks.filter { $0.cause == .onFoot }
    #expect(walks.count == 1)
    #expect(walks.allSatisfy { $0.difficulty == nil && $0.allowsForward && !$0.allowsBackward })
    #expect(built.reaches("L", within: .easy))
  }

  @Test func `a way that a ceiling leaves whole gets no walk`() throws {
    #expect(try mountain(gap: 100, middle: .easy).walks.filter { $0.cause == .onFoot }.isEmpty)
  }

  @Test func `a gap of more than 150 m stays`() throws {
    let built = try mountain(gap: 170)
    #expect(!built.reaches("L", within: .easy) && built.reaches("L", within: .intermediate))
  }

  @Test func `a gap over a cliff stays`() throws {
    let cliff = FunctionElevation { place in
      let (x, y) = MetricWorld.metres(place)
      return 2000 + y * 0.2 - (x > 50 ? 25 : 0)
    }
    #expect(try !mountain(gap: 100, cliff).reaches("L", within: .easy))
  }

  @Test func `several gaps of 150 m in all are walked`() throws {
    for (second, isOpen) in [(60.0, true), (110.0, false)] {
      var world = MetricWorld()
      world.lift("L", [(0, 0), (0, 900)])
      world.run("Red", [(0, 900), (0, 0)], .intermediate)
      world.run("A", [(0, 900), (-30, 800), (-60, 600)], .easy)
      world.run("B", [(-130, 590), (-130, 350)], .easy)
      world.run("A on", [(-60, 600), (-40, 300), (0, 0)], .intermediate)
      world.run("B on", [(-130, 350), (-80, 150), (0, 0)], .intermediate)
      world.run("C", [(-130 - second, 345), (-130 - second, 100), (-20, 0)], .easy)
      // Harder runs lead to both, so that neither begins without a connection.
      world.run("To B", [(0, 900), (-250, 800), (-130, 590)], .intermediate)
      world.run("To C", [(0, 900), (-400, 700), (-130 - second, 345)], .intermediate)
      let built = try world.build()
      #expect(built.reaches("L", within: .easy) == isOpen, "\(second) m: \(built.walks.map(\.cause))")
      #expect(built.walks.filter { $0.cause == .onFoot }.count == (isOpen ? 2 : 0), "\(second) m")
    }
  }

  @Test func `a lift that needs more than 150 m of walks gets none, though other lifts have some of them`()
    throws
  {
    for (gap, isOpen) in [(70.0, true), (90, false)] {
      var world = MetricWorld()
      world.lift("L", [(0, 0), (0, 1200)])
      world.lift("M", [(60, 600), (60, 1000)])
      world.run("Top", [(0, 1200), (0, 1050)], .easy)
      world.run("Upper", [(gap, 1040), (60, 600)], .easy)
      world.run("Upper on", [(0, 1050), (-60, 800), (0, 0)], .intermediate)
      world.run("To upper", [(0, 1200), (200, 1150), (gap, 1040)], .intermediate)
      world.run("On", [(60, 600), (160, 400), (0, 0)], .intermediate)
      world.run("To lower", [(0, 1200), (-300, 900), (60 - gap, 590)], .intermediate)
      world.run("Lower", [(60 - gap, 590), (-150, 300), (-20, 0)], .easy)
      let built = try world.build()
      #expect(built.reaches("L", within: .easy) == isOpen, "\(gap) m")
    }
  }

  @Test func `an ungraded piece of 40 m without elevations inherits the harder of its neighbours`() throws {
    for (metres, grade) in [(40.0, Difficulty.intermediate), (80, nil)] {
      var world = MetricWorld()
      world.lift("L", [(0, 0), (0, 500)])
      world.run("A", [(0, 500), (0, 300)], .easy)
      world.run("Piece", [(0, 300), (0, 300 - metres)], nil)
      world.run("B", [(0, 300 - metres), (0, 0)], .intermediate)
      let links = try world.build(nil).links("Piece")
      #expect(!links.isEmpty && links.allSatisfy { $0.difficulty == grade }, "\(metres) m")
      #expect(links.allSatisfy { $0.flags.contains(.difficultyEstimated) == (grade != nil) })
    }
  }

  @Test
  func `a connector shorter than the sections of its elevations is no harder than the runs that it joins`()
    throws
  {
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 500)], heights: [2000, 2112])
    world.run("R", [(0, 481), (0, 20)], heights: [2100, 2004], .easy)
    let top = try world.build(nil).connectors.filter { $0.cause == .liftToRun }
    #expect(top.map(\.difficulty) == [.easy])
  }

  @Test func `random mountains open the way within a ceiling where walks of 120 m in all would`() throws {
    for seed in UInt64(1)...60 {
      var random = SeededGenerator(seed: seed)
      var world = MetricWorld()
      world.lift("L", [(0, 0), (0, 800)])
      world.run("Red", [(0, 800), (0, 0)], .intermediate)
      for run in 0..<5 {
        let x = Double.random(in: -200...200, using: &random)
        let top = Double.random(in: 200...800, using: &random)
        let length = Double.random(in: 100...500, using: &random)
        world.run(
          "R\(run)", [(x, top), (x + 20, max(5, top - length))], random.pick([.easy, .easy, .advanced]))
      }
      let built = try world.build()
      guard built.needsOnFoot("L", within: .easy, atMost: 120) else { continue }
      #expect(built.reaches("L", within: .easy), "seed \(seed)")
    }
  }
}

extension BuiltWorld {
  /// Returns whether a way leads from the top of a lift to its bottom within a ceiling, without riding it.
  fileprivate func reaches(_ lift: String, within ceiling: Difficulty) -> Bool {
    leastMetresOnFoot(lift, within: ceiling, walking: 0) != nil
  }

  /// Returns whether straight walks between nodes, of so many metres in all, would open the way.
  fileprivate func needsOnFoot(_ lift: String, within ceiling: Difficulty, atMost metres: Double) -> Bool {
    leastMetresOnFoot(lift, within: ceiling, walking: metres) != nil
  }

  /// Returns the least metres of walks between nodes with which a way leads from the top of a lift to its bottom, by
  /// repeated relaxation of all pairs.
  private func leastMetresOnFoot(_ lift: String, within ceiling: Difficulty, walking limit: Double) -> Double?
  {
    guard let index = feature(lift), let bottom = builder.features[index].startNode?.position,
      let top = builder.features[index].endNode?.position
    else { return nil }
    let places = builder.nodes.map { MetricWorld.metres($0.coordinate) }
    var metres = [Double](repeating: .infinity, count: places.count)
    metres[top] = 0
    for _ in places.indices {
      for link in builder.links
      where link.kind != .lift && link.cause != .unmapped && link.isAllowed(within: ceiling) {
        let (a, b) = (link.tail.position, link.head.position)
        if link.allowsForward { metres[b] = min(metres[b], metres[a]) }
        if link.allowsBackward { metres[a] = min(metres[a], metres[b]) }
      }
      guard limit > 0 else { continue }
      for a in places.indices where metres[a] < limit {
        for b in places.indices where b != a {
          let (x, y) = (places[a].x - places[b].x, places[a].y - places[b].y)
          // The ground rises by a fifth to the north, and connectors climb by 30 m at most.
          guard abs(y) * 0.2 < 28 else { continue }
          metres[b] = min(metres[b], metres[a] + (x * x + y * y).squareRoot())
        }
      }
    }
    return metres[bottom] <= limit ? metres[bottom] : nil
  }
}
