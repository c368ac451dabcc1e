import FoundationEssentials
import SkiBase
import SkiGraph
import SkiTerrain
import SkiTestSupport
import Testing

@testable import SkiBuild

/// The height grids of real areas against the elevations they are made from.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct RealHeightGridTests {
  private static let areas = ["andorra", "crystal-mountain", "mayrhofen"]

  /// The folder of elevations, and each pyramid in it alone: models of 90 m, 30 m and finer.
  private static func sources(_ area: RealArea) throws -> [String] {
    try [#require(area.elevation).path] + area.pyramids.map(\.path)
  }

  private static func builder(_ area: RealArea, _ files: ElevationFiles) async throws -> RoutingGraphBuilder {
    let input = SkiInput(runs: [area.runs.path], lifts: [area.lifts.path])
    let (data, report) = try await SkiReader(input: input).read()
    var regions: [RoutingGraphBuilder] = []
    _ = try GraphBuild.build(
      data, report: report, elevation: files, heights: HeightGridMaker(files, attributions: ["© a surveyor"])
    ) { regions.append($0) }
    return try #require(regions.first { $0.heightGrid != nil })
  }

  @Test(arguments: areas)
  func `a real area's ground takes 1.2 bytes a sample and lies within half a metre of its source`(
    name: String
  ) async throws {
    let area = try RealArea.named(name)
    for source in try Self.sources(area) {
      let files = try ElevationFiles.open(paths: [source])
      let builder = try await Self.builder(area, files)
      let grid = try #require(builder.heightGrid)
      let samples = grid.tileCount * HeightTileCode.count
      #expect(Double(grid.byteCount) <= 1.2 * Double(samples), "\(grid.byteCount) bytes, \(samples) samples")
      let map = try MapContents(regions: [builder]).map()
      try map.verify()
      let ground = try #require(try MapElevation.open(map)).files
      let errors = try Self.errors(of: ground, to: files, in: builder).sorted()
      let (median, high) = (errors[errors.count / 2], errors[errors.count * 99 / 100])
      print(
        "\(name), \(files.names.first ?? ""): \(grid.tileCount) tiles, "
          + "\(Double(grid.byteCount) / Double(samples)) bytes a sample, median \(median) m, p99 \(high) m")
      // A second sample of two that are 13 m apart is left out, which interpolation does not make up for.
      #expect(median < 0.5 && high < 4, "median \(median) m, p99 \(high) m")
    }
  }

  /// Returns the differences in metres at seeded places within 2 km of the network.
  private static func errors(
    of ground: ElevationFiles, to files: ElevationFiles, in builder: RoutingGraphBuilder
  ) throws -> [Double] {
    var random = SeededGenerator(seed: 18)
    let scale = LocalScale(latitude: builder.nodes[0].position.coordinate.latitude)
    return try (0..<20_000).compactMap { _ -> Double? in
      let node =
        builder.nodes.randomElement(using: &random)?.position.coordinate ?? builder.nodes[0].coordinate
      let (north, east) = (
        Double.random(in: -1400...1400, using: &random), Double.random(in: -1400...1400, using: &random)
      )
      let place = Coordinate(
        latitude: node.latitude + north / scale.metresPerDegreeLatitude,
        longitude: node.longitude + east / scale.metresPerDegreeLongitude)
      guard let wanted = try files.elevationMetres(at: place) else { return nil }
      // Beside a void a sample of the source may be known where the grid, which has every second, has none.
      return try ground.elevationMetres(at: place).map { abs($0 - wanted) }
    }
  }
}
