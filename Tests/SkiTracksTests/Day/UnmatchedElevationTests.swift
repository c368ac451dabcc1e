import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiTracks

/// The ascent and descent of stretches off the map.
struct UnmatchedElevationTests {
  private static func world() throws -> DrawnWorld {
    try DrawnWorld(
      "T----M\n.....|\n.....|\n.....|\nB----N", heights: ["T": 1800, "M": 1700, "N": 1550, "B": 1500],
      [.run("TMNB", .easy, name: "Slope"), .lift("BT", .chairLift, name: "Chair")])
  }

  /// The stretch of a descent by 200 m over 1 km of snow off the map after a ride, with elevations changed by position
  /// and time in seconds.
  private static func stretch(_ change: (Double, _ seconds: Int) -> Double?) throws -> UnmatchedStretch {
    let world = try world()
    var recording = DrawnRecording(world, at: "B", noiseMetres: 3)
    recording.go("T", 4, on: "Chair")
    let start = recording.fixes.count
    let top = world.place("T")
    for (north, height) in [(300.0, 1740.0), (1300, 1540)] {
      recording.go(
        to: Coordinate(latitude: top.latitude + north / 111_200, longitude: top.longitude), height: height, 5,
        on: "off")
    }
    var fixes = recording.fixes
    for position in start..<fixes.count {
      fixes[position].elevationMetres = fixes[position].elevationMetres.flatMap {
        change($0, position - start)
      }
    }
    let track = try TrackMatcher(index: MatchIndex(graph: world.graph)).match(fixes)
    let day = SkiDay.make(from: track, graph: world.graph)
    return try #require(day.unmatched.max { $0.mapLengthMetres < $1.mapLengthMetres })
  }

  @Test func `elevations of the receiver give ascent and descent`() throws {
    let plain = try Self.stretch { metres, _ in metres }
    #expect(plain.mapLengthMetres > 900)
    #expect(abs((plain.descentMetres ?? 0) - 240) < 40, "\(plain.descentMetres ?? -1) m")
    #expect((plain.ascentMetres ?? 99) < 10)
  }

  @Test func `a jump of the receiver is neither ascent nor descent`() throws {
    let plain = try Self.stretch { metres, _ in metres }
    let jumped = try Self.stretch { metres, seconds in metres + (seconds < 150 ? 0 : 120) }
    #expect((jumped.ascentMetres ?? 99) < 15, "\(jumped.ascentMetres ?? -1) m")
    #expect(abs((jumped.descentMetres ?? 0) - (plain.descentMetres ?? 0)) < 15)
  }

  @Test func `elevations that were not used in matching give no ascent or descent`() throws {
    for metres in [0.0, 1650] {
      let stretch = try Self.stretch { _, _ in metres }
      #expect(stretch.descentMetres.map { $0 < 10 } ?? true, "\(stretch.descentMetres ?? 0) m")
    }
    let stretch = try Self.stretch { _, _ in 0 }
    #expect(stretch.ascentMetres == nil && stretch.descentMetres == nil)
  }

  @Test func `elevations that change by more than the way allows are not used`() throws {
    var drawn = DrawnDay(try Self.world())
    drawn.wander(60, from: "T", northMetres: 3, climb: -5, heightMetres: 2100)
    let steep = try #require(drawn.day.unmatched.first)
    #expect(steep.mapLengthMetres > 150)
    #expect(steep.ascentMetres == nil && steep.descentMetres == nil)
    drawn = DrawnDay(try Self.world())
    drawn.wander(60, from: "T", northMetres: 3, climb: -3, heightMetres: 2100)
    let slope = try #require(drawn.day.unmatched.first)
    #expect(abs((slope.descentMetres ?? 0) - 177) < 9)
  }
}
