import SkiBase
import SkiGraph
import SkiTerrain
import SkiTestSupport
import Testing

@testable import SkiBuild

struct StationWalkTests {
  /// Ground that rises to the east, 1 m in so many metres.
  private func rising(_ gradient: Double) -> FunctionElevation {
    FunctionElevation { 2000 + MetricWorld.metres($0).y * 0.2 + MetricWorld.metres($0).x * gradient }
  }

  /// Builds two lifts, the second of which begins some metres east of the end of the first, and a long way around.
  private func lifts(
    _ gap: Double, _ ground: FunctionElevation = MetricWorld.slope,
    with more: (inout MetricWorld) -> Void = { _ in }
  ) throws -> BuiltWorld {
    var world = MetricWorld()
    world.lift("A", [(0, 0), (0, 500)])
    world.lift("B", [(gap, 500), (gap, 1200)])
    world.run("Around", [(0, 500), (gap / 2, 720), (gap, 500)], .novice, uses: .connection)
    more(&world)
    return try world.build(ground)
  }

  @Test func `stations 94 m apart on level ground are joined by a walk in both directions`() throws {
    let built = try lifts(94)
    #expect(built.walks.map(\.cause) == [.onFoot])
    let walk = try #require(built.walks.first)
    #expect(walk.allowsForward && walk.allowsBackward && walk.difficulty == nil)
    #expect(built.hasPath("A", "B", within: .novice))
  }

  @Test func `stations up to 150 m apart are joined, up to 200 m where the ground is level`() throws {
    for (gap, gradient, causes) in [
      (140.0, 0.0, [LinkCause.onFoot]), (140, 0.2, [.onFoot]), (160, 0, [.onFoot]), (195, 0, [.onFoot]),
      (160, 0.2, [.unmapped]), (195, 0.2, [.unmapped]), (210, 0, []), (210, 0.2, []),
    ] {
      let built = try lifts(gap, rising(gradient))
      #expect(built.walks.map(\.cause) == causes, "\(gap) m, \(gradient)")
    }
  }

  @Test func `no walk leads over a cliff, or over a slope of more than 35 %`() throws {
    let cliff = FunctionElevation { place in
      2000 + MetricWorld.metres(place).y * 0.2 + (MetricWorld.metres(place).x > 50 ? 30 : 0)
    }
    for gap in [94.0, 140, 180] {
      #expect(try lifts(gap, cliff).walks.isEmpty)
      #expect(try lifts(gap, rising(0.38)).walks.isEmpty)
      #expect(try lifts(gap, rising(gap < 150 ? 0.3 : 0.24)).walks.count == 1)
    }
  }

  @Test func `a walk is added beside a run that a beginner can't ski, not beside one that all can`() throws {
    for (grade, count) in [(Difficulty.novice, 0), (.advanced, 1)] {
      let built = try lifts(94) { world in
        world.run(
          "R", [(0, 503), (50, 501), (94, 498)], heights: [2100, 2099, 2098], grade, oneway: .twoWay)
      }
      #expect(built.walks.filter { $0.cause == .onFoot }.count == count, "\(grade)")
    }
  }

  @Test func `a street of about the same length replaces a walk, a longer one does not`() throws {
    for (detour, count) in [(10.0, 0), (90, 1)] {
      let built = try lifts(94) { world in
        world.street("S", [(0, 500), (47, 500 - detour), (94, 500)])
      }
      #expect(built.walks.filter { $0.cause == .onFoot }.count == count, "\(detour) m")
    }
  }

  @Test func `a station has an unmapped walk to the nearest place of a run that nothing leads to`() throws {
    for (apart, count) in [(120.0, 1), (195, 1), (205, 0)] {
      var world = MetricWorld()
      world.lift("L", [(0, 0), (0, 500)])
      world.run("R", [(0, 500), (-20, 250), (0, 0)])
      world.run("Far", [(apart, 900), (apart, 700), (apart, 300), (apart, 100)])
      let built = try world.build()
      let walks = built.walks.filter { $0.cause == .unmapped }
      #expect(walks.count == count, "\(apart) m")
      guard let walk = walks.first else { continue }
      let ends = [walk.points[0], walk.points[walk.points.count - 1]].map {
        MetricWorld.metres($0.coordinate)
      }
      #expect(ends.contains { abs($0.x) < 1 && abs($0.y - 500) < 1 })
      #expect(ends.contains { abs($0.x - apart) < 1 && abs($0.y - 500) < 26 })
    }
  }

  @Test func `a run that is joined to a station near its nearest place has no unmapped walk`() throws {
    var world = MetricWorld()
    world.lift("L", [(0, 0), (0, 500)])
    world.run("R", [(0, 500), (150, 480), (160, 250), (0, 0)])
    #expect(try world.build().walks.isEmpty)
  }

