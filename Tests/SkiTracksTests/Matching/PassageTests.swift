import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

@Suite struct PassageTests {
  @Test func `passages are contiguous in place and time and cover every fix on the map`() throws {
    for seed in UInt64(0)..<80 {
      let world = try RandomWorld(seed: seed)
      guard world.graph.edgeCount > 0 else { continue }
      let graph = world.graph
      let fixes = RandomFixes.make(graph, seed: seed, count: 150)
      let track = try TrackMatcher(index: MatchIndex(graph: graph)).match(fixes)
      #expect(track.fixes.map(\.fix) == fixes)
      var owners = [EdgeIndex?](repeating: nil, count: fixes.count)
      for (before, passage) in zip([nil] + track.passages.map(Optional.some), track.passages) {
        let length = Double(graph.link(graph.link(of: passage.edge)).distancesCentimetres.last ?? 0) / 100
        #expect(passage.enteredMetres >= -0.1 && passage.leftMetres <= length + 0.1, "seed \(seed)")
        #expect(passage.enteredMetres <= passage.leftMetres + 0.01, "seed \(seed)")
        #expect(passage.enteredAt <= passage.leftAt, "seed \(seed)")
        for position in passage.fixes { owners[position] = passage.edge }
        guard passage.isContinued, let before else { continue }
        let isTurn = graph.link(of: before.edge) == graph.link(of: passage.edge)
        #expect(isTurn || graph.head(before.edge) == graph.tail(passage.edge), "seed \(seed)")
        #expect(before.leftAt <= passage.enteredAt, "seed \(seed)")
      }
      #expect(owners == track.fixes.map { $0.place?.edge }, "seed \(seed)")
      #expect(
        track.fixes.allSatisfy {
          ($0.place == nil) == ($0.state == .offMap) && (0...1).contains($0.confidence)
        })
    }
  }

  @Test func `the time of entering an edge is interpolated between fixes`() throws {
    let world = try DrawnWorld("A-----B-----C", [.run("ABC", .easy, name: "Run")])
    let start = 1000.0
    let fixes = (0...120).map { second in
      LocationFix(
        world.place("A", "C", share: Double(second) / 120),
        time: UniversalTime(secondsSince1970: start + Double(second)))
    }
    let track = try TrackMatcher(index: MatchIndex(graph: world.graph)).match(fixes)
    #expect(track.passages.count == 2)
    #expect(abs((track.passages.first?.leftAt.secondsSince1970 ?? 0) - start - 60) < 2)
    #expect(track.passages.first?.leftAt == track.passages.last?.enteredAt)
    #expect(track.passages.map(\.fixes.count).reduce(0, +) == fixes.count)
  }
}
