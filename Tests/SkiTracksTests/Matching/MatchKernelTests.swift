import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiTracks

@Suite struct MatchKernelTests {
  @Test func `the matcher decides on the same edges as an exhaustive search`() throws {
    var (same, all) = (0, 0)
    for seed in UInt64(0)..<60 {
      let world = try RandomWorld(seed: seed)
      guard world.graph.edgeCount > 0 else { continue }
      let index = MatchIndex(graph: world.graph)
      let fixes = RandomFixes.make(world.graph, seed: seed, count: 60)
      let slow = ReferenceMatcher(index: index, options: MatchingOptions()).edges(fixes)
      let fast = try TrackMatcher(index: index).decidedEdges(fixes)
      #expect(slow.count == fast.count, "seed \(seed)")
      // Edges of equal geometry and cost may be chosen in either order where sums are rounded differently.
      same += zip(slow, fast).count { $0 == $1 }
      all += fast.count
      if slow != fast { print("seed \(seed): \(zip(slow, fast).count { $0 != $1 }) fixes differ") }
    }
    #expect(same == all)
  }

  @Test func `every link within reach is a candidate at its nearest point`() throws {
    for seed in UInt64(0)..<60 {
      let world = try RandomWorld(seed: seed)
      guard world.graph.edgeCount > 0 else { continue }
      let index = MatchIndex(graph: world.graph)
      let widths = EmissionModel(MatchingOptions())
      var search = CandidateSearch()
      for fix in RandomFixes.make(world.graph, seed: seed, count: 20) {
        guard let now = Observation(fix, after: nil, plane: index.plane, noiseMetres: 6) else { continue }
        search.run(now, in: index, widths)
        var nearest: [UInt32: Float] = [:]
        for position in 0..<index.segments.count {
          let segment = index.segments[position]
          let away = now.place - SIMD2(segment.x, segment.y)
          let along = SIMD2(segment.dx, segment.dy)
          let share = max(0, min(1, (away * along).sum() * segment.inverseSquare))
          let rest = away - along * share
          nearest[segment.link] = min(nearest[segment.link] ?? .infinity, (rest * rest).sum().squareRoot())
        }
        let reach = min(250, widths.reach(noise: now.noise))
        let expected = nearest.filter { $0.value < reach - 0.01 }
        for candidate in search.found {
          let link = index.network.edges[Int(candidate.edge)].link
          #expect(candidate.distance >= (nearest[link] ?? .infinity) - 0.01, "seed \(seed)")
        }
        guard search.found.count < CandidateSearch.limit else { continue }
        for (link, distance) in expected {
          let edges = index.linkEdges[Int(link)]
          for edge in [edges.x, edges.y] where edge != .max {
            #expect(
              search.found.contains { $0.edge == edge && abs($0.distance - distance) < 0.01 }, "seed \(seed)")
          }
        }
      }
    }
  }
}
