import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiTracks

/// The rises of rides on a map without elevations.
struct RidePoolingTests {
  /// A two-way gondola BMT with a mid-station, a lift CD and a run, without elevations.
  private static func world() throws -> DrawnWorld {
    try DrawnWorld(
      "T-D\n| |\nM |\n| |\nB-C", cellMetres: 150,
      [
        .lift("BMT", .gondola, isTwoWay: true), .lift("CD", .chairLift), .run("TD", .easy),
        .run("DTMB", .easy), .run("BC", .easy),
      ])
  }

  /// The height of a place: 1 m for each 2 m to the north of the lowest station.
  private static func height(_ place: Coordinate, _ world: DrawnWorld) -> Double {
    1500 + (place.latitude - world.place("B").latitude) * 111_200 / 2
  }

  /// The day of a track whose receiver has an elevation for each fix, by the place and the passage.
  private static func day(_ drawn: DrawnDay, _ metres: (Coordinate, _ passage: Int) -> Double?) -> SkiDay {
    var track = drawn.track
    for (passage, fixes) in track.passages.map(\.fixes).enumerated() {
      for position in fixes {
        let old = track.fixes[position]
        var fix = old.fix
        fix.elevationMetres = metres(fix.coordinate, passage)
        track.fixes[position] = MatchedFix(
          fix, state: old.state, place: old.place, coordinate: old.coordinate,
          distanceMetres: old.distanceMetres, confidence: old.confidence)
      }
    }
    return SkiDay.make(from: track, graph: drawn.world.graph)
  }

  @Test func `the rise of a lift is the median over its rides`() throws {
    let world = try Self.world()
    var drawn = DrawnDay(world)
    for _ in 0..<3 {
      drawn.go("CD", at: 2, state: .onLift)
      drawn.go("DTMBC", at: 10)
    }
    // Passages: each lap has one on the lift and four on the run. The error grows on the ride by 0, 30 and 90 m.
    let errors = [0: 0.0, 5: 30, 10: 90]
    let day = Self.day(drawn) { place, passage in
      Self.height(place, world) * (1 + (errors[passage] ?? 0) / 300)
        - 1500 * (errors[passage] ?? 0) / 300
    }
    let rides = day.laps.filter { $0.kind == .lift }
    #expect(rides.count == 3)
    #expect(Set(rides.map(\.ascentMetres)).count == 1)
    #expect(rides.allSatisfy { $0.elevationOrigin == .track && $0.descentMetres == 0 })
    // 600 m to the north are 300 m of height, and the median of the errors is 30 m.
    let rise = try #require(rides[0].ascentMetres)
    #expect(abs(rise - 330) < 8, "\(rise) m")
    #expect(abs(day.totals.liftAscentMetres - 3 * rise) < 1e-6)
  }

  @Test func `a ride without elevations takes the rise of the others`() throws {
    let world = try Self.world()
    var drawn = DrawnDay(world)
    for _ in 0..<2 {
      drawn.go("CD", at: 2, state: .onLift)
      drawn.go("DTMBC", at: 10)
    }
    let day = Self.day(drawn) { place, passage in passage == 5 ? nil : Self.height(place, world) }
    let rides = day.laps.filter { $0.kind == .lift }
    #expect(rides.map { $0.ascentMetres ?? 0 }.allSatisfy { abs($0 - 300) < 8 })
    #expect(rides[0].ascentMetres == rides[1].ascentMetres)
  }

  @Test func `rides to a mid-station, in the other direction and of other lifts are not pooled`() throws {
    let world = try Self.world()
    var drawn = DrawnDay(world)
    drawn.go("BMT", at: 2, state: .onLift)
    drawn.go("TMB", on: "BMT", at: 2, state: .onLift)
    drawn.go("BM", on: "BMT", at: 2, state: .onLift)
    drawn.go("MB", on: "DTMB", at: 8)
    drawn.go("BC", at: 8)
    drawn.go("CD", at: 2, state: .onLift)
    let day = Self.day(drawn) { place, _ in Self.height(place, world) }
    let rides = day.laps.filter { $0.kind == .lift }
    #expect(rides.map(\.id.rawValue) == ["BMT", "BMT", "BMT", "CD"])
    for (ride, rise) in zip(rides, [300.0, -300, 150, 300]) {
      let measured = (ride.ascentMetres ?? 0) - (ride.descentMetres ?? 0)
      #expect(abs(measured - rise) < 8, "\(measured) m for \(rise) m")
    }
  }

  @Test func `the map's elevations are kept`() throws {
    let world = try DrawnWorld(
      "T\n|\n|\nB", cellMetres: 200, heights: ["T": 1900, "B": 1500],
      [.lift("BT", .chairLift), .run("TB", .easy)])
    var drawn = DrawnDay(world)
    for _ in 0..<2 {
      drawn.go("BT", at: 4, state: .onLift)
      drawn.go("TB", at: 10)
    }
    let day = Self.day(drawn) { _, passage in Double(passage) * 100 }
    #expect(day.laps.allSatisfy { $0.elevationOrigin == .map && $0.verticalMetres == 400 })
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `each ride of a lift between the same stations has the same rise`(seed: UInt64) throws {
    let world = try Self.world()
    var random = SeededGenerator(seed: seed)
    var drawn = DrawnDay(world)
    for _ in 0..<Int.random(in: 2...6, using: &random) {
      if random.happens(0.5) {
        drawn.go("BMT", at: 5, state: .onLift)
        if random.happens(0.3) {
          drawn.go("TMB", on: "BMT", at: 5, state: .onLift)
        } else {
          drawn.go("TMB", on: "DTMB", at: 9)
        }
      } else {
        drawn.go("BC", at: 9)
        drawn.go("CD", at: 3, state: .onLift)
        drawn.go("DTMB", at: 9)
      }
    }
    var bias = 0.0
    let day = Self.day(drawn) { place, _ in
      bias += Double.random(in: -0.5...0.5, using: &random)
      return random.happens(0.1) ? nil : Self.height(place, world) + bias
    }
    let rides = Dictionary(grouping: day.laps.filter { $0.kind == .lift }) {
      "\($0.id.rawValue) \($0.isDownward)"
    }
    for (name, rides) in rides {
      #expect(Set(rides.map(\.ascentMetres)).count == 1, "seed \(seed), \(name)")
      #expect(Set(rides.map(\.descentMetres)).count == 1, "seed \(seed), \(name)")
      #expect(Set(rides.map(\.startElevationMetres)).count == 1, "seed \(seed), \(name)")
    }
    let sum = day.laps.filter { $0.kind == .lift }.reduce(0) { $0 + ($1.ascentMetres ?? 0) }
    #expect(abs(day.totals.liftAscentMetres - sum) < 1e-6, "seed \(seed)")
  }
}
