import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Stations between the ends of lifts, stated by the data or inferred from the drawing.
struct LiftStationTests {
  /// Returns a lift 1,000 m up the slope in `bends`, a run beside it, and the additions of `change`.
  private func built(
    _ kind: LiftKind, bends: [(Double, Double)] = [(0, 400)],
    _ change: (inout MetricWorld) -> Void = { _ in }
  ) throws -> BuiltWorld {
    var world = MetricWorld()
    world.lift("L", [(0, 0)] + bends + [(0, 1000)], kind)
    world.run("R", [(200, 1000), (200, 0)])
    change(&world)
    return try world.build()
  }

  private func spot(
    _ x: Double, _ y: Double, position: String? = nil, boards: Bool? = nil, alights: Bool? = nil,
    isRailway: Bool = false, lift: String? = nil
  ) -> Spot {
    var spot = Spot(
      id: SourceID("node/1"), name: "Middle", kind: .liftStation, liftID: lift.map { SourceID($0) },
      position: position, allowsBoarding: boards, allowsAlighting: alights,
      coordinate: MetricWorld.place(x, y))
    spot.isRailway = isRailway
    return spot
  }

  private func count(_ world: BuiltWorld) -> Int { world.links("L").count }

  @Test(arguments: [LiftKind.gondola, .chairLift, .unknown])
  func `a station on a vertex of a lift is a place to board and leave`(kind: LiftKind) throws {
    let world = try built(kind) { $0.data.spots = [spot(0, 400)] }
    #expect(count(world) == 3)
    #expect(world.links("L").allSatisfy { $0.confidencePercent == 100 })
    let place = try #require(world.builder.features.first { $0.facts.kind == .station })
    #expect(place.facts.name == "Middle" && place.startNode != nil)
    #expect(place.parent?.position == world.feature("L"))
  }

  @Test func `a station only for boarding or only for alighting has only those rides`() throws {
    for (boards, rides) in [(true, ["bottom-top", "middle-top"]), (false, ["bottom-middle", "bottom-top"])] {
      let world = try built(.chairLift) {
        $0.data.spots = [spot(0, 400, boards: boards, alights: !boards)]
      }
      let names = world.links("L").map { link in
        [link.points.first, link.points.last].map { point in
          let north = MetricWorld.metres(point?.coordinate ?? MetricWorld.origin).y
          return north < 200 ? "bottom" : north < 700 ? "middle" : "top"
        }.joined(separator: "-")
      }
      #expect(names.sorted() == rides)
    }
  }

  @Test func `a station without boarding and alighting is not used`() throws {
    #expect(count(try built(.gondola) { $0.data.spots = [spot(0, 400, boards: false, alights: false)] }) == 1)
  }

  @Test func `a station on a vertex of two lifts belongs to both`() throws {
    let world = try built(.gondola) {
      $0.lift("M", [(-500, 200), (0, 400), (400, 900)], .gondola)
      $0.data.spots = [spot(0, 400)]
    }
    #expect(count(world) == 3 && world.links("M").count == 3 && world.meet("L", "M"))
  }

