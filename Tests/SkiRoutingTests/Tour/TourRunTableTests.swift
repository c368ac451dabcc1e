import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

@Suite struct TourRunTableTests {
  /// The network of a random tour with its windows and passages.
  private static func problem(seed: UInt64) throws -> (problem: TourRunProblem, runs: TourRuns)? {
    let tourCase = try TourOracleTests.TourCase(seed: seed)
    let session = tourCase.session
    let request = tourCase.request
    let day = session.prepare(request.profile)
    let home = try EndResolver.resolve(
      request.home, as: .start, in: tourCase.graph, profile: request.profile, snapLimitMetres: 150)
    guard case .answer(let home) = home else { return nil }
    let network = TourNetwork(
      tourCase.graph, ends: TourEnds(home: home, end: home, lunch: nil), day: day)
    let (from, until) = (UInt32(request.from.milliseconds), UInt32(request.until.milliseconds))
    let windows = TourWindows(network, from: from, until: until)
    guard windows.isUseful(network.start) else { return nil }
    let runs = TourRuns(tourCase.graph)
    let problem = TourRunProblem(
      network: network, windows: windows, distances: try TourDistances(network, windows),
      passages: runs.passages(of: network, windows), runCount: runs.lines.count, from: from, until: until)
    return (problem, runs)
  }

  @Test func `the least times between nodes equal those of Dijkstra's search`() throws {
    var reached = 0
    for seed in UInt64(1)...300 {
      guard let (problem, _) = try Self.problem(seed: seed) else { continue }
      let network = problem.network
      let nodes = (0..<network.nodeCount).filter(problem.windows.isUseful)
      let table = problem.distances.table(from: nodes, to: nodes)
      for (row, source) in nodes.enumerated() {
        var search = DistanceSearch([UInt32](repeating: .max, count: network.nodeCount))
        search.relax(source, at: 0)
        while let (node, time) = search.settle() {
          for arc in network.arcs(from: node) where problem.windows.isUseful(Int(network.arcs[arc].head)) {
            let milliseconds = UInt32(network.leastMilliseconds(network.arcs[arc]))
            search.relax(Int(network.arcs[arc].head), at: time + milliseconds)
          }
        }
        for (column, target) in nodes.enumerated() {
          let expected = min(search.costs[target], TourDistances.unreachable)
          #expect(table[row * nodes.count + column] == expected, "seed \(seed): \(source) to \(target)")
          if expected < TourDistances.unreachable { reached += 1 }
        }
      }
    }
    #expect(reached > 1000)
  }

  @Test func `a passage counts its run at its last arc and no sooner`() throws {
    var count = 0
    for seed in UInt64(1)...500 {
      guard let (problem, runs) = try Self.problem(seed: seed) else { continue }
      for passage in problem.passages {
        #expect(runs.counted(on: passage.arcs, of: problem.network) == [passage.run], "seed \(seed)")
        #expect(runs.counted(on: passage.arcs.dropLast(), of: problem.network).isEmpty, "seed \(seed)")
        count += 1
      }
    }
    #expect(count > 20)
  }
}
