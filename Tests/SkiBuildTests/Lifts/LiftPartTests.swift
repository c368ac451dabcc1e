import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Lifts drawn in several parts.
struct LiftPartTests {
  typealias Points = [(Double, Double)]

  private func build(
    _ parts: [Points], _ kind: LiftKind = .chairLift, oneway: OnewayTag? = nil, seconds: Double? = nil,
    stations: Points = []
  ) throws -> BuiltWorld {
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 900)], kind, oneway: oneway, stations: stations, seconds: seconds)
    world.data.lifts[0].parts = parts.map { Polyline($0.map { MetricWorld.place($0.0, $0.1) }) }
    world.run("R", [(20, 900), (20, 0)])
    return try world.build()
  }

  private func lengths(_ world: BuiltWorld) -> [Int] {
    world.builder.links.filter { $0.kind == .lift }.map {
      Int(($0.distancesCentimetres.last ?? 0) + 50) / 100
    }
    .sorted()
  }

  private static let three: [Points] = [[(0, 0), (0, 300)], [(0, 300), (0, 600)], [(0, 600), (0, 900)]]

  @Test(arguments: [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
  func `parts in any order and direction are one lift`(order: [Int]) throws {
    for turned in 0..<8 {
      let parts = order.map { turned >> $0 & 1 == 1 ? Self.three[$0].reversed() : Self.three[$0] }
      let world = try build(parts)
      #expect(lengths(world) == [900], "order \(order), turned \(turned)")
      let ride = try #require(world.links("L").first)
      #expect(ride.points.first?.elevationMetres ?? 0 < ride.points.last?.elevationMetres ?? 0)
      #expect(world.report.count(of: "liftInSeveralParts") == 0)
    }
  }

  @Test func `a lift in parts has the drawn direction of most of its length`() throws {
    let mostlyDown: [Points] = [[(0, 500), (0, 0)], [(0, 500), (0, 900)]]
    let ride = try #require(try build(mostlyDown, oneway: .oneway).links("L").first)
    #expect(ride.points.first?.elevationMetres ?? 0 > ride.points.last?.elevationMetres ?? 0)
  }

  @Test(arguments: [(4.0, true), (9, true), (60, true), (95, true), (140, false)])
  func `a gap of up to 95 m between aligned parts is bridged, one of 140 m is not`(
    gap: Double, isBridged: Bool
  ) throws {
    let world = try build([[(0, 300 + gap), (0, 900)], [(0, 0), (0, 300)]])
    #expect(lengths(world) == (isBridged ? [900] : [300, Int(600 - gap)].sorted()))
    #expect(world.report.count(of: "liftGapBridged") == (isBridged ? 1 : 0))
    #expect(world.report.count(of: "liftInSeveralParts") == (isBridged ? 0 : 1))
  }

  @Test func `a gap between parts 50 m out of line is not bridged`() throws {
    #expect(lengths(try build([[(0, 0), (0, 300)], [(50, 350), (50, 900)]])) == [300, 550])
  }

  @Test func `a parallel line in the other direction does not continue a lift`() throws {
    let world = try build([[(0, 0), (0, 900)], [(6, 900), (6, 0)]])
    #expect(lengths(world) == [900, 900])
    #expect(world.builder.links.filter { $0.kind == .lift }.allSatisfy { !$0.allowsBackward })
  }

  @Test func `sections far apart are ridden separately, each with its share of the duration`() throws {
    let world = try build(
      [[(0, 0), (0, 300)], [(800, 0), (800, 600)]], seconds: 450, stations: [(803, 200)])
    #expect(lengths(world) == [200, 300, 400, 600])
    let sections = world.builder.features.filter { $0.facts.kind == .lift }
    #expect(sections.map(\.facts.durationMilliseconds).map { ($0 ?? 0) / 1000 } == [300, 150])
    #expect(sections.allSatisfy { $0.facts.id.rawValue == "L" && $0.startNode != nil })
    let note = try #require(world.report.entries.first { $0.code == "liftInSeveralParts" })
    #expect(note.examples.map(\.detail) == ["2 parts, ridden as 2 separate sections"])
    #expect(world.report.usedCounts["lifts"] == 1 && world.report.count(of: "stationOffItsLift") == 0)
  }

  @Test func `of three parts that meet, the two in a straight line are joined`() throws {
    let world = try build([[(0, 0), (0, 400)], [(0, 400), (250, 600)], [(0, 400), (0, 900)]])
    #expect(lengths(world) == [320, 900])
  }

  @Test func `a lift drawn as a closed ring is ridden from its lowest point to its highest`() throws {
    let ring: Points = [(0, 450), (0, 900), (8, 900), (8, 300), (4, 0), (0, 300), (0, 450)]
    let world = try build([ring])
    #expect(lengths(world) == [900])
    let ride = try #require(world.links("L").first)
    #expect(abs((ride.points.first?.elevationMetres ?? 0) - 2000) < 1)
    #expect(world.report.count(of: "liftDrawnAsRing") == 1)
    #expect(lengths(try build([Array(ring[0...3]), Array(ring[3...])])) == [900])
  }

  @Test func `two consecutive lifts stay separate and meet at the station`() throws {
    var world = MetricWorld()
    world.lift("I", [(0, 0), (0, 400)], .gondola)
    world.lift("II", [(0, 400), (0, 900)], .gondola)
    world.run("R", [(20, 900), (20, 0)])
    let built = try world.build()
    #expect(built.meet("I", "II") && built.links("I").count == 1 && built.links("II").count == 1)
  }

  @Test func `more than 200 parts are not joined`() {
    let parts = (0..<201).map { number in
      Polyline([MetricWorld.place(0, Double(number) * 20), MetricWorld.place(0, Double(number) * 20 + 20)])
    }
    #expect(LiftSections(parts).lines.count == 201)
    #expect(LiftSections(Array(parts.prefix(200))).lines.count == 1)
  }
}
