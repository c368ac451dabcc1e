import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiBuild

struct LiftDirectionTests {
  private func rides(
    _ kind: LiftKind, drawnDown: Bool = false, oneway: OnewayTag? = nil, withRun: Bool = true
  ) throws -> (String, BuiltWorld) {
    var world = MetricWorld()
    world.lift("L", drawnDown ? [(0, 500), (0, 0)] : [(0, 0), (0, 500)], kind, oneway: oneway)
    if withRun { world.run("R", [(20, 500), (20, 0)]) }
    let built = try world.build()
    let words = built.links("L").map { link in
      let isUp = (link.points.last?.elevationMetres ?? 0) > (link.points.first?.elevationMetres ?? 0)
      return (isUp ? "up" : "down") + (link.allowsBackward ? " and back" : "")
    }
    return (words.joined(separator: ","), built)
  }

  @Test(arguments: [
    LiftKind.chairLift, .dragLift, .tBar, .jBar, .platter, .ropeTow, .magicCarpet,
  ])
  func `chairlifts, drag lifts, tows and carpets go up in any drawn direction`(kind: LiftKind) throws {
    #expect(try rides(kind).0 == "up")
    let (turned, world) = try rides(kind, drawnDown: true)
    #expect(turned == "up")
    #expect(world.report.count(of: "liftDrawnDownhill") == 1)
  }

  @Test(arguments: [LiftKind.gondola, .cableCar, .funicular, .railway, .rackRailway, .mixedLift])
  func `gondolas, cable cars and railways run in both directions`(kind: LiftKind) throws {
    #expect(try rides(kind).0 == "up and back")
    #expect(try rides(kind, drawnDown: true).0 == "up and back")
  }

  @Test func `a tag takes precedence over the kind, and a downhill tag is counted`() throws {
    #expect(try rides(.gondola, oneway: .oneway).0 == "up")
    #expect(try rides(.chairLift, oneway: .twoWay).0 == "up and back")
    let (word, world) = try rides(.dragLift, drawnDown: true, oneway: .oneway)
    #expect(word == "up")
    #expect(try rides(.chairLift, drawnDown: true, oneway: .oneway).0 == "down")
    #expect(world.report.count(of: "liftTaggedDownhill") == 1)
    #expect(detail(of: "liftTaggedDownhill", world) == ["L: tagged 100 m downhill, confidence 99 %"])
  }

  private func detail(of code: String, _ world: BuiltWorld) -> [String] {
    world.report.entries.filter { $0.code == code }.flatMap(\.examples).map(\.detail)
  }

  @Test func `a lift drawn downhill is counted with its confidence`() throws {
    for (metres, sure) in [(100.0, 99), (10, 99), (4.5, 93)] {
      var world = MetricWorld()
      world.lift("L", [(0, 500), (0, 0)], heights: [2000 + metres, 2000])
      let built = try world.build()
      let text = metres == 4.5 ? "4.5" : "\(Int(metres))"
      #expect(detail(of: "liftDrawnDownhill", built) == ["L: drawn \(text) m downhill, confidence \(sure) %"])
    }
  }

  @Test func `a lift tagged two-way is ridden down unless it pulls skiers, which is counted`() throws {
    for kind in [LiftKind.platter, .dragLift, .tBar, .jBar, .ropeTow, .magicCarpet] {
      for drawnDown in [false, true] {
        let (word, world) = try rides(kind, drawnDown: drawnDown, oneway: .twoWay)
        #expect(word == "up" && world.report.count(of: "liftTaggedBothWays") == 1, "\(kind)")
      }
    }
    for kind in [LiftKind.chairLift, .gondola, .funicular] {
      let (word, world) = try rides(kind, oneway: .twoWay)
      #expect(word == "up and back" && world.report.count(of: "liftTaggedBothWays") == 0, "\(kind)")
    }
  }

