import SkiBase
import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Tracks and paths far from the streets that cars use are under snow; short passages through them may be walked.
struct SnowCoverTests {
  /// Returns a lift 500 m up a slope with a run beside it, and a street from its lower end to the west.
  private static func village() -> MetricWorld {
    var world = MetricWorld()
    world.lift("Lift", [(0, 0), (0, 500)])
    world.run("Run", [(10, 500), (60, 250), (10, 5)])
    world.street("High Street", [(-20, 0), (-120, 0), (-300, 0)])
    return world
  }

  private static func metres(_ links: [BuilderLink]) -> Double {
    links.reduce(0) { $0 + Double($1.distancesCentimetres.last ?? 0) / 100 }
  }

  private static func refused(_ built: BuiltWorld, _ street: String) -> [BuilderLink] {
    built.streetLinks(street).filter { $0.flags.contains(.snowCovered) }
  }

  @Test(arguments: [StreetKind.track, .path, .bridleway, .footway])
  func `a long path is snow-covered from 200 m beyond the last street for cars`(kind: StreetKind) throws {
    var world = Self.village()
    world.street("Path", [(-300, 0), (-800, 0), (-1300, 0)], kind)
    let built = try world.build()
    #expect(abs(Self.metres(built.streetLinks("Path")) - 1000) < 2)
    #expect(abs(Self.metres(Self.refused(built, "Path")) - 800) < 2)
    #expect(Self.refused(built, "High Street").isEmpty)
  }

  @Test(arguments: [StreetKind.residential, .service, .unclassified, .pedestrian, .cycleway, .steps])
  func `a street of another kind is never snow-covered`(kind: StreetKind) throws {
    var world = Self.village()
    world.street("Lane", [(-300, 0), (-800, 0), (-1300, 0)], kind)
    #expect(Self.refused(try world.build(), "Lane").isEmpty)
  }

  @Test func `a track that is cleared in winter is not snow-covered`() throws {
    var world = Self.village()
    world.street("Track", [(-300, 0), (-800, 0), (-1300, 0)], .track)
    world.data.streets[1].isCleared = true
    #expect(Self.refused(try world.build(), "Track").isEmpty)
  }

  @Test func `a path along a street for cars is not snow-covered, however long`() throws {
    var world = Self.village()
    world.street("Road", [(-300, 150), (-1300, 150)])
    world.street("Path", [(-300, 0), (-1300, 0)], .path)
    #expect(Self.refused(try world.build(), "Path").isEmpty)
  }

  @Test(arguments: [(450.0, true), (550.0, false)])
  func `a dead end of up to 300 m under snow may be walked`(metres: Double, isWalked: Bool) throws {
    var world = Self.village()
    world.street("Path", [(-300, 0), (-300 - metres, 0)], .path)
    #expect(Self.refused(try world.build(), "Path").isEmpty == isWalked)
  }

  @Test(arguments: [(280.0, true), (480.0, false)])
  func `a path between two lifts without a street nearby may be walked up to 300 m`(
    east: Double, isWalked: Bool
  ) throws {
    var world = MetricWorld()
    for (name, x) in [("West", 0.0), ("East", east)] {
      world.lift(name, [(x, 0), (x, 500)])
      world.run(name + " run", [(x + 10, 500), (x + 60, 250), (x + 10, 5)])
    }
    world.street("Path", [(1, -5), (east - 1, -5)], .path)
    let built = try world.build()
    #expect(!built.streetLinks("Path").isEmpty)
    #expect(Self.refused(built, "Path").isEmpty == isWalked)
  }

