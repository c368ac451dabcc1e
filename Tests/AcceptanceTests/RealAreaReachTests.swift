import Foundation
import SkiGeo
import SkiGraph
import SkiTerrain
import SkiTestSupport
import Testing

/// Every pair of lifts that a deliberately generous graph of the raw files joins is joined in ours, but for the lifts named.
@Suite(.enabled(if: RealAreas.isAvailable), .serialized)
struct RealAreaReachTests {
  @Test(arguments: RealArea.names)
  func `what a generous graph joins is joined`(name: String) async throws {
    let area = try RealArea.named(name)
    let (graph, _) = try await MapMaking.graph(of: area)
    let source = try area.elevation.map { try ElevationFolder.open(paths: [$0.path]) }
    let heights = source.map { source in
      RawHeights(uncertaintyMetres: 0.5) { latitude, longitude in
        try? source.elevationMetres(at: Coordinate(latitude: latitude, longitude: longitude))
      }
    }
    let generous = GenerousGraph(try area.rawArea(heights: heights))
    for pairs in generous.compare(with: graph) {
      for (what, list) in [("MISSING", pairs.missing), ("MORE", pairs.additional)] {
        for pair in list { print(name, what, pair.from, pairs.names[pair.from] ?? "", "->", pair.to, pairs.names[pair.to] ?? "") }
      }
      print(
        "\(name): \(pairs.lifts.count) lifts, \(pairs.generousCount) generous, \(pairs.ourCount) ours, "
          + "missing \(pairs.missing.count), more \(pairs.additional.count): "
          + pairs.culprits.map { "\($0) \(pairs.names[$0] ?? "")" }.joined(separator: ", "))
    }
  }
}
