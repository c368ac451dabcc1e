import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// Standing, recorded with the drift and the spikes of a receiver.
struct StandingTests {
  private func world() throws -> DrawnWorld {
    try DrawnWorld(
      "T----M\n.....|\n.....|\n.....|\nB----N", heights: ["T": 1800, "M": 1700, "N": 1550, "B": 1500],
      [.run("TMNB", .easy, name: "Slope"), .lift("BT", .chairLift, name: "Chair")])
  }

  private func day(_ world: DrawnWorld, _ fixes: [LocationFix]) throws -> SkiDay {
    SkiDay.make(
      from: try TrackMatcher(index: MatchIndex(graph: world.graph)).match(fixes), graph: world.graph)
  }

  /// Adds a spike of some metres to the north to every hundredth fix.
  private func spiked(_ fixes: [LocationFix], from start: Int, metres: Double) -> [LocationFix] {
    fixes.enumerated().map { position, fix in
      var fix = fix
      if position >= start, position % 100 == 50 { fix.coordinate.latitude += metres / 111_200 }
      return fix
    }
  }

  @Test func `an hour off the map with drift and spikes has no length`() throws {
    let world = try world()
    let lodge = Coordinate(latitude: world.place("T").latitude + 0.006, longitude: world.place("T").longitude)
    for seed in UInt64(1)...4 {
      var recording = DrawnRecording(world, at: "B", seed: seed, noiseMetres: 6)
      recording.go("T", 4, on: "Chair")
      recording.go(to: lodge, height: 1800, 1.2, on: "off")
      let start = recording.fixes.count
      recording.stay(3600, on: "off")
      recording.go("T", 1.2, on: "off")
      recording.go("M", 6, on: "Slope")
      let day = try day(world, spiked(recording.fixes, from: start, metres: 120))
      let metres = day.unmatched.reduce(0) { $0 + $1.mapLengthMetres }
      // There and back: 667 m each way.
      #expect(metres > 1000 && metres < 1600, "seed \(seed): \(metres) m")
      #expect(day.breaks.count == 1, "seed \(seed)")
    }
  }

  @Test func `an hour on a run with drift and spikes adds no length`() throws {
    let world = try world()
    for seed in UInt64(1)...4 {
      func length(_ standing: Double) throws -> Double {
        var recording = DrawnRecording(world, at: "T", seed: seed, noiseMetres: 6)
        recording.go("M", 6, on: "Slope")
        let start = recording.fixes.count
        recording.stay(standing, on: "Slope")
        recording.go("N", 6, on: "Slope")
        let totals = try day(world, spiked(recording.fixes, from: start, metres: 60)).totals
        return totals.runMetres + totals.unmatchedMetres
      }
      let (moving, standing) = (try length(0), try length(3600))
      #expect(abs(moving - standing) < 40, "seed \(seed): \(standing) m for \(moving) m")
    }
  }
}
