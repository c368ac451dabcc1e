import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiSimulation
@testable import SkiTracks

/// Simulated days over every real area with gaps cut into them, compared with their truth.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct CutDayTests {
  /// The gaps of days and the laps made over them.
  private struct Count {
    var gaps = 0
    /// The gaps bridged by lifts and runs of the truth alone.
    var right = 0
    var wrong: [String] = []
    var rides = 0
    var ridesRight = 0
  }

  @Test(arguments: RealArea.names)
  func `no lap spans an open gap, and bridged parts are on the lifts and runs of the truth`(name: String)
    async throws
  {
    let (graph, _) = try await MapMaking.graph(of: try RealArea.named(name))
    let mountain = try SimulatedMountain(graph: graph)
    let matcher = TrackMatcher(index: MatchIndex(graph: graph))
    var count = Count()
    for seed in 1...UInt64(TestScale.count(all: 3, sample: 1)) {
      var random = SeededGenerator(seed: seed)
      let whole = SimulatedDay.make(on: mountain, seed: seed)
      var gaps: [Range<Int>] = []
      var position = 300
      while position < whole.fixes.count {
        let end = min(whole.fixes.count - 1, position + Int.random(in: 130...900, using: &random))
        if end - position >= 130 { gaps.append(position..<end) }
        position = end + Int.random(in: 600...2400, using: &random)
      }
      let kept = whole.fixes.indices.filter { fix in !gaps.contains { $0.contains(fix) } }
      let day = SkiDay.make(from: try matcher.match(kept.map { whole.fixes[$0] }), graph: graph)
      for gap in gaps { self.count(gap, whole, day, graph, &count) }
    }
    print(
      "\(name): of \(count.gaps) gaps \(count.right) bridged rightly, \(count.wrong.count) wrongly; "
        + "of \(count.rides) rides within gaps \(count.ridesRight) kept: \(count.wrong)")
    #expect(count.wrong.count <= 1, "\(name): \(count.wrong)")
  }

  private func count(
    _ gap: Range<Int>, _ whole: SimulatedDay, _ day: SkiDay, _ graph: RoutingGraph, _ count: inout Count
  ) {
    count.gaps += 1
    let (from, to) = (whole.fixes[gap.lowerBound - 1].time, whole.fixes[gap.upperBound].time)
    let trueFeatures = Set(
      whole.truth[gap.lowerBound - 1...gap.upperBound].compactMap(\.feature))
    let over = day.laps.filter { $0.start < to && $0.end > from }
    let bridged = over.filter { lap in lap.bridged.contains { $0.start < to && $0.end > from } }
    #expect(over.count == bridged.count, "laps over an open gap: \(over.map { $0.label ?? $0.id.rawValue })")
    let rides = Set(
      whole.truth[gap].filter { $0.state == .onLift }.compactMap(\.feature))
    count.rides += rides.count
    guard !bridged.isEmpty else { return }
    let falseLaps = bridged.filter { lap in
      !trueFeatures.contains(lap.feature)
        && lap.bridged.filter { $0.start < to && $0.end > from }.reduce(0) { $0 + $1.lengthMetres } > 50
    }
    let isMissing = rides.contains { ride in !bridged.contains { $0.feature == ride } }
    if falseLaps.isEmpty, !isMissing {
      count.right += 1
      count.ridesRight += rides.count
    } else {
      count.wrong.append(
        "\(bridged.map { $0.label ?? $0.id.rawValue }) for \(trueFeatures.map { graph.feature($0).name ?? graph.feature($0).id.rawValue }) in \(Int(to.secondsSince1970 - from.secondsSince1970)) s"
      )
    }
  }
}
