import Foundation
import SkiGraph
import SkiRouting

/// Times what a router does on a real map: making a profile's costs, and whole routes between random nodes.
struct MapBenchmark {
  var graph: RoutingGraph
  var rounds = 200

  /// Prints one line a measurement.
  func run() throws {
    print(
      "map nodes \(graph.nodeCount) edges \(graph.edgeCount) links \(graph.linkCount) features \(graph.featureCount)"
    )
    report("router", times(20) { _ = Router(graph: graph) })
    let model = CostModel(graph: graph, profile: SkierProfile(ceiling: .colour(.red)))
    report("costs", times(50) { _ = model.edgeCosts() })
    let session = RouteSession(Router(graph: graph))
    for algorithm in SearchAlgorithm.allCases {
      var generator = SplitMix(state: 1)
      var spent: [Double] = []
      var settled = 0
      var found = 0
      for _ in 0..<rounds {
        let ends = (0..<2).map { _ in
          RouteEndpoint.node(NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &generator)))
        }
        let request = RouteRequest(from: ends[0], to: ends[1], algorithm: algorithm)
        let start = ContinuousClock.now
        let result = try session.route(request)
        guard case .route = result else { continue }
        spent.append(microseconds(ContinuousClock.now - start))
        settled += session.settledCount
        found += 1
      }
      report(
        "route \(algorithm.rawValue) (\(found) of \(rounds) found, \(settled / max(1, found)) settled)", spent
      )
    }
  }

  private func times(_ count: Int, _ body: () -> Void) -> [Double] {
    (0..<count).map { _ in
      let start = ContinuousClock.now
      body()
      return microseconds(ContinuousClock.now - start)
    }
  }

  private func microseconds(_ duration: Duration) -> Double {
    Double(duration.components.attoseconds) / 1e12 + Double(duration.components.seconds) * 1e6
  }

  private func report(_ what: String, _ times: [Double]) {
    let sorted = times.sorted()
    guard let last = sorted.last else { return print("\(what): nothing to time") }
    let p99 = sorted.count >= 100 ? sorted[sorted.count * 99 / 100] : last
    print(String(format: "%@: median %.1f us  p99 %.1f us", what, sorted[sorted.count / 2], p99))
  }
}

/// Numbers that depend on a seed alone. **Source:** SplitMix64, Steele, Lea and Flood 2014.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
