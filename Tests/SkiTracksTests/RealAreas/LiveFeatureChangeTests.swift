import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiSimulation
@testable import SkiTracks

/// The changes of the feature reported live, compared with those of the whole day's matching.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct LiveFeatureChangeTests {
  /// The greatest ratio of live changes to final ones.
  private static let greatestRatio = 1.2

  /// The features of a day, live and final, with the times for which a change was delayed.
  private struct LiveDay {
    var live: [FeatureIndex?] = []
    var final: [FeatureIndex?] = []
    /// The seconds from the first fix at which the new feature was the most likely to its report, of each change.
    var delays: [Double] = []

    init(_ fixes: [LocationFix], _ index: MatchIndex) throws {
      let graph = index.graph
      final = try TrackMatcher(index: index).match(fixes).fixes.map { Self.feature($0.place?.edge, graph) }
      var (online, scratch) = (OnlineMatcher(), MatchScratch())
      var (likeliest, since) = (FeatureIndex?.none, 0.0)
      for fix in fixes {
        _ = online.update(fix, in: index, with: &scratch)
        let best = scratch.hypotheses.min { $0.cost < $1.cost }.flatMap {
          $0.isOffMap ? nil : EdgeIndex($0.edge)
        }
        let feature = Self.feature(best, graph)
        if feature != likeliest { (likeliest, since) = (feature, fix.time.secondsSince1970) }
        let reported = Self.feature(online.latest?.place?.edge, graph)
        if let last = live.last, reported != last { delays.append(fix.time.secondsSince1970 - since) }
        live.append(reported)
      }
    }

    var ratio: Double { Double(Self.changes(live)) / Double(max(1, Self.changes(final))) }

    var description: String {
      let sorted = delays.sorted()
      let median = sorted.isEmpty ? 0 : sorted[sorted.count / 2]
      let mean = delays.reduce(0, +) / Double(max(1, delays.count))
      return "\(Self.changes(live)) changes live, \(Self.changes(final)) in the end: \(ratio); "
        + "delay of \(median) s in the median, \(mean) s in the mean, \(sorted.last ?? 0) s at most"
    }

    private static func changes(_ features: [FeatureIndex?]) -> Int {
      zip(features, features.dropFirst()).count { $0 != $1 }
    }

    private static func feature(_ edge: EdgeIndex?, _ graph: RoutingGraph) -> FeatureIndex? {
      edge.flatMap { graph.link(graph.link(of: $0)).feature }
    }
  }

  @Test(arguments: ["crystal-mountain", "trois-vallees"])
  func `on recorded days the live feature changes at most 1.2 times as often as the final one`(
    name: String
  ) async throws {
    let (graph, _) = try await MapMaking.graph(of: try RealArea.named(name))
    let file = try TrackReader.read(path: try RealAreas.file("tracks/\(name)-01.gpx").path)
    var filter = FixFilter()
    let day = try LiveDay(filter.accepted(of: file.fixes), MatchIndex(graph: graph))
    print("\(name): \(day.description)")
    #expect(day.ratio <= Self.greatestRatio)
  }

  @Test(arguments: ["crystal-mountain", "trois-vallees", "mayrhofen", "andorra", "niseko", "us/alta"])
  func `on simulated days the live feature changes at most 1.2 times as often as the final one`(
    name: String
  ) async throws {
    let (graph, _) = try await MapMaking.graph(of: try RealArea.named(name))
    let mountain = try SimulatedMountain(graph: graph)
    let index = MatchIndex(graph: graph)
    for (seed, sigma) in [(UInt64(1), 6.0), (2, 6), (3, 10), (4, 15)] {
      var options = SimulationOptions()
      options.receiver.sigmaMetres = sigma
      options.receiver.reportsMotion = seed != 2
      let day = try LiveDay(SimulatedDay.make(on: mountain, seed: seed, options: options).fixes, index)
      print("\(name), seed \(seed), \(sigma) m: \(day.description)")
      #expect(day.ratio <= Self.greatestRatio, "\(name), seed \(seed)")
    }
  }
}
