import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiTracks

@Suite struct OnlineMatcherTests {
  private static func world() throws -> (DrawnWorld, DrawnRecording) {
    let world = try DrawnWorld(
      """
      T...
      .M..
      ....
      .N..
      B...
      """, heights: ["T": 1600, "M": 1500, "N": 1300, "B": 1200],
      [.lift("BT", .chairLift, name: "Chair"), .run("TMNB", .easy, name: "Slope")])
    var recording = DrawnRecording(world, at: "B")
    for _ in 0..<3 {
      recording.go("T", 3, on: "Chair")
      for letter in "MNB" { recording.go(letter, 7, on: "Slope") }
    }
    return (world, recording)
  }

  @Test func `each fix becomes final once, in order, within the lag`() throws {
    let (world, recording) = try Self.world()
    let index = MatchIndex(graph: world.graph)
    var options = MatchingOptions()
    options.lagFixes = 20
    var online = OnlineMatcher(options: options)
    var decided: [MatchedFix] = []
    for fix in recording.fixes {
      decided += online.update(fix, in: index)
      #expect(online.pendingCount <= 20)
      #expect(online.latest?.fix == fix)
    }
    decided += online.finish()
    #expect(decided.map(\.fix) == recording.fixes)
    let track = MatchedTrack(fixes: decided, passages: [])
    #expect(track.share(of: recording.truth, in: world.graph) > 0.9)
  }

  @Test func `with a lag longer than the track, live and recorded decisions are the same`() throws {
    for seed in UInt64(0)..<40 {
      let world = try RandomWorld(seed: seed)
      guard world.graph.linkCount > 0 else { continue }
      let index = MatchIndex(graph: world.graph)
      let fixes = RandomFixes.make(world.graph, seed: seed, count: 120)
      var options = MatchingOptions()
      (options.lagFixes, options.lagSeconds) = (.max, .infinity)
      var online = OnlineMatcher(options: options)
      var decided: [MatchedFix] = []
      for fix in fixes { decided += online.update(fix, in: index) }
      decided += online.finish()
      let whole = try TrackMatcher(index: index, options: options).decidedEdges(fixes)
      #expect(decided.map(\.place?.edge) == whole, "seed \(seed)")
    }
  }
}
