import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

struct GraphBuildTests {
  @Test(arguments: [UInt64(1), 2, 3])
  func `the graph does not depend on the order of the input`(seed: UInt64) throws {
    let world = DenseWorld.make(seed: seed)
    let first = try world.build().builder
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3 {
      var shuffled = world
      shuffled.data.runs.shuffle(using: &random)
      shuffled.data.lifts.shuffle(using: &random)
      let again = try shuffled.build().builder
      #expect(
        again.nodes == first.nodes && again.links == first.links && again.features == first.features,
        "seed \(seed)")
    }
  }

  @Test func `areas and features outside of them have the time zone of their place`() throws {
    let builder = try DenseWorld.make(seed: 11).build().builder
    let expected = builder.features.first.flatMap { ZoneTable.shipped.zone(at: $0.facts.start.coordinate) }
    #expect(expected != nil && !builder.areas.isEmpty)
    #expect(builder.areas.allSatisfy { $0.zone == expected })
    for feature in builder.features {
      let isAlone = feature.facts.area == nil && feature.facts.kind != .street
      #expect(feature.facts.zone == (isAlone ? expected : nil), "\(feature.facts.id)")
    }
    let map = try MapContents(regions: [builder]).map()
    let graph = try map.graph(at: 0)
    for position in builder.features.indices {
      let index = FeatureIndex(UInt32(position))
      if graph.feature(index).kind != .street { #expect(graph.zone(of: index) == expected) }
    }
    let place = try #require(builder.features.first).facts.start.coordinate
    let near = Coordinate(latitude: place.latitude + 0.2, longitude: place.longitude)
    #expect(try map.zone(near: near) == expected)
    #expect(try map.zone(near: Coordinate(latitude: place.latitude - 20, longitude: place.longitude)) == nil)
  }

  @Test func `links of every kind begin and end at the positions of their nodes`() throws {
    let builder = try DenseWorld.make(seed: 11).build().builder
    for link in builder.links {
      #expect(link.points.first?.position == builder.nodes[link.tail.position].position)
      #expect(link.points.last?.position == builder.nodes[link.head.position].position)
    }
  }

  @Test func `every feature is counted once, as used or left out`() throws {
    var world = DenseWorld.make(seed: 5)
    world.run("short", [(0, 0), (0, 0)])
    world.run("sled", [(0, 0), (0, 90)], uses: .sled)
    world.lift("old", [(0, 0), (0, 90)], status: .disused)
    let report = try world.build().report
    let used = report.usedCounts.values.reduce(0, +)
    let left = report.entries.filter { $0.outcome == .leftOut }.reduce(0) { $0 + $1.count }
    #expect(used + left == world.data.runs.count + world.data.lifts.count)
  }

  @Test func `ten distant copies of a mountain give ten times its links and areas`() throws {
    let one = try DenseWorld.make(seed: 3).build()
    var many = MetricWorld()
    for copy in 0..<10 {
      var world = DenseWorld.make(seed: 3)
      world = world.moved(eastMetres: Double(copy) * 20_000, suffix: " in \(copy)")
      many.data.runs += world.data.runs
      many.data.lifts += world.data.lifts
    }
    let built = try many.build()
    #expect(built.builder.links.count == one.builder.links.count * 10)
    #expect(built.builder.areas.count == one.builder.areas.count * 10)
  }

  @Test func `lifts joined by a run are one measured area, and a distant lift is not part of it`() throws {
    var world = MetricWorld()
    world.lift("A", [(0, 0), (0, 500)])
    world.run("R", [(100, 500), (900, 0)])
    world.lift("B", [(1000, 0), (1000, 500)])
    world.lift("far", [(3000, 0), (3000, 500)])
    let builder = try world.build().builder
    #expect(builder.areas.map(\.operatingLiftCount) == [2])
    #expect(
      builder.features.map(\.facts).filter { $0.area != nil }.map(\.id.rawValue).sorted() == ["A", "B", "R"])
  }

  @Test func `a cancelled build throws the cancelled error`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try DenseWorld.make(seed: 1).build()
    }
    let result = await task.result
    #expect(throws: SkiError.self) { try result.get() }
    if case .failure(let error as SkiError) = result { #expect(error.code == .cancelled) }
  }

  @Test func `unusable shapes are left out and counted`() throws {
    var world = MetricWorld()
    world.run("ok", [(0, 300), (0, 0)])
    let bad = [Double.nan, 360, -8000, 91, 180]
    for (number, value) in bad.enumerated() {
      let place = Coordinate(latitude: value, longitude: 360)
      world.data.runs.append(
        Run(id: SourceID("bad \(number)"), geometry: .lines([Polyline([place, MetricWorld.origin])])))
      world.data.runs.append(
        Run(
          id: SourceID("ring \(number)"),
          geometry: .areas([PolygonRings(outer: Polyline([MetricWorld.origin, place, MetricWorld.origin]))])))
      world.data.lifts.append(Lift(id: SourceID("lift \(number)"), parts: [Polyline([place])]))
    }
    world.data.lifts.append(Lift(id: SourceID("empty"), parts: []))
    let world2 = MetricWorld.place(0, 0)
    world.data.runs.append(
      Run(
        id: SourceID("wide"),
        geometry: .lines([Polyline([world2, Coordinate(latitude: 10, longitude: -170)])])))
    let bowtie = [(0.0, 0.0), (100, 100), (100, 0), (0, 100)]
    world.area("bowtie", bowtie)
    let built = try world.build()
    #expect(built.links("ok").count >= 1)
    #expect(built.report.count(of: "runShapeUnusable") == 11)
    #expect(built.report.count(of: "liftShapeUnusable") == 6)
  }
}

extension MetricWorld {
  /// Returns the same world elsewhere, under other ids.
  func moved(eastMetres: Double, suffix: String) -> MetricWorld {
    var copy = self
    let shift = eastMetres / Self.scale.metresPerDegreeLongitude
    func moved(_ line: Polyline) -> Polyline {
      Polyline(line.coordinates.map { Coordinate(latitude: $0.latitude, longitude: $0.longitude + shift) })
    }
    for index in copy.data.runs.indices {
      copy.data.runs[index].id.rawValue += suffix
      switch copy.data.runs[index].geometry {
      case .lines(let lines): copy.data.runs[index].geometry = .lines(lines.map(moved))
      case .areas(let areas):
        copy.data.runs[index].geometry = .areas(areas.map { PolygonRings(outer: moved($0.outer)) })
      }
    }
    for index in copy.data.lifts.indices {
      copy.data.lifts[index].id.rawValue += suffix
      copy.data.lifts[index].parts = copy.data.lifts[index].parts.map(moved)
    }
    return copy
  }
}