  @Test func `no tag and no drawn direction sends skiers down a lift that pulls them`() throws {
    for kind in [LiftKind.platter, .dragLift, .tBar, .jBar, .ropeTow, .magicCarpet] {
      for tag in [OnewayTag.oneway, .reverse, .twoWay, nil] {
        for drawnDown in [false, true] {
          #expect(
            try rides(kind, drawnDown: drawnDown, oneway: tag).0 == "up",
            "\(kind), \(String(describing: tag))")
        }
      }
    }
  }

  @Test func `a direction tag applies to a lift of any kind`() throws {
    #expect(try rides(.chairLift, drawnDown: true, oneway: .reverse).0 == "up")
    #expect(try rides(.gondola, oneway: .reverse).0 == "down")
    #expect(try rides(.gondola, oneway: .twoWay).0 == "up and back")
    #expect(try rides(.unknown, oneway: .oneway, withRun: false).0 == "up")
  }

  @Test func `a lift of unknown kind goes up, and in both directions if no run is near its lower end`() throws
  {
    #expect(try rides(.unknown).0 == "up")
    let (word, world) = try rides(.unknown, withRun: false)
    #expect(word == "up and back")
    #expect(world.links("L").allSatisfy { $0.flags.contains(.directionEstimated) })
  }

  @Test(arguments: [false, true])
  func `the elevation of a mid-station is that of its ground, not of the line between the ends`(own: Bool)
    throws
  {
    // The ground is 60 m lower at the mid-station than the line from end to end.
    let ground = FunctionElevation { place in
      let north = MetricWorld.metres(place).y
      return north < 400 ? 2000 : 2000 + (north - 400) * 0.3
    }
    var world = MetricWorld()
    world.lift(
      "L", [(0, 0), (0, 400), (0, 800)], .gondola, heights: own ? [2000, 2000, 2120] : nil,
      stations: [(3, 400)])
    world.run("R", [(15, 800), (15, 0)], heights: own ? [2120, 2000] : nil)
    let built = try world.build(ground)
    let ends = built.links("L").flatMap { Array($0.points.prefix(1) + $0.points.suffix(1)) }
    let heights = Set(ends.compactMap { point in point.elevationMetres.map { $0.rounded() } })
    #expect(heights == [2000, 2120])
    #expect(built.links("L").count == 3)
  }

  @Test func `a lift with a mid-station is one ride for each pair of stations in its direction`() throws {
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 900)], .chairLift, stations: [(3, 400)])
    let built = try world.build()
    #expect(built.links("L").count == 3)
    #expect(built.links("L").allSatisfy { !$0.allowsBackward })
    let lengths = built.links("L").map { Int(($0.distancesCentimetres.last ?? 0) / 100) }.sorted()
    #expect(lengths == [400, 500, 900] || lengths == [399, 499, 899] || lengths == [399, 500, 899])
    #expect(
      built.builder.features.contains {
        $0.facts.kind == .station && $0.parent != nil && $0.startNode != nil
      })
  }

  @Test func `a station among the spots splits its lift and keeps its ban on boarding`()
    throws
  {
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 900)], .gondola)
    world.data.spots = [
      Spot(
        id: SourceID("S"), name: "Middle", kind: .liftStation, position: "mid", allowsBoarding: false,
        coordinate: MetricWorld.place(20, 400))
    ]
    let built = try world.build()
    let middle = try #require(built.builder.features.first { $0.facts.kind == .station }?.startNode)
    #expect(built.links("L").count == 3)
    for link in built.links("L") {
      #expect(!(link.tail == middle && link.allowsForward) && !(link.head == middle && link.allowsBackward))
    }
  }

  @Test func `a lift under construction can be found but not ridden`() throws {
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 500)], status: .construction)
    let built = try world.build()
    let feature = try #require(built.builder.features.first)
    #expect(feature.facts.name == "L" && feature.facts.status == .construction)
    #expect(feature.startNode == nil)
    #expect(built.builder.links.isEmpty && built.builder.nodes.isEmpty)
    #expect(built.report.count(of: "liftNotOperating") == 1)
  }

  @Test func `a mapped duration is kept only if it gives a plausible speed`() throws {
    for (seconds, milliseconds) in [(200.0, 200_000), (10, nil), (9000, nil)] as [(Double, Int?)] {
      var world = MetricWorld()
      world.lift("L", [(0, 0), (0, 500)], seconds: seconds)
      let built = try world.build()
      #expect(built.builder.features.first?.facts.durationMilliseconds == milliseconds)
      #expect(built.report.count(of: "durationImplausible") == (milliseconds == nil ? 1 : 0))
    }
  }

  @Test(
    arguments: [
      (LiftKind.gondola, OnewayTag.oneway, "no @ (May-Oct)", 46.0, "up", 0),
      (.gondola, nil, "yes @ (Nov-Apr)", 46, "up", 0), (.gondola, .twoWay, "yes @ (Dec-Mar)", 46, "up", 0),
      (.gondola, .oneway, "no @ (Nov-Apr)", 46, "up and back", 0),
      (.chairLift, nil, "no @ (Nov-Apr)", 46, "up and back", 0),
      (.chairLift, nil, "no @ (May-Oct)", 46, "up", 0),
      (.gondola, nil, "yes @ (16:00-17:00)", 46, "up", 1), (.gondola, nil, "yes @ (Jan)", 46, "up", 1),
      (.chairLift, nil, "no @ (16:00-17:00)", 46, "up", 1),
      (.gondola, nil, "yes @ wind", 46, "up and back", 0),
      (.gondola, .oneway, "no @ (May-Oct)", -44, "up and back", 0),
    ] as [(LiftKind, OnewayTag?, String, Double, String, Int)])
  func `a lift has the direction of winter where conditions change it`(
    kind: LiftKind, oneway: OnewayTag?, condition: String, latitude: Double, expected: String, changes: Int
  ) throws {
    var data = SkiData()
    let places = [0.0, 0.006].map { Coordinate(latitude: latitude + $0, longitude: 7) }
    data.lifts = [
      Lift(
        id: SourceID("L"), kind: kind, oneway: oneway,
        parts: [Polyline(places, elevations: [1500, 1700])])
    ]
    data.lifts[0].access[.onewayConditional] = condition
    let (builder, report) = try MapMaking.builder(of: data, elevation: nil)
    let ride = try #require(builder.links.first { $0.kind == .lift })
    #expect((ride.allowsBackward ? "up and back" : "up") == expected && ride.allowsForward)
    #expect(report.count(of: "onewayChanges") == changes)
    #expect(report.count(of: "conditionUnread") == (condition.contains("wind") ? 1 : 0))
  }
}