  @Test func `no walk crosses a surface lift between its ends`() throws {
    for (kind, count) in [(LiftKind.dragLift, 0), (.chairLift, 1)] {
      let built = try lifts(120, FunctionElevation { _ in 2000 }) { world in
        world.lift("Across", [(60, 200), (60, 800)], kind)
      }
      let crossing = built.walks.filter { walk in
        let ends = [walk.points[0], walk.points[walk.points.count - 1]].map {
          MetricWorld.metres($0.coordinate).x
        }
        return ends.min() ?? 0 < 30 && ends.max() ?? 0 > 90
      }
      #expect(crossing.count == count, "\(kind)")
    }
  }

  @Test func `a walk leads steeply up to where passengers board, not to where they only alight`() throws {
    for (boards, isOpen) in [(true, true), (false, false)] {
      var world = MetricWorld()
      world.lift("A", [(0, 0), (0, 500)])
      // The other station lies 24 m higher, 120 m away.
      world.lift("B", boards ? [(120, 500), (120, 1200)] : [(120, -700), (120, 500)])
      let built = try world.build(rising(0.2))
      let walk = try #require(built.walks.first { $0.cause == .onFoot })
      let isForward = MetricWorld.metres(walk.points[0].coordinate).x < 60
      #expect((isForward ? walk.allowsForward : walk.allowsBackward) == isOpen, "\(boards)")
      #expect(isForward ? walk.allowsBackward : walk.allowsForward)
    }
  }

  @Test func `without elevations a run tells which of two stations lies above the other`() throws {
    for hasRun in [false, true] {
      var world = MetricWorld()
      world.lift("A", [(0, -600), (0, 0)])
      world.lift("B", [(130, -500), (130, 20)])
      world.run("Left", [(0, 0), (60, -300), (130, -500)])
      world.run("Right", [(130, 20), (300, -200), (200, -700), (0, -600)])
      if hasRun { world.run("R", [(130, 20), (60, 45), (0, 0)]) }
      let walk = try #require(try world.build(nil).walks.first { $0.cause == .onFoot })
      let isForward = MetricWorld.metres(walk.points[0].coordinate).x < 60
      #expect((isForward ? walk.allowsForward : walk.allowsBackward) == !hasRun, "\(hasRun)")
      #expect(isForward ? walk.allowsBackward : walk.allowsForward)
    }
  }

  @Test func `pairs of stations on random level ground are joined exactly where they are near`() throws {
    for seed in UInt64(1)...40 {
      var random = SeededGenerator(seed: seed)
      var world = MetricWorld()
      var ends: [(x: Double, y: Double)] = []
      for lift in 0..<6 {
        let (x, y) = (Double.random(in: 0...600, using: &random), Double.random(in: 0...200, using: &random))
        let top = (x: x + Double.random(in: -100...100, using: &random), y: y + 600)
        world.lift("L\(lift)", [(x, y), (top.x, top.y)])
        ends += [(x, y), (top.x, top.y)]
      }
      let built = try world.build(FunctionElevation { _ in 2000 })
      for a in ends.indices {
        for b in ends.indices where b > a && a / 2 != b / 2 {
          let metres =
            ((ends[a].x - ends[b].x) * (ends[a].x - ends[b].x) + (ends[a].y - ends[b].y)
              * (ends[a].y - ends[b].y))
            .squareRoot()
          guard metres > 61, abs(metres - 200) > 1 else { continue }
          let isNear = built.metresOnFoot(from: ends[a], to: ends[b], limit: 2 * metres) != nil
          #expect(isNear == (metres < 200) || isNear, "seed \(seed): \(metres) m")
          if metres < 200 { #expect(isNear, "seed \(seed): \(metres) m are not joined") }
        }
      }
    }
  }
}

extension BuiltWorld {
  /// Returns the metres along connectors and walks between the nodes at two places; nil beyond a limit.
  fileprivate func metresOnFoot(
    from: (x: Double, y: Double), to: (x: Double, y: Double), limit: Double
  ) -> Double? {
    func node(_ place: (x: Double, y: Double)) -> Int? {
      builder.nodes.indices.first { index in
        let at = MetricWorld.metres(builder.nodes[index].coordinate)
        return abs(at.x - place.x) < 0.5 && abs(at.y - place.y) < 0.5
      }
    }
    guard let start = node(from), let end = node(to) else { return nil }
    var metres = [start: 0.0]
    for _ in builder.nodes.indices {
      for link in builder.links where link.kind == .connector {
        let length = Double(link.distancesCentimetres.last ?? 0) / 100
        for (a, b) in [(link.tail.position, link.head.position), (link.head.position, link.tail.position)] {
          guard let known = metres[a], known + length < metres[b] ?? .infinity else { continue }
          metres[b] = known + length
        }
      }
    }
    return metres[end].flatMap { $0 <= limit ? $0 : nil }
  }
}
