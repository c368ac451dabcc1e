import SkiBase
import SkiGraph
import SkiNavigation
import SkiSystem
import SkiTestSupport
import Testing

/// The tiles, compared with the rule computed from exact distances.
struct MapKindOracleTests {
  private struct Reference {
    var runs: [[SIMD2<Double>]] = []
    var lines: [[SIMD2<Double>]] = []
    var roads: [[SIMD2<Double>]] = []

    static func distance(_ place: SIMD2<Double>, _ lines: [[SIMD2<Double>]]) -> Double {
      var best = Double.infinity
      for line in lines {
        for (a, b) in zip(line, line.dropFirst()) {
          let along = b - a
          let share = max(0, min(1, ((place - a) * along).sum() / max(1e-9, (along * along).sum())))
          let off = a + along * share - place
          best = min(best, (off * off).sum().squareRoot())
        }
      }
      return best
    }

    /// Metres outside what runs and lines reach; no heights are known.
    func outside(_ place: SIMD2<Double>) -> Double {
      min(
        Self.distance(place, runs) - MountainRule.runReachWithoutHeightsMetres,
        Self.distance(place, lines) - MountainRule.lineReachMetres)
    }

    func isCutOut(_ place: SIMD2<Double>) -> Bool {
      let road = Self.distance(place, roads)
      return road <= MountainRule.streetReachMetres
        && road < min(Self.distance(place, runs), Self.distance(place, lines))
    }

    /// Returns whether a place is in a gap all around which the mountain lies: walks over the gap in steps.
    func isEnclosed(_ place: SIMD2<Double>) -> Bool {
      let step = 20.0
      var seen: Set<SIMD2<Int>> = [[0, 0]]
      var queue: [SIMD2<Int>] = [[0, 0]]
      while let cell = queue.popLast() {
        for turn in [SIMD2(1, 0), SIMD2(-1, 0), SIMD2(0, 1), SIMD2(0, -1)] {
          let next = cell &+ turn
          let metres = place + SIMD2(Double(next.x), Double(next.y)) * step
          guard !seen.contains(next), !isReached(metres) else { continue }
          guard abs(next.x) < 55, abs(next.y) < 55, Self.distance(metres, roads) > 15 else { return false }
          seen.insert(next)
          queue.append(next)
        }
      }
      return true
    }

    func isReached(_ place: SIMD2<Double>) -> Bool {
      if outside(place) <= 0 { return true }
      // A gap: every circle around with the radius that holds the place touches what is reached.
      let radius = MountainRule.gapRadiusMetres
      for east in stride(from: -radius, through: radius, by: 10) {
        for north in stride(from: -radius, through: radius, by: 10)
        where east * east + north * north <= radius * radius && outside(place + [east, north]) > radius {
          return false
        }
      }
      return true
    }
  }

  @Test(arguments: 1...12)
  func `tiles agree with the rule beyond two cells from the boundary`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    func place() -> SIMD2<Double> {
      SIMD2(Double.random(in: -1400...1400, using: &random), Double.random(in: -1400...1400, using: &random))
    }
    var reference = Reference()
    var lines: [KindWorld.Line] = []
    for _ in 0..<Int.random(in: 2...7, using: &random) {
      let points = (0..<Int.random(in: 2...4, using: &random)).map { _ in place() }
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1, 2:
        reference.runs.append(points)
        lines.append(.init(kind: .run, points: points))
      case 3:
        reference.lines.append(points)
        lines.append(.init(kind: .lift, points: points))
      default:
        reference.roads.append(points)
        lines.append(.init(kind: .street(.service), points: points))
      }
    }
    reference.runs.append([[0, 0], [0, 300]])
    lines.append(.init(kind: .run, points: [[0, 0], [0, 300]]))
    let world = KindWorld(lines, origin: Coordinate(latitude: 45.9, longitude: 6.9))
    let index = try world.index()
    var compared = 0
    for _ in 0..<250 {
      let metres = place()
      let answer = try index.mapKind(at: world.place(metres))
      guard answer.leastBoundaryMetres > 20 else { continue }
      compared += 1
      let isOut = reference.isCutOut(metres)
      let isMountain = !isOut && reference.isReached(metres)
      // Mountain that is not within reach must be enclosed; the converse is compared directly.
      let isRight =
        answer.kind == .mountain && !isMountain
        ? !isOut && reference.isEnclosed(metres) : (answer.kind == .mountain) == isMountain
      #expect(isRight, "seed \(seed) at \(metres): \(answer)")
    }
    #expect(compared > 100, "seed \(seed)")
  }

  @Test(arguments: 21...26)
  func `the boundary is at the distance of the nearest place of the other kind`(_ seed: UInt64)
    throws
  {
    var random = SeededGenerator(seed: seed)
    func metres() -> SIMD2<Double> {
      SIMD2(Double.random(in: -1500...1500, using: &random), Double.random(in: -1500...1500, using: &random))
    }
    let world = KindWorld([
      .init(kind: .run, points: [metres(), metres(), metres()]),
      .init(kind: .lift, points: [metres(), metres()]),
      .init(kind: .street(.residential), points: [metres(), metres()]),
    ])
    let index = try world.index()
    for _ in 0..<60 {
      let middle = metres()
      let answer = try index.mapKind(at: world.place(middle))
      guard answer.leastBoundaryMetres < 500 else { continue }
      func circle(_ radius: Double) throws -> [MapKindAnswer] {
        let count = max(8, Int(radius * 2 * .pi / 4))
        return try (0..<count).map { step in
          let angle = Double(step) / Double(count) * 2 * .pi
          return try index.mapKind(at: world.place(middle + SIMD2(cos(angle), sin(angle)) * radius))
        }
      }
      for share in [0.3, 0.6, 1] where answer.leastBoundaryMetres * share > 12 {
        let inside = try circle(answer.leastBoundaryMetres * share - 11)
        #expect(inside.allSatisfy { $0.kind == answer.kind }, "seed \(seed) at \(middle)")
      }
      let beyond = try [2.0, 6, 10, 14].flatMap { try circle(answer.leastBoundaryMetres + $0) }
      #expect(beyond.contains { $0.kind != answer.kind }, "seed \(seed) at \(middle)")
    }
  }
}