  @Test func `the outline of a station belongs to every lift that ends in it`() throws {
    func world(_ radius: Double, _ y: Double) throws -> BuiltWorld {
      try built(.chairLift) {
        $0.lift("M", [(25, 1020), (25, 1600)], .gondola)
        $0.lift("N", [(58, 1000), (300, 1600)], .gondola)
        $0.data.spots = [spot(12, y)]
        $0.data.spots[0].radiusMetres = radius
      }
    }
    let names = { (world: BuiltWorld) in
      world.builder.features.filter { $0.facts.kind == .station }
        .compactMap { $0.parent.map { world.builder.features[$0.position].facts.id.rawValue } }
    }
    let outline = try world(18, 1008)
    #expect(names(outline) == ["L", "M"])
    #expect(count(outline) == 1 && outline.links("M").count == 1, "no stops in mid-span")
    #expect(
      outline.builder.features.filter { $0.facts.kind == .station }.allSatisfy { $0.facts.name == "Middle" })
    #expect(names(try world(0, 1008)) == ["L"], "a point belongs to the nearest end")
    let under = try world(10, 500)
    #expect(count(under) == 1 && under.report.count(of: "stationWithoutLift") == 1, "beside the line")
  }

  @Test func `a station at the end of one lift does not belong to another that passes over it`() throws {
    let world = try built(.chairLift) {
      $0.lift("M", [(25, 400), (400, 900)], .gondola)
      $0.data.spots = [spot(12, 400)]
    }
    #expect(count(world) == 1 && world.links("M").count == 1)
    let station = try #require(world.builder.features.first { $0.facts.kind == .station })
    #expect(station.parent?.position == world.feature("M"))
  }

  @Test func `a station 45 m beside a lift belongs to it only if it is a mid-station or names the lift`()
    throws
  {
    let world = try built(.chairLift) { $0.data.spots = [spot(45, 400)] }
    #expect(count(world) == 1 && world.report.count(of: "stationWithoutLift") == 1)
    #expect(count(try built(.chairLift) { $0.data.spots = [spot(45, 400, position: "mid")] }) == 3)
    #expect(count(try built(.chairLift) { $0.data.spots = [spot(45, 400, lift: "L")] }) == 3)
  }

  @Test func `stations slightly short of the ends of a lift are its end stations`() throws {
    let world = try built(.gondola) {
      $0.data.lifts[0].stations = [
        LiftStation(name: "Top", position: "top", coordinate: MetricWorld.place(3, 960)),
        LiftStation(name: "Foot", coordinate: MetricWorld.place(3, 40)),
      ]
    }
    #expect(count(world) == 1)
    let names = world.builder.features.map(\.facts).filter { $0.kind == .station }.compactMap(\.name)
    #expect(names == ["Foot", "Top"])
  }

  @Test func `a railway stops at each railway station, a gondola at none`() throws {
    func stops(_ world: inout MetricWorld) {
      world.data.spots = [200.0, 500, 800].map { spot(3, $0, isRailway: true) }
      for index in 0..<3 { world.data.spots[index].id = SourceID("node/\(index)") }
    }
    let railway = try built(.funicular) { stops(&$0) }
    #expect(count(railway) == 10 && railway.links("L").allSatisfy { $0.allowsBackward })
    let gondola = try built(.gondola) { stops(&$0) }
    #expect(count(gondola) == 1 && gondola.report.count(of: "stationWithoutLift") == 3)
  }

  @Test(arguments: [(LiftKind.gondola, 3), (.cableCar, 3), (.funicular, 3), (.unknown, 3), (.chairLift, 1)])
  func `a lift that ends on a vertex of another meets it at a station, unless that is a chairlift`(
    kind: LiftKind, links: Int
  ) throws {
    let world = try built(kind) { $0.lift("M", [(0, 400), (-300, 700)], .chairLift) }
    #expect(count(world) == links && world.meet("L", "M") == (links == 3))
    #expect(world.report.count(of: "midStationInferred") == (links == 3 ? 1 : 0))
    if links == 3 { #expect(world.links("L").map(\.confidencePercent).sorted() == [80, 80, 100]) }
  }

  @Test(arguments: [(LiftKind.gondola, false, 3), (.gondola, true, 1), (.chairLift, false, 1)])
  func `a run that ends only on a vertex of a gondola implies a station`(
    kind: LiftKind, hasOther: Bool, links: Int
  ) throws {
    let world = try built(kind) {
      $0.run("E", [(-100, 900), (0, 400)])
      if hasOther { $0.run("O", [(10, 500), (10, 300)]) }
    }
    #expect(count(world) == links)
  }

  @Test(arguments: [(LiftKind.gondola, 40.0, 3), (.gondola, 5, 1), (.chairLift, 40, 1), (.funicular, 40, 1)])
  func `a bend of a gondola beside a run implies a station`(
    kind: LiftKind, aside: Double, links: Int
  ) throws {
    let world = try built(kind, bends: [(aside, 400)]) { $0.run("S", [(70, 500), (70, 200)]) }
    #expect(count(world) == links)
    if links == 3 { #expect(world.links("L").map(\.confidencePercent).sorted() == [60, 60, 100]) }
  }

  @Test func `a bend far from runs, or of a lift with known stations, implies no station`()
    throws
  {
    #expect(count(try built(.gondola, bends: [(40, 400)])) == 1)
    let known = try built(.gondola, bends: [(40, 400)]) {
      $0.run("S", [(70, 500), (70, 200)])
      $0.data.spots = [spot(20, 700, position: "mid")]
    }
    #expect(count(known) == 3 && known.report.count(of: "midStationInferred") == 0)
  }

  @Test func `a run that crosses below a gondola is not joined to it`() throws {
    let world = try built(.gondola) { $0.run("X", [(-200, 500), (0, 400), (200, 300)]) }
    #expect(count(world) == 1 && !world.meet("L", "X"))
  }
}
