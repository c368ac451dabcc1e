import Foundation
import SkiAnswers
import SkiBase
import SkiBuild
import SkiGraph
import SkiTerrain
import SkiTestSupport
import Testing

/// The import of each real area: no feature lost unreported, and the lifts connected at least as well as
/// before.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct RealAreaConnectionTests {
  /// The lifts of each measured area, largest first, that all reach each other, and the operating ones;
  /// higher is better.
  private static let shares: [String: [(mutual: Int, operating: Int)]] = [
    "openskimap-format": [(4, 4)], "trois-vallees": [(169, 170)],
    "andorra": [(73, 74), (31, 31), (11, 11), (2, 2)],
    "andorra-2023": [(72, 73), (29, 29), (11, 11), (2, 2)],
    "crystal-mountain": [(10, 10)], "mayrhofen": [(44, 44), (19, 20), (8, 8), (7, 7)],
    "niseko": [(28, 28), (3, 3)], "us/alta": [(10, 13)], "us/alyeska": [(8, 8)],
    "us/bretton_woods": [(10, 10)], "us/jackson_hole": [(11, 12)], "us/mad_river_glen": [(5, 5)],
    "us/smugglers_notch": [(9, 9)], "us/snowbird": [(14, 14)], "us/sugarbush": [(9, 18)],
    "us/whiteface": [(11, 11)], "us/wildcat": [(4, 4)],
  ]

  @Test(arguments: RealArea.names)
  func `a real area loses no feature unreported and connects its lifts as well as recorded`(name: String)
    async throws
  {
    let (builder, report, data) = try await Self.build(name)
    let graph = try builder.build()
    try graph.checkInvariants()
    checkCounts(report)
    checkLinks(graph, data)
    let measured = MapSurvey(graph).areas.filter { $0.isMeasured }
    let least = try #require(Self.shares[name], "no figures for \(name)")
    #expect(measured.count >= least.count)
    for (area, least) in zip(measured, least) {
      let (mutual, operating) = (area.mutuallyReachableLiftCount, area.operatingLiftCount)
      let others = area.otherLifts.map { $0.name ?? $0.id.rawValue }
      #expect(operating >= least.operating, "\(name): \(mutual)/\(operating)")
      #expect(mutual >= least.mutual, "\(name): \(mutual)/\(operating), not \(others)")
      #expect(mutual * least.operating >= least.mutual * operating, "\(name): \(mutual)/\(operating)")
    }
  }

  @Test(arguments: RealArea.names)
  func `building twice gives identical bytes, and the written map equals the built one`(name: String)
    async throws
  {
    let (first, second) = (try await Self.contents(name), try await Self.contents(name))
    let folder = ScratchFolder()
    let paths = ["first", "second"].map { folder.path + "/\($0).skimap" }
    try first.write(toFile: paths[0])
    try second.write(toFile: paths[1])
    let bytes = try paths.map { try Data(contentsOf: URL(filePath: $0)) }
    #expect(!bytes[0].isEmpty && bytes[0] == bytes[1])
    let (opened, built) = (try SkiMap.open(path: paths[0]), try first.map())
    try opened.verify()
    try #require(opened.regionCount == built.regionCount)
    for region in opened.regions { try expectEqual(opened.graph(region), built.graph(region)) }
    #expect(try opened.reportJSON() == built.reportJSON() && opened.sources == built.sources)
  }

  private static func contents(_ name: String) async throws -> MapContents {
    let (data, read, elevation) = try await read(name)
    return try GraphBuild.build(data, report: read, elevation: elevation).contents
  }

  private static func build(
    _ name: String
  ) async throws -> (builder: RoutingGraphBuilder, report: ImportReport, data: SkiData) {
    let (data, read, elevation) = try await read(name)
    let (builder, report) = try MapMaking.builder(of: data, report: read, elevation: elevation)
    return (builder, report, data)
  }

  private static func read(
    _ name: String
  ) async throws -> (data: SkiData, report: ImportReport, elevation: ElevationFiles?) {
    let area = try RealArea.named(name)
    let input = SkiInput(
      runs: [area.runs.path], lifts: [area.lifts.path], areas: area.areas.map { [$0.path] } ?? [],
      spots: area.spots.map { [$0.path] } ?? [])
    let (data, read) = try await SkiReader(input: input).read()
    let elevation = try area.elevation.map { try ElevationFiles.open(paths: [$0.path]) }
    return (data, read, elevation)
  }

  /// Checks that every feature read is used or left out, and that no role has more used than read.
  private func checkCounts(_ report: ImportReport) {
    let left = report.entries.filter { $0.outcome == .leftOut }.reduce(0) { $0 + $1.count }
    let used = report.usedCounts.values.reduce(0, +)
    #expect(used + left == report.readCounts.values.reduce(0, +), "\(report.readCounts)")
    for (role, count) in report.usedCounts {
      #expect(count <= report.readCounts[role, default: 0], "\(role)")
    }
  }

  /// Checks the limits of connectors, and that no link of a run or lift is longer than the mapped line.
  private func checkLinks(_ graph: RoutingGraph, _ data: SkiData) {
    let whole = Self.lengths(data)
    for link in (0..<graph.linkCount).map({ graph.link(LinkIndex($0)) }) {
      let metres = Double(link.distancesCentimetres.last ?? 0) / 100
      if link.kind == .connector {
        let heights = link.points.compactMap(\.elevationMetres)
        let relief = (heights.max() ?? 0) - (heights.min() ?? 0)
        // No part of a walk is steeper than 35 % over 25 m.
        let (most, limit) = link.cause.isOnFoot ? (200.5, max(30.01, 0.36 * max(metres, 25))) : (150.5, 30.01)
        #expect(metres <= most, "a connector of \(metres) m")
        #expect(relief <= limit, "a connector over \(heights)")
      } else if let id = link.feature.map({ graph.feature($0).id }), !link.flags.contains(.areaCrossing) {
        // 1 % for the sphere on which the mapped line is measured, 2 m for ends that were snapped.
        let most = (whole[id] ?? 0) * 1.01 + 2
        #expect(metres <= most, "\(id.rawValue): a link of \(metres) m of \(most) m")
      }
    }
  }

  /// Returns the metres along the lines of each run and lift as read.
  private static func lengths(_ data: SkiData) -> [SourceID: Double] {
    var lengths: [SourceID: Double] = [:]
    func add(_ id: SourceID, _ lines: [Polyline]) {
      let metres = lines.map { line in
        zip(line.coordinates, line.coordinates.dropFirst()).reduce(0.0) { $0 + $1.0.distanceMetres(to: $1.1) }
      }
      lengths[id] = max(lengths[id] ?? 0, metres.reduce(0, +))
    }
    for run in data.runs {
      if case .lines(let lines) = run.geometry { add(run.id, lines) }
    }
    for lift in data.lifts { add(lift.id, lift.parts) }
    return lengths
  }

  private func expectEqual(_ a: RoutingGraph, _ b: RoutingGraph) throws {
    try #require(a.nodeCount == b.nodeCount && a.edgeCount == b.edgeCount)
    try #require(a.linkCount == b.linkCount && a.featureCount == b.featureCount)
    try #require(a.areaCount == b.areaCount)
    #expect((0..<a.linkCount).allSatisfy { a.link(LinkIndex($0)) == b.link(LinkIndex($0)) })
    #expect((0..<a.featureCount).allSatisfy { a.feature(FeatureIndex($0)) == b.feature(FeatureIndex($0)) })
    #expect((0..<a.edgeCount).allSatisfy { a.head(EdgeIndex($0)) == b.head(EdgeIndex($0)) })
    #expect((0..<a.nodeCount).allSatisfy { a.point(NodeIndex($0)) == b.point(NodeIndex($0)) })
    #expect((0..<a.areaCount).allSatisfy { a.area(AreaIndex($0)) == b.area(AreaIndex($0)) })
  }
}
