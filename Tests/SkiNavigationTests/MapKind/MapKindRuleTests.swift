import SkiBase
import SkiGraph
import SkiNavigation
import SkiTracks
import Testing

/// The rule of mountain and street, one clause at a time.
struct MapKindRuleTests {
  private typealias Line = KindWorld.Line

  /// Signed metres to the boundary along a line east of the origin.
  private func signed(_ lines: [KindWorld.Line], at metres: [SIMD2<Double>]) throws -> [Double] {
    let world = KindWorld(lines)
    let index = try world.index()
    return try metres.map { try index.mapKind(at: world.place($0)).signedBoundaryMetres }
  }

  @Test func `a run without elevations has the reach of the rule, and distances start there`() throws {
    let reach = MountainRule.runReachWithoutHeightsMetres
    let run = Line(kind: .run, points: [[0, -2000], [0, 2000]])
    let offsets = [0.0, 50, reach - 20, reach + 20, 400, 900, 1500]
    let found = try signed([run], at: offsets.map { [$0, 0] })
    for (offset, metres) in zip(offsets, found) {
      #expect(abs(metres - max(-MountainRule.farthestMetres, reach - offset)) <= 10, "\(offset): \(metres)")
    }
  }

  @Test func `a run reaches farther the higher it is above the lowest ground around`() throws {
    // Falls by 1,000 m over 4 km: the base of each place is a kilometre farther down.
    let slope = Line(
      kind: .run, points: (0...40).map { [0, Double($0) * 100] },
      heights: (0...40).map { 1000 + Double($0) * 25 })
    let flat = Line(
      kind: .run, points: (0...40).map { [0, Double($0) * 100] }, heights: (0...40).map { _ in 1000 })
    let (atBase, upHigh) = (MountainRule.runReachAtBaseMetres, MountainRule.runReachUpHighMetres)
    #expect(abs(try signed([slope], at: [[0, 3000]])[0] - upHigh) <= 15)
    #expect(abs(try signed([flat], at: [[0, 2000]])[0] - atBase) <= 15)
    #expect(
      try signed([slope], at: [[upHigh - 30, 3000], [upHigh + 30, 3000]]).map { $0 > 0 } == [true, false])
    #expect(
      try signed([flat], at: [[atBase - 15, 2000], [atBase + 15, 2000]]).map { $0 > 0 } == [true, false])
  }

  @Test(arguments: [true, false])
  func `a lift and a ski tour have the reach of lines`(_ isLift: Bool) throws {
    let line = Line(kind: isLift ? .lift : .tour, points: [[0, -2000], [0, 2000]])
    let reach = MountainRule.lineReachMetres
    let found = try signed([line], at: [[0, 0], [reach - 15, 0], [reach + 15, 0], [200, 0]])
    #expect(found.map { $0 > 0 } == [true, true, false, false])
    #expect(abs(found[0] - reach) <= 10 && abs(found[3] - (reach - 200)) <= 10)
  }

  @Test func `a gap between runs is mountain unless a circle of the rule's radius fits into it`() throws {
    let reach = MountainRule.runReachWithoutHeightsMetres
    let widest = 2 * (reach + MountainRule.gapRadiusMetres)
    func runs(_ apart: Double) -> [Line] {
      [
        Line(kind: .run, points: [[0, -2000], [0, 2000]]),
        Line(kind: .run, points: [[apart, -2000], [apart, 2000]]),
      ]
    }
    #expect(try signed(runs(widest - 30), at: [[(widest - 30) / 2, 0]])[0] > 0)
    #expect(try signed(runs(widest + 30), at: [[(widest + 30) / 2, 0]])[0] < 0)
  }

  @Test(arguments: [(900.0, false, true), (900, true, false), (1700, false, false)])
  func `a gap enclosed by runs is mountain unless it is large or a road is in it`(
    _ across: Double, _ hasRoad: Bool, _ isMountain: Bool
  ) throws {
    let half = across / 2
    var lines = [
      Line(
        kind: .run, points: [[-half, -half], [half, -half], [half, half], [-half, half], [-half, -half]])
    ]
    if hasRoad { lines.append(Line(kind: .street(.residential), points: [[-20, 0], [20, 0]])) }
    #expect(try signed(lines, at: [[150, 50], [-120, 100]]).map { $0 > 0 } == [isMountain, isMountain])
    // An open ring does not enclose a gap.
    lines[0].points = [[-half, -half], [half, -half], [half, half], [-half, half]]
    #expect(try signed(lines, at: [[150, 50]])[0] < 0)
  }

  @Test func `places nearer to a road than to a run are street, and those near a track are not`() throws {
    let run = Line(kind: .run, points: [[0, -2000], [0, 2000]])
    func road(_ kind: StreetKind?) -> Line { Line(kind: .street(kind), points: [[60, -2000], [60, 2000]]) }
    for kind in [StreetKind.residential, .primary, .service, .pedestrian, nil] {
      #expect(
        try signed([run, road(kind)], at: [[15, 0], [45, 0], [60, 0], [110, 0]]).map { $0 > 0 } == [
          true, false, false, false,
        ])
    }
    for kind in [StreetKind.track, .path, .footway, .steps] {
      #expect(
        try signed([run, road(kind)], at: [[15, 0], [45, 0], [60, 0], [105, 0]]).allSatisfy { $0 > 0 })
    }
  }

  @Test func `a map of streets alone has no mountain`() throws {
    let world = KindWorld([Line(kind: .street(.path), points: [[0, -500], [0, 500]])])
    let answer = try world.index().mapKind(at: world.place([10, 0]))
    #expect(
      answer.kind == .street && answer.boundaryMetres == nil && answer.area == nil)
  }

  @Test func `the area is that of the nearest run, up to a kilometre away`() throws {
    let area = GraphArea(
      name: "Hohe Wand", id: SourceID("a1"), operatingLiftCount: 2,
      bounds: BoundingBox(south: 45, west: 6, north: 47, east: 8))
    let world = KindWorld([Line(kind: .run, points: [[0, -2000], [0, 2000]])], areas: [area])
    let index = try world.index()
    for offset in [0.0, 500, 990] {
      #expect(try index.mapKind(at: world.place([offset, 0])).area?.name == "Hohe Wand")
    }
    #expect(try index.mapKind(at: world.place([1100, 0])).area == nil)
  }

  @Test func `the nearest run or lift is reported with its edge and the distance along it`() throws {
    let world = KindWorld([
      Line(kind: .run, points: [[0, 0], [0, -1000], [500, -1000]]),
      Line(kind: .lift, points: [[-400, -1000], [-400, 0]]),
    ])
    let map = try world.map()
    let index = MapKindIndex(map: map)
    let graph = try map.graph(at: 0)
    let onRun = try #require(try index.mapKind(at: world.place([200, -990])).nearest)
    #expect(onRun.kind == .run && abs(onRun.distanceMetres - 10) < 0.1)
    #expect(abs(onRun.place.metresAlong - 1200) < 0.1)
    let nearLift = try #require(try index.mapKind(at: world.place([-300, -250])).nearest)
    #expect(nearLift.kind == .lift && abs(nearLift.distanceMetres - 100) < 0.1)
    #expect(abs(nearLift.place.metresAlong - 750) < 0.1)
    #expect(graph.feature(nearLift.feature).kind == .lift)
    #expect(graph.link(graph.link(of: nearLift.place.edge)).kind == .lift)
    #expect(try index.mapKind(at: world.place([1600, 0])).nearest == nil)
  }
}
