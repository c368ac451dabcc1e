import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Mountains that lie over the antimeridian are built like those elsewhere.
struct AntimeridianTests {
  /// Degrees from the drawing to a place where no longitude jumps.
  private static let elsewhere = 83.0
  /// Degrees from the drawing to the antimeridian: half of it lies on either side.
  private static let across = 173.0

  @Test(arguments: [UInt64(1), 2, 3, 4])
  func `a mountain across the antimeridian has the same nodes and links as elsewhere`(seed: UInt64) throws {
    var world = DenseWorld.make(seed: seed)
    for number in 0..<8 {
      let x = Double(number * 170 - 600)
      world.street("street \(number)", [(x, -700), (x + 260, -650), (x + 420, 300)])
    }
    let there = try world.moved(eastDegrees: Self.elsewhere).build()
    let here = try world.moved(eastDegrees: Self.across).build()
    let longitudes = here.builder.nodes.map(\.position.longitudeE7)
    #expect(
      longitudes.contains { $0 > 0 } && longitudes.contains { $0 < 0 },
      "seed \(seed): the world is on one side")
    #expect(here.builder.nodes.count == there.builder.nodes.count, "seed \(seed)")
    #expect(Self.links(here) == Self.links(there), "seed \(seed)")
    #expect(Self.counts(here) == Self.counts(there), "seed \(seed)")
    let (a, b) = (Self.metres(here), Self.metres(there))
    #expect(abs(a - b) < 1e-3 * b, "seed \(seed): \(a) m of lines here, \(b) m there")
  }

  @Test func `features on both sides of the antimeridian are one group, distant ones are not`() throws {
    var world = MetricWorld()
    world.run("West", [(-300, 100), (-100, 0)])
    world.run("East", [(100, 100), (300, 0)])
    world.run("Far", [(30_000, 100), (30_200, 0)])
    let data = world.moved(eastDegrees: Self.across).data
    var report = ImportReport()
    let groups = try Selection(data, report: &report).groups(apart: 500)
    #expect(groups.map { $0.runs.map(\.id.rawValue) } == [["East", "West"], ["Far"]])
    let centre = groups[0].bounds.centre
    #expect(centre.isValid && 180 - abs(centre.longitude) < 0.01, "\(centre)")
  }

  @Test func `a line longer than a length can represent is left out`() throws {
    // Forth and back over a degree of latitude, 111 km each time.
    for (count, isUsed) in [(300, true), (400, false)] {
      let places = (0...count).map {
        Coordinate(latitude: $0 % 2 == 0 ? 46 : 46.999, longitude: 7 + Double($0) * 1e-4)
      }
      var data = SkiData()
      data.runs = [
        Run(id: SourceID("a"), uses: .downhill, difficulty: .easy, geometry: .lines([Polyline(places)]))
      ]
      var report = ImportReport()
      let runs = try Selection(data, report: &report).runs
      #expect(runs.isEmpty != isUsed, "\(count)")
      #expect(report.entries.contains { $0.code == "runShapeUnusable" } != isUsed, "\(count)")
    }
  }

  @Test func `the width of an unwrapped box is that of its coordinates in any order`() throws {
    for longitudes in [[179.9, -179.9, 179.95], [-179.9, 179.95, 179.9], [10.0, 10.1, 10.2]] {
      let box = try #require(UnwrappedBox(longitudes.map { Coordinate(latitude: 46, longitude: $0) }))
      #expect(abs(box.width - 0.2) < 1e-9, "\(longitudes)")
    }
    var box = UnwrappedBox(Coordinate(latitude: 46, longitude: -179.9))
    box.formUnion(UnwrappedBox(Coordinate(latitude: 47, longitude: 179.9)))
    #expect(abs(box.width - 0.2) < 1e-9 && box.height == 1)
    #expect(abs(abs(box.centre.longitude) - 180) < 1e-9)
  }

  @Test func `an outline across the antimeridian contains the places inside it`() {
    let ring = [(179.9, 45.9), (-179.9, 45.9), (-179.9, 46.1), (179.9, 46.1), (179.9, 45.9)]
    let outline = Polyline(ring.map { Coordinate(latitude: $0.1, longitude: $0.0) })
    let area = SkiArea(
      id: SourceID("a"), name: "A", outlines: [PolygonRings(outer: outline)],
      centre: Coordinate(latitude: 46, longitude: 180))
    let areaIndex = SkiAreaIndex([area])
    for (longitude, isInside) in [
      (179.95, true), (-179.95, true), (179.8, false), (-179.8, false), (0, false),
    ] {
      let ids = areaIndex.ids(around: Coordinate(latitude: 46, longitude: longitude))
      #expect(ids.isEmpty != isInside, "\(longitude)")
    }
  }

  /// Returns the number of links of each kind, cause and direction.
  private static func links(_ world: BuiltWorld) -> [String: Int] {
    Dictionary(
      world.builder.links.map { ("\($0.kind) \($0.cause) \($0.allowsForward) \($0.allowsBackward)", 1) },
      uniquingKeysWith: +)
  }

  private static func counts(_ world: BuiltWorld) -> [String: Int] {
    Dictionary(world.report.entries.map { ($0.code, $0.count) }, uniquingKeysWith: +)
  }

  private static func metres(_ world: BuiltWorld) -> Double {
    world.builder.links.reduce(0) { $0 + Double($1.distancesCentimetres.last ?? 0) / 100 }
  }
}

extension MetricWorld {
  /// Returns the same world so many degrees farther east, with longitudes of −180 to 180.
  fileprivate func moved(eastDegrees: Double) -> MetricWorld {
    func moved(_ place: Coordinate) -> Coordinate {
      var place = place
      place.longitude += eastDegrees
      if place.longitude > 180 { place.longitude -= 360 }
      return place
    }
    func movedLine(_ line: Polyline) -> Polyline {
      Polyline(line.coordinates.map(moved), elevations: line.coordinates.indices.map(line.elevationMetres))
    }
    var copy = self
    copy.data.runs = data.runs.map { run in
      var run = run
      run.convention = .europe  // the antimeridian is at the edge of the region of another one
      switch run.geometry {
      case .lines(let lines): run.geometry = .lines(lines.map(movedLine))
      case .areas(let areas):
        run.geometry = .areas(
          areas.map { PolygonRings(outer: movedLine($0.outer), holes: $0.holes.map(movedLine)) })
      }
      return run
    }
    copy.data.lifts = data.lifts.map { lift in
      var lift = lift
      lift.parts = lift.parts.map(movedLine)
      return lift
    }
    copy.data.streets = data.streets.map { street in
      var street = street
      street.lines = street.lines.map(movedLine)
      return street
    }
    return copy
  }
}
