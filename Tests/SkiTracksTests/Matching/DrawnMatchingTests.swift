import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

@Suite struct DrawnMatchingTests {
  /// A lift from B to T with a run beside it that begins and ends where the lift does.
  private static func beside() throws -> DrawnWorld {
    try DrawnWorld(
      """
      T
      M
      |
      |
      |
      N
      B
      """, heights: ["T": 1600, "M": 1560, "N": 1240, "B": 1200],
      [.lift("BT", .chairLift, name: "Chair"), .run("TMNB", .easy, name: "Slope")])
  }

  private static func match(_ world: DrawnWorld, _ recording: DrawnRecording) throws -> MatchedTrack {
    try TrackMatcher(index: MatchIndex(graph: world.graph)).match(recording.fixes)
  }

  @Test func `a run exactly below its lift is distinguished from it by the motion`() throws {
    let world = try Self.beside()
    var recording = DrawnRecording(world, at: "B")
    for _ in 0..<3 {
      recording.go("T", 3, on: "Chair")
      recording.go("B", 7, on: "Slope")
    }
    let track = try Self.match(world, recording)
    #expect(track.spelled(in: world.graph) == ["Chair", "Slope", "Chair", "Slope", "Chair", "Slope"])
    #expect(track.share(of: recording.truth, in: world.graph) > 0.98)
    #expect(track.fixes.allSatisfy { $0.fix.time.secondsSince1970 > 0 && $0.state != .offMap })
  }

  @Test func `of two runs 25 metres apart the nearer one is matched throughout`() throws {
    let world = try DrawnWorld(
      """
      TS
      ||
      ||
      ||
      ||
      BA
      """, cellMetres: 25, heights: ["T": 1600, "S": 1600, "B": 1560, "A": 1560],
      [.run("TB", .easy, name: "Left"), .run("SA", .easy, name: "Right")])
    for (letters, name) in [("TB", "Left"), ("SA", "Right")] {
      var recording = DrawnRecording(world, at: letters.first ?? "T", seed: 3)
      recording.go(letters.last ?? "B", 5, on: name)
      let track = try Self.match(world, recording)
      #expect(track.spelled(in: world.graph) == [name])
    }
  }

  @Test func `a skier who crosses another run stays matched to the run skied`() throws {
    let world = try DrawnWorld(
      """
      ..T..
      .....
      L.X.R
      .....
      ..B..
      """, heights: ["T": 1600, "X": 1550, "B": 1500, "L": 1580, "R": 1520],
      [.run("TXB", .easy, name: "Down"), .run("LXR", .easy, name: "Across")])
    var recording = DrawnRecording(world, at: "T")
    recording.go("X", 6, on: "Down")
    recording.go("B", 6, on: "Down")
    #expect(try Self.match(world, recording).spelled(in: world.graph) == ["Down"])
  }

  @Test func `skiing far from any run is off the map, and the run is matched again after it`() throws {
    let world = try DrawnWorld(
      """
      T......
      |......
      M......
      |......
      |......
      N......
      B......
      """, heights: ["T": 1600, "M": 1500, "N": 1250, "B": 1200],
      [.run("TMNB", .easy, name: "Slope"), .lift("BT", .chairLift, name: "Chair")])
    var recording = DrawnRecording(world, at: "T")
    recording.go("M", 6, on: "Slope")
    let away = world.place("M", "N", share: 0.5)
    let scale = LocalScale(latitude: away.latitude)
    recording.go(
      to: Coordinate(
        latitude: away.latitude, longitude: away.longitude + 300 / scale.metresPerDegreeLongitude),
      height: 1350,
      6, on: "off")
    recording.go("N", 6, on: "off")
    recording.go("B", 6, on: "Slope")
    let track = try Self.match(world, recording)
    #expect(track.spelled(in: world.graph) == ["Slope", "Slope"])
    #expect(track.share(of: recording.truth, in: world.graph) > 0.8)
    #expect(track.passages.count { !$0.isContinued } == 2)
  }

