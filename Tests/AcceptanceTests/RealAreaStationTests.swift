import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// Stations between the ends of real lifts. No file here names one; three are inferred from the drawing.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct RealAreaStationTests {
  /// Each was verified in the source: two gondolas that turn at a station reached by runs, and one in which a
  /// run ends.
  private static let inferred = [
    "us/jackson_hole": "way/444901378", "us/bretton_woods": "way/766575397", "mayrhofen": "osm_655440326",
  ]

  @Test(arguments: RealArea.names)
  func `the inferred mid-stations are the recorded ones, with one wait each and runs leading on`(name: String)
    async throws
  {
    let (graph, report) = try await MapMaking.graph(of: try RealArea.named(name))
    let found = report.entries.first { $0.code == "midStationInferred" }?.examples.map(\.id) ?? []
    #expect(found == (Self.inferred[name].map { [$0] } ?? []))
    let pricer = LiftCosts(graph: graph)
    for number in 0..<graph.featureCount where graph.feature(FeatureIndex(number)).kind == .lift {
      let lift = graph.feature(FeatureIndex(number))
      let links = graph.links(of: FeatureIndex(number)).filter { !graph.isThroughRide($0) }
      let rides = links.map { graph.link(LinkIndex($0)) }
      #expect(rides.count <= 1 || found.contains(lift.id.rawValue), "\(lift.id) \(lift.name ?? "")")
      guard rides.count > 1 else { continue }
      let middle = try #require(
        rides.lazy.flatMap { [$0.tail, $0.head] }.first { $0 != lift.startNode && $0 != lift.endNode })
      let onward = (0..<graph.linkCount).map { graph.link(LinkIndex($0)) }
        .filter { $0.kind != .lift && ($0.tail == middle || $0.head == middle) }
      #expect(!onward.isEmpty, "\(name): nothing leads to the station of \(lift.name ?? "")")
      let times = links.compactMap { pricer.time(link: LinkIndex($0)) }
      let ropes = times.map { $0.ride - LiftTimes.boardingMilliseconds(of: lift) }
      #expect(abs(ropes.reduce(0, +) - 2 * (ropes.max() ?? 0)) <= 2, "parts of a ride add up to it")
      #expect(Set(times.map(\.wait)).count == 1, "each boarding has its wait")
    }
  }
}
