import FoundationEssentials
import SkiAnswers
import SkiBase
import SkiGraph
import SkiTerrain
import SkiTestSupport
import Testing

@testable import SkiBuild

@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct RealAreaTests {
  /// The least share of the lifts of an area's largest measured area that can all reach each other.
  private static let leastShares = [
    "trois-vallees": 0.98, "andorra": 0.95, "andorra-2023": 0.95, "crystal-mountain": 1, "mayrhofen": 0.95,
    "niseko": 0.95, "openskimap-format": 1,
  ]

  static func build(_ area: RealArea) async throws -> (builder: RoutingGraphBuilder, report: ImportReport) {
    let input = SkiInput(
      runs: [area.runs.path], lifts: [area.lifts.path], areas: area.areas.map { [$0.path] } ?? [],
      spots: area.spots.map { [$0.path] } ?? [])
    let (data, report) = try await SkiReader(input: input).read()
    let elevation = try area.elevation.map { try ElevationFiles.open(paths: [$0.path], encoding: nil) }
    return try MapMaking.builder(of: data, report: report, elevation: elevation)
  }

  @Test(arguments: RealArea.names)
  func `the graph of a real area is valid, and every feature is counted as used or left out`(name: String)
    async throws
  {
    let area = try RealArea.named(name)
    let clock = ContinuousClock()
    let start = clock.now
    let (builder, report) = try await Self.build(area)
    let took = start.duration(to: clock.now)
    let graph = try builder.build()
    try graph.checkInvariants()
    checkCounts(report)
    checkConnectors(builder)
    let survey = MapSurvey(graph)
    print(line(name, survey, took))
    let largest = try #require(survey.areas.first { $0.isMeasured })
    let share = try #require(largest.mutuallyReachableShare)
    #expect(share >= Self.leastShares[name] ?? 0, "\(name): \(share)")
  }

  private func checkCounts(_ report: ImportReport) {
    let left = report.entries.filter { $0.outcome == .leftOut }.reduce(0) { $0 + $1.count }
    let used = report.usedCounts.values.reduce(0, +)
    #expect(
      used + left == report.readCounts.values.reduce(0, +),
      "\(report.readCounts) \(report.usedCounts) \(left)")
  }

  private func checkConnectors(_ builder: RoutingGraphBuilder) {
    for link in builder.links where link.kind == .connector {
      let metres = Double(link.distancesCentimetres.last ?? 0) / 100
      let climb = zip(link.points, link.points.dropFirst()).reduce(0.0) { sum, pair in
        sum + abs((pair.1.elevationMetres ?? 0) - (pair.0.elevationMetres ?? 0))
      }
      // Walks rise or fall by 35 % at most, over 200 m.
      let limits = link.cause.isOnFoot ? (metres: 200.6, climb: 70.0) : (metres: 150.5, climb: 30.0)
      #expect(metres <= limits.metres && climb <= limits.climb, "\(link.cause): \(metres) m, \(climb) m")
    }
  }

  private func line(_ name: String, _ survey: MapSurvey, _ took: Duration) -> String {
    let areas = survey.areas.map { area in
      "\(!area.isMeasured ? "outside" : area.name ?? "unnamed") \(area.mutuallyReachableLiftCount)/\(area.operatingLiftCount)"
    }
    let connectors = survey.linkCounts.filter { $0.kind == .connector }.map {
      "\($0.cause.rawValue) \($0.count)"
    }
    return "\(name): \(survey.nodeCount) nodes, \(survey.edgeCount) edges, \(took); "
      + connectors.joined(separator: ", ") + "; no way in \(survey.liftsWithoutWayIn.count), out "
      + "\(survey.liftsWithoutWayOut.count); " + areas.joined(separator: ", ")
  }
}
