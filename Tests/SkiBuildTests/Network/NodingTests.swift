import SkiGraph
import Testing

@testable import SkiBuild

struct NodingTests {
  /// Returns two runs that cross in the middle, the second on a level and with heights of its own.
  private func crossing(level: Level = .ground, heights: [Double]? = nil) throws -> BuiltWorld {
    var world = MetricWorld()
    world.run("A", [(0, 300), (0, 0)])
    world.run("B", [(-200, 200), (200, 100)], heights: heights, level: level)
    return try world.build()
  }

  @Test func `runs that cross are joined at the crossing`() throws {
    let world = try crossing()
    #expect(world.meet("A", "B"))
    #expect(world.links("A").count == 2)
    #expect(world.links("B").count == 2)
    #expect(world.hasPath("A", "B") && world.hasPath("B", "A"))
  }

  @Test func `a junction without a shared vertex has a lower confidence than a mapped one`() throws {
    let crossed = try crossing()
    #expect(crossed.links("A").allSatisfy { $0.confidencePercent < 100 })
    var world = MetricWorld()
    world.run("A", [(0, 300), (0, 150), (0, 0)])
    world.run("B", [(-200, 200), (0, 150), (200, 100)])
    let shared = try world.build()
    #expect(shared.meet("A", "B"))
    #expect(shared.links("A").allSatisfy { $0.confidencePercent == 100 })
  }

  @Test func `a junction states the cause and the confidence of its runs meeting`() throws {
    func causes(_ world: MetricWorld) throws -> [JunctionCause: UInt8] {
      let graph = try world.build().builder.build()
      let all = (0..<graph.nodeCount).map { graph.junction(NodeIndex($0)) }.filter { $0.cause != .alone }
      return Dictionary(all.map { ($0.cause, $0.confidencePercent) }, uniquingKeysWith: min)
    }
    var shared = MetricWorld()
    shared.run("A", [(0, 300), (0, 150), (0, 0)])
    shared.run("B", [(-200, 200), (0, 150), (200, 100)])
    #expect(try causes(shared) == [.sharedVertex: 100])
    var crossed = MetricWorld()
    crossed.run("A", [(0, 300), (0, 0)])
    crossed.run("B", [(-200, 200), (200, 100)])
    #expect(try causes(crossed) == [.crossing: 85])
    #expect(try causes(crossing(uneven: true)) == [.crossing: 79])
    var passing = MetricWorld()
    passing.run("A", [(0, 300), (0, 0)])
    passing.run("B", [(0, -0.3), (0, -100)])
    #expect(try causes(passing) == [.passing: 90])
  }

  /// Returns two runs that cross with 3 m of height between them.
  private func crossing(uneven: Bool) -> MetricWorld {
    var world = MetricWorld()
    world.run("A", [(0, 300), (0, 0)])
    world.run("B", [(-200, 200), (200, 100)], heights: uneven ? [2043, 2023] : nil)
    return world
  }

  @Test(arguments: [Level(isBridge: true), Level(isTunnel: true), Level(layer: 1)])
  func `a run over or under another is not joined to it`(level: Level) throws {
    let world = try crossing(level: level)
    #expect(!world.meet("A", "B"))
    #expect(!world.hasPath("A", "B") && !world.hasPath("B", "A"))
  }

  @Test func `a bridge that shares a vertex with a run is joined to it`() throws {
    var world = MetricWorld()
    world.run("A", [(0, 300), (0, 0)])
    world.run("B", [(0, 0), (0, -100)], level: Level(isBridge: true))
    #expect(try world.build().hasPath("A", "B"))
  }

  @Test func `runs that cross with 25 m of height between them are not joined`() throws {
    #expect(try !crossing(heights: [2065, 2045]).meet("A", "B"))
    #expect(try crossing(heights: [2043, 2023]).meet("A", "B"))
  }

  @Test func `a run that ends 8 m off another is connected to it`() throws {
    var world = MetricWorld()
    world.run("A", [(0, 300), (0, 0)])
    world.run("B", [(-300, 250), (-8, 150)])
    let built = try world.build()
    #expect(built.hasPath("B", "A"))
    #expect(built.connectors.map(\.cause) == [.nearMiss])
    #expect(built.links("A").count == 2)
  }

  @Test func `a run that ends less than half a metre off another ends on it`() throws {
    var world = MetricWorld()
    world.run("A", [(0, 300), (0, 0)])
    world.run("B", [(-300, 250), (-0.3, 150)])
    let built = try world.build()
    #expect(built.meet("A", "B") && built.connectors.isEmpty)
  }

  @Test func `runs that pass at 2 m are joined, at 5 m they are not`() throws {
    for (gap, isJoined) in [(2.0, true), (5.0, false)] {
      var world = MetricWorld()
      world.run("A", [(0, 300), (0, 0)])
      world.run("B", [(-200, 280), (-gap, 150), (-200, 20)])
      #expect(try world.build().hasPath("B", "A") == isJoined, "gap \(gap) m")
    }
  }

  @Test func `the offsets of the links of a run cover its whole length without gaps`() throws {
    var world = MetricWorld()
    world.run("A", [(0, 300), (40, 200), (-30, 120), (0, 0)])
    world.run("B", [(-200, 250), (200, 180)])
    world.run("C", [(200, 60), (-200, 100)], oneway: .oneway)
    world.run("U", [(-100, 20), (90, 290)])
    let built = try world.build()
    for id in ["A", "B", "C", "U"] {
      let spans = built.links(id).map { link in
        (
          min(link.startOffsetCentimetres, link.endOffsetCentimetres),
          max(link.startOffsetCentimetres, link.endOffsetCentimetres)
        )
      }.sorted { $0 < $1 }
      #expect(spans.first?.0 == 0)
      for (a, b) in zip(spans, spans.dropFirst()) { #expect(a.1 == b.0) }
      for link in built.links(id) {
        let length =
          max(link.startOffsetCentimetres, link.endOffsetCentimetres)
          - min(link.startOffsetCentimetres, link.endOffsetCentimetres)
        #expect(link.distancesCentimetres.last == length)
      }
    }
    let turned = built.links("U")
    #expect(!turned.isEmpty && turned.allSatisfy { $0.startOffsetCentimetres > $0.endOffsetCentimetres })
    let total = built.links("A").reduce(0) { $0 + Int($1.distancesCentimetres.last ?? 0) }
    #expect(abs(total - 33_770) <= 10, "\(total) cm")
  }
}
