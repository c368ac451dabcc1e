import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

/// Matching of a skier who stands still.
@Suite struct StandstillMatchingTests {
  private static func world() throws -> DrawnWorld {
    try DrawnWorld(
      """
      T----M
      .....|
      .....|
      .....|
      B----N
      """, heights: ["T": 1800, "M": 1700, "N": 1550, "B": 1500],
      [.run("TMNB", .easy, name: "Slope"), .lift("BT", .chairLift, name: "Chair")])
  }

  private func track(_ world: DrawnWorld, _ fixes: [LocationFix]) throws -> MatchedTrack {
    try TrackMatcher(index: MatchIndex(graph: world.graph)).match(fixes)
  }

  /// The metres travelled between the times of two fixes.
  private func metres(_ track: MatchedTrack, _ fixes: Range<Int>) -> Double {
    let times = track.fixes[fixes.lowerBound].fix.time...track.fixes[fixes.upperBound - 1].fix.time
    return track.passages.filter { times.contains($0.enteredAt) && times.contains($0.leftAt) }
      .reduce(0) { $0 + $1.leftMetres - $1.enteredMetres }
  }

  @Test func `half an hour in a lodge at the top is a stop without distance`() throws {
    let world = try Self.world()
    for seed in UInt64(1)...6 {
      var recording = DrawnRecording(world, at: "B", seed: seed, noiseMetres: 9)
      recording.go("T", 4, on: "Chair")
      let start = recording.fixes.count
      recording.stay(1800, on: "?")
      let end = recording.fixes.count
      recording.go("M", 6, on: "Slope")
      recording.go("N", 6, on: "Slope")
      let track = try track(world, recording.fixes)
      let inside = (start + 60)..<(end - 60)
      #expect(track.fixes[inside].allSatisfy { $0.state == .stopped }, "seed \(seed)")
      #expect(Set(track.fixes[inside].map(\.coordinate)).count < 60, "seed \(seed)")
      #expect(metres(track, inside) < 15, "seed \(seed)")
      #expect(track.spelled(in: world.graph) == ["Chair", "Slope"], "seed \(seed)")
    }
  }

  @Test func `a ride begins when the wait before it is over`() throws {
    let world = try Self.world()
    for seed in UInt64(1)...6 {
      var recording = DrawnRecording(world, at: "N", seed: seed)
      recording.go("B", 5, on: "Slope")
      recording.stay(150, on: "Slope")
      let boarding = recording.fixes.count
      recording.go("T", 3, on: "Chair")
      let track = try track(world, recording.fixes)
      let ride = try #require(
        track.passages.first { world.graph.link(world.graph.link(of: $0.edge)).kind == .lift })
      let moment = recording.fixes[boarding].time.secondsSince1970
      #expect(abs(ride.enteredAt.secondsSince1970 - moment) < 20, "seed \(seed)")
      #expect(ride.fixes.lowerBound > boarding - 20, "seed \(seed)")
      #expect(track.fixes[boarding - 60].state == .waiting, "seed \(seed)")
      #expect(track.passages[0].leftAt <= ride.enteredAt, "seed \(seed)")
    }
  }

  @Test func `rides on a short slow lift are not stops when the fixes have speeds`() throws {
    let world = try DrawnWorld(
      """
      T--M
      ...|
      B--N
      """, cellMetres: 14, heights: ["T": 1508, "M": 1508, "N": 1500, "B": 1500],
      [.run("TMNB", .easy, name: "Meadow"), .lift("BT", .magicCarpet, name: "Carpet")])
    var recording = DrawnRecording(world, at: "B", noiseMetres: 3)
    var speeds: [Double] = []
    func ride(_ letter: Character, _ speed: Double, _ label: String) {
      recording.go(letter, speed, on: label)
      while speeds.count < recording.fixes.count { speeds.append(speed) }
    }
    for _ in 0..<4 {
      ride("T", 0.8, "Carpet")
      for letter in "MNB" { ride(letter, 2.5, "Meadow") }
    }
    let fixes = zip(recording.fixes, speeds).map { fix, speed in
      var fix = fix
      fix.speedMetresPerSecond = speed
      return fix
    }
    let track = try track(world, fixes)
    #expect(track.spelled(in: world.graph).count { $0 == "Carpet" } == 4)
  }

  @Test func `the two legs of a hairpin are distinguished`() throws {
    let world = try DrawnWorld(
      """
      A--------C
      .........D
      F--------E
      """, cellMetres: 12, heights: ["A": 1600, "C": 1585, "D": 1583, "E": 1581, "F": 1560],
      [.run("ACDEF", .easy, name: "Road")])
    for seed in UInt64(1)...6 {
      var recording = DrawnRecording(world, at: "A", seed: seed, noiseMetres: 6)
      for letter in "CDE" { recording.go(letter, 5, on: "Road") }
      recording.stay(40, on: "Road")
      recording.go("F", 5, on: "Road")
      let track = try track(world, recording.fixes)
      #expect(track.share(of: recording.truth, in: world.graph) == 1, "seed \(seed)")
      #expect(track.passages.count { !$0.isContinued } == 1, "seed \(seed)")
    }
  }
}
