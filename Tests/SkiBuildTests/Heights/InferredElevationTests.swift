import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Drawn worlds without heights; the lifts lead north.
struct InferredElevationTests {
  /// Returns a lift with three runs side by side down from its top; the middle one as it is drawn.
  private static func mountain(drawnUphill: Bool, oneway: OnewayTag? = nil) -> MetricWorld {
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 1000)])
    world.run("A", [(10, 1000), (60, 500), (10, 5)], .intermediate)
    world.run("C", [(-10, 1000), (-60, 500), (-10, 5)], .intermediate)
    let middle: [(Double, Double)] = [(60, 500), (-60, 500)]
    world.run("link", middle, .easy)
    let run: [(Double, Double)] = [(10, 1000), (25, 500), (10, 5)]
    world.run("B", drawnUphill ? run.reversed() : run, .intermediate, oneway: oneway)
    return world
  }

  private static func drop(_ links: [BuilderLink]) -> Double {
    links.reduce(0) { sum, link in
      let heights = link.inferredElevationsCentimetres ?? []
      return sum + Double((heights.first ?? 0) - (heights.last ?? 0)) / 100
    }
  }

  @Test func `inferred runs fall and lifts rise at usual gradients, and no elevation is reported`() throws {
    let built = try Self.mountain(drawnUphill: false).build(nil)
    let (lift, run) = (Self.drop(built.links("L")), Self.drop(built.links("A")))
    #expect((-330 ... -180).contains(lift) && (180...330).contains(run), "lift \(lift), run \(run)")
    #expect(built.builder.nodes.allSatisfy { $0.elevationCentimetres == nil })
    #expect(
      built.builder.links.allSatisfy { link in
        !link.flags.contains(.hasElevation) && link.points.allSatisfy { $0.elevationCentimetres == nil }
      })
    #expect(built.builder.features.allSatisfy { $0.facts.start.elevationCentimetres == nil })
  }

  @Test func `no elevation is inferred where all are known`() throws {
    let built = try Self.mountain(drawnUphill: false).build()
    #expect(built.builder.links.allSatisfy { $0.inferredElevationsCentimetres == nil })
  }

  @Test func `an untagged run is reversed where its neighbours fall in the other direction`() throws {
    let built = try Self.mountain(drawnUphill: true).build(nil)
    #expect(built.report.count(of: "runTurnedByNeighbours") == 1)
    #expect(built.hasPath("B", "L", toStart: true) && Self.drop(built.links("B")) > 150)
    let tagged = try Self.mountain(drawnUphill: true, oneway: .oneway).build(nil)
    #expect(tagged.report.count(of: "runTurnedByNeighbours") == 0)
    #expect(Self.drop(tagged.links("B")) < -100)
  }

  @Test func `a lift drawn downhill is reversed by the runs around it`() throws {
    var world = Self.mountain(drawnUphill: false)
    world.lift("D", [(-130, 1000), (-130, 0)])
    world.run("E", [(-135, 1000), (-170, 500), (-135, 0)], .intermediate)
    world.run("across", [(-60, 500), (-170, 500)], .easy)
    let built = try world.build(nil)
    #expect(Self.drop(built.links("D")) < -150)
    #expect(
      built.report.count(of: "liftTurnedByNeighbours") + built.report.count(of: "liftTurnedByRuns") == 1)
  }

  @Test func `a known elevation anchors the inferred ones connected to it`() throws {
    var world = Self.mountain(drawnUphill: false)
    world.data.spots.append(
      Spot(
        id: SourceID("hut"), name: "Hut", kind: .hut, coordinate: MetricWorld.place(12, 995),
        elevationMetres: 2400))
    let built = try world.build(nil)
    let top = try #require(built.links("A").compactMap(\.inferredElevationsCentimetres).joined().max())
    #expect(abs(Double(top) / 100 - 2400) < 25, "\(top) cm")
  }

  @Test func `the elevations of a line are inferred from its one known vertex`() throws {
    var world = Self.mountain(drawnUphill: false)
    let places = [(60.0, 500.0), (300, 300)].map { MetricWorld.place($0.0, $0.1) }
    world.data.runs.append(
      Run(id: SourceID("part"), geometry: .lines([Polyline(places, elevations: [1234, nil])])))
    let built = try world.build(nil)
    let heights = try #require(built.links("part").first?.inferredElevationsCentimetres)
    #expect(abs(Double(heights[0]) / 100 - 1234) < 10)
  }

  @Test func `long crossings of an area along the slope have an inferred rise or fall`() throws {
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 800)])
    world.run("R", [(10, 800), (300, 400), (10, 5)], .intermediate)
    world.area("bowl", [(-10, 810), (10, 810), (10, -10), (-150, -10), (-150, 810)], .intermediate)
    let built = try world.build(nil)
    let crossings = built.links("bowl").filter { ($0.distancesCentimetres.last ?? 0) > 60_000 }
    #expect(!crossings.isEmpty)
    for link in crossings {
      let heights = try #require(link.inferredElevationsCentimetres)
      let rise = Double((heights.last ?? 0) - (heights.first ?? 0)) / 100
      #expect(abs(rise) > 80, "\(rise) m")
    }
  }
}
