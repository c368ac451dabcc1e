import FoundationEssentials
import SkiBase
import SkiBuild
import SkiGraph
import SkiRouting
import SkiTerrain
import SkiTestSupport
import Testing

/// Runs of real areas that lead up in one direction, on maps without elevations: edges that climb on surveyed
/// ground are climbs and cost as such.
@Suite(.enabled(if: RealAreas.isAvailable))
struct RealAreaClimbTests {
  /// A run of an area, built without elevations.
  struct NamedRun: Sendable, CustomTestStringConvertible {
    var area: String
    var name: String
    /// The least length of the edges compared; the direction of short crossings of an area that touch no line
    /// can't be inferred.
    var leastMetres = 0.0
    var testDescription: String { "\(name) in \(area)" }
  }

  private static let runs = [
    NamedRun(area: "us/wildcat", name: "Starr-Line"),
    NamedRun(area: "us/wildcat", name: "Black-Cat"),
    NamedRun(area: "us/alta", name: "Baldy Chutes", leastMetres: 200),
    NamedRun(area: "trois-vallees", name: "Boulevard Cumin"),
  ]

  @Test(arguments: runs)
  func `a run is never skied up by more than 15 m at more than 10 %`(run: NamedRun) async throws {
    let (graph, ground) = try await Self.heightless(run.area)
    var (skied, climbed) = (0, 0)
    for edge in try Self.edges(of: run, in: graph) {
      guard let rise = try Self.rise(of: edge, graph, ground), rise > 15,
        rise > 0.1 * graph.lengthMetres(of: edge)
      else { continue }
      if graph.isClimb(edge) { climbed += 1 } else { skied += 1 }
    }
    #expect(skied == 0, "\(skied) edges are skied up, \(climbed) climbed")
  }

  @Test(arguments: runs)
  func `an edge that rises by more than 15 m at 10 % takes at least twice as long up as down`(run: NamedRun)
    async throws
  {
    let (graph, ground) = try await Self.heightless(run.area)
    let anybody = SkierProfile(ceiling: .grade(.expert), ungraded: .allow)
    let costs = CostModel(graph: graph, profile: anybody).edgeCosts().milliseconds
    var down: [LinkIndex: UInt32] = [:]
    var up: [LinkIndex: UInt32] = [:]
    for edge in try Self.edges(of: run, in: graph) {
      guard let rise = try Self.rise(of: edge, graph, ground), abs(rise) > 15,
        abs(rise) > 0.1 * graph.lengthMetres(of: edge)
      else { continue }
      let cost = costs[edge.position]
      try #require(cost != EdgeCosts.notAllowed, "link \(graph.link(of: edge)) may not be used")
      if rise > 0 { up[graph.link(of: edge)] = cost } else { down[graph.link(of: edge)] = cost }
    }
    #expect(!down.isEmpty, "nothing leads down")
    for (link, cost) in up {
      let other = try #require(down[link], "link \(link) leads up alone")
      #expect(cost >= 2 * other, "link \(link): \(cost) ms up, \(other) ms down")
    }
  }

  private static func heightless(
    _ name: String
  ) async throws -> (graph: RoutingGraph, ground: any ElevationSource) {
    let area = try RealArea.named(name)
    let (data, _) = try await SkiReader(input: SkiInput(runs: [area.runs.path], lifts: [area.lifts.path]))
      .read()
    let surveyed: (any ElevationSource)? = try SurveyedHeights.ground(of: area)
    let ground = try #require(surveyed ?? SurveyedGround(vertices: data), "\(area) has no heights")
    return (try MapMaking.builder(of: data.withoutHeights(), elevation: nil).builder.build(), ground)
  }

  /// Returns the directed edges of all runs of a name that are long enough.
  private static func edges(of run: NamedRun, in graph: RoutingGraph) throws -> [EdgeIndex] {
    let edges = (0..<graph.edgeCount).map(EdgeIndex.init).filter { edge in
      let link = graph.link(graph.link(of: edge))
      return link.kind == .run && link.feature.map { graph.feature($0).name } == run.name
        && graph.lengthMetres(of: edge) >= run.leastMetres
    }
    try #require(!edges.isEmpty, "\(run.name) has no edges")
    return edges
  }

  private static func rise(
    of edge: EdgeIndex, _ graph: RoutingGraph, _ ground: any ElevationSource
  ) throws -> Double? {
    guard let from = try ground.elevationMetres(at: graph.point(graph.tail(edge)).coordinate),
      let to = try ground.elevationMetres(at: graph.point(graph.head(edge)).coordinate)
    else { return nil }
    return to - from
  }
}

extension RoutingGraph {
  fileprivate func lengthMetres(of edge: EdgeIndex) -> Double {
    Double(link(link(of: edge)).distancesCentimetres.last ?? 0) / 100
  }
}