  @Test func `a summer track that crosses a run again and again does not become short by that`() throws {
    var world = MetricWorld()
    world.lift("Lift", [(0, 0), (0, 500)])
    world.run("Run", [(10, 500), (60, 350), (60, 150), (10, 5)])
    world.street(
      "Track", [(10, 500), (120, 425), (60, 350), (120, 250), (60, 150), (120, 70), (10, 5)], .track)
    let built = try world.build()
    #expect(built.meet("Track", "Run"))
    #expect(Self.metres(built.streetLinks("Track")) > 600)
    let walked = built.streetLinks("Track").filter { !$0.flags.contains(.snowCovered) }
    #expect(!walked.isEmpty && !Self.refused(built, "Track").isEmpty)
    // Two passages may be left, but not two in a row.
    let ends = walked.flatMap { [$0.tail, $0.head] }
    let inner = Set(ends.filter { end in ends.count { $0 == end } > 1 })
    for node in inner {
      #expect(Self.metres(walked.filter { $0.tail == node || $0.head == node }) <= 300)
    }
  }

  @Test func `a route takes the summer track only when it is allowed`() throws {
    var world = MetricWorld()
    world.lift("Lift", [(0, 0), (0, 500)])
    world.run("Steep", [(10, 500), (60, 250), (10, 5)], .advanced)
    world.street("Track", [(10, 500), (400, 500), (400, 5), (10, 5)], .track)
    let map = try MapContents(regions: [world.build().builder]).map()
    let router = MapRouter(map: map)
    var request = RouteRequest.fastest(
      from: .coordinate(MetricWorld.place(0, 500)), to: .coordinate(MetricWorld.place(0, 0)),
      profile: SkierProfile(ceiling: .colour(.blue)))
    guard case .noAnswer(let reason) = try router.route(request) else {
      Issue.record("a beginner is sent down the summer track")
      return
    }
    let metres = try #require(reason.snowCoveredMetres)
    #expect(abs(metres - 1275) < 5)
    #expect(reason.message().contains("1.3 km along snow-covered tracks and paths"))
    request.profile.allowsSnowCovered = true
    let route = try #require(try router.route(request).value)
    #expect(route.steps.contains { $0.name == "Track" })
  }

  @Test(arguments: UInt64(1)...300)
  func `no walk through kept passages is longer than the limit, and what is kept is reached`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 2...9, using: &random)
    let segments = (0..<Int.random(in: 1...12, using: &random)).map { _ in
      StreetSegment(
        street: 0, tail: Int.random(in: 0..<count, using: &random),
        head: Int.random(in: 0..<count, using: &random), startOffset: 0, points: [],
        distances: [0, UInt32.random(in: 500...22_000, using: &random)],
        snow: random.happens(0.8) ? .long : .cleared)
    }
    let rest = Set((0..<count).filter { _ in random.happens(0.5) })
    var passages = SnowPassages(segments, rest: rest)
    let kept = passages.walked()
    #expect(kept.allSatisfy { segments[$0].snow == .long }, "seed \(seed)")
    for start in 0..<count {
      #expect(Self.longestTrail(segments, kept, from: start) <= 30_000, "seed \(seed)")
    }
    // A single part between two places, or alone at one, is kept exactly up to the limit.
    for (number, segment) in segments.enumerated() where segment.snow == .long && segment.tail != segment.head
    {
      let others = segments.indices.filter { other in
        other != number && segments[other].snow == .long
          && !Set([segments[other].tail, segments[other].head]).isDisjoint(with: [segment.tail, segment.head])
      }
      guard others.isEmpty, rest.contains(segment.tail) || rest.contains(segment.head) else { continue }
      #expect(kept.contains(number), "seed \(seed), segment \(number)")
    }
  }

  /// Returns the length of the longest walk from a site that repeats no segment, by trying all.
  private static func longestTrail(_ segments: [StreetSegment], _ kept: Set<Int>, from site: Int) -> Int {
    var best = 0
    for number in kept where segments[number].tail == site || segments[number].head == site {
      let next = segments[number].tail == site ? segments[number].head : segments[number].tail
      let length = Int(segments[number].distances.last ?? 0)
      best = max(best, length + longestTrail(segments, kept.subtracting([number]), from: next))
    }
    return best
  }
}