  @Test func `standing on a run is a stop or a wait, and standing at the lift is a wait`() throws {
    let world = try Self.beside()
    var recording = DrawnRecording(world, at: "T")
    recording.go("M", 6, on: "Slope")
    recording.go("N", 6, on: "Slope")
    let stopped = recording.fixes.count
    recording.stay(120, on: "Slope")
    recording.go("B", 6, on: "Slope")
    let waiting = recording.fixes.count
    recording.stay(180, on: "Slope")
    let riding = recording.fixes.count
    recording.go("T", 3, on: "Chair")
    let states = try Self.match(world, recording).fixes.map(\.state)
    #expect(states[stopped + 30] == .stopped || states[stopped + 30] == .waiting)
    #expect(states[(waiting + 20)..<(riding - 20)].allSatisfy { $0 == .waiting })
    #expect(states[(riding + 40)..<(states.count - 10)].allSatisfy { $0 == .onLift })
    #expect(states[10..<(stopped - 20)].allSatisfy { $0 == .onRun })
  }

  @Test func `a gap in the fixes is bridged along the only path`() throws {
    let world = try Self.beside()
    var recording = DrawnRecording(world, at: "B")
    recording.go("T", 3, on: "Chair")
    recording.go("M", 6, on: "Slope")
    recording.go("N", 6, on: "Slope")
    var track = try Self.match(world, recording)
    #expect(track.spelled(in: world.graph) == ["Chair", "Slope"])
    // The same track without the ride's last and the run's first minute.
    let all = recording.fixes
    let kept = all.filter { $0.time.secondsSince1970 < all[0].time.secondsSince1970 + 100 } + all.suffix(30)
    track = try TrackMatcher(index: MatchIndex(graph: world.graph)).match(kept)
    #expect(track.spelled(in: world.graph) == ["Chair", "Slope"])
    #expect(track.passages.count { !$0.isContinued } == 1)
  }

  @Test func `a ride through a mid-station is one ride, and a ride may end there`() throws {
    let world = try DrawnWorld(
      """
      ....T
      .....
      ..M..
      .....
      B...E
      """, heights: ["T": 1800, "M": 1500, "B": 1200, "E": 1300],
      [
        .lift("BMT", .gondola, name: "Gondola"), .run("TE", .easy, name: "Upper"),
        .run("ME", .easy, name: "Lower"),
      ])
    var whole = DrawnRecording(world, at: "B")
    whole.go("M", 5, on: "Gondola")
    whole.go("T", 5, on: "Gondola")
    whole.go("E", 7, on: "Upper")
    let track = try Self.match(world, whole)
    #expect(track.spelled(in: world.graph) == ["Gondola", "Upper"])
    #expect(track.passages.count == 2)
    var part = DrawnRecording(world, at: "B")
    part.go("M", 5, on: "Gondola")
    part.go("E", 7, on: "Lower")
    #expect(try Self.match(world, part).spelled(in: world.graph) == ["Gondola", "Lower"])
  }

  @Test func `invalid fixes are matched without an error`() throws {
    let world = try Self.beside()
    let index = MatchIndex(graph: world.graph)
    #expect(try TrackMatcher(index: index).match([]).fixes.isEmpty)
    let strange: [LocationFix] = [
      LocationFix(Coordinate(latitude: .nan, longitude: 7), time: UniversalTime(secondsSince1970: 0)),
      LocationFix(Coordinate(latitude: 46, longitude: 1e300), time: UniversalTime(secondsSince1970: 1)),
      LocationFix(world.place("B"), time: UniversalTime(secondsSince1970: .infinity)),
      LocationFix(world.place("B"), time: UniversalTime(secondsSince1970: 1e300), elevationMetres: .nan),
      LocationFix(
        world.place("T"), time: UniversalTime(secondsSince1970: -1e300), elevationMetres: 1e300,
        horizontalAccuracyMetres: -5),
      LocationFix(Coordinate(latitude: -90, longitude: -180), time: UniversalTime(secondsSince1970: 5)),
    ]
    let track = try TrackMatcher(index: index).match(strange + strange)
    #expect(track.fixes.count == 12)
    var online = OnlineMatcher()
    for fix in strange + strange { _ = online.update(fix, in: index) }
    _ = online.finish()
  }
}
