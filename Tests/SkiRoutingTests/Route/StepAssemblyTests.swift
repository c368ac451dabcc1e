import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiRouting

/// The steps of routes, against points and measures read from copies of their links.
@Suite struct StepAssemblyTests {
  @Test(arguments: Array(stride(from: UInt64(1), to: 801, by: 100)))
  func `steps between nodes have the points and measures of their links`(first: UInt64) throws {
    var (steps, joined) = (0, 0)
    for seed in first..<first + 100 {
      var world = try RandomWorld.tagged(seed: seed)
      let graph = world.graph
      let session = RouteSession(Router(graph: graph))
      for question in 0..<8 {
        let nodes = (0..<2).map { _ in
          var random = world.random
          _ = world.endpoint()
          return NodeIndex(Int.random(in: 0..<graph.nodeCount, using: &random))
        }
        let request = RouteRequest(from: .node(nodes[0]), to: .node(nodes[1]), profile: world.profile())
        guard let route = try session.route(request).value else { continue }
        for step in route.steps {
          let plain = Self.measures(of: step.edges, graph)
          let note: Comment = "seed \(seed), question \(question)"
          #expect(step.points == plain.points, note)
          #expect(step.lengthMetres == plain.length && step.maxGradient?.ratio == plain.steepest, note)
          if step.kind != .lift {
            #expect(step.ascentMetres == plain.ascent && step.descentMetres == plain.descent, note)
          }
          let facts = step.feature.map(graph.feature)
          #expect(step.id == facts?.id && step.name == facts?.name && step.refs == facts?.refs ?? [], note)
          (steps, joined) = (steps + 1, joined + (step.edges.count > 1 ? 1 : 0))
        }
      }
    }
    #expect(steps >= 150 && joined >= 1)
    print("seeds from \(first): \(steps) steps, \(joined) of several edges")
  }

  private struct Measures {
    var points: [GraphPoint] = []
    var distances: [Double] = []
    var length = 0.0
    var ascent: Double?
    var descent: Double?
    var steepest: Double?
  }

  private static func measures(of edges: [EdgeIndex], _ graph: RoutingGraph) -> Measures {
    var found = Measures()
    for edge in edges {
      let link = graph.link(graph.link(of: edge))
      let total = link.distancesCentimetres.last ?? 0
      var places = zip(link.points, link.distancesCentimetres).map { ($0, $1) }
      if graph.isReversed(edge) { places = places.reversed().map { ($0.0, total - $0.1) } }
      let start = found.distances.last ?? 0
      for (point, place) in places.dropFirst(found.points.isEmpty ? 0 : 1) {
        found.points.append(point)
        found.distances.append(start + Double(place) / 100)
      }
    }
    let heights = found.points.compactMap(\.elevationMetres)
    let isKnown = heights.count == found.points.count
    var (ascent, descent) = (0.0, 0.0)
    for index in found.points.indices.dropFirst() {
      let run = found.distances[index] - found.distances[index - 1]
      let rise = isKnown ? heights[index] - heights[index - 1] : 0
      found.length += (run * run + rise * rise).squareRoot()
      (ascent, descent) = (ascent + max(0, rise), descent + max(0, -rise))
    }
    guard isKnown else { return found }
    (found.ascent, found.descent) = (ascent, descent)
    found.steepest = steepest(found.distances, heights)
    return found
  }

  /// Returns the steepest gradient of the windows of 25 m that start or end at a point.
  private static func steepest(_ distances: [Double], _ heights: [Double]) -> Double {
    guard let length = distances.last, length > 0 else { return 0 }
    if length <= 25 { return abs(heights[heights.count - 1] - heights[0]) / length }
    let height = { (place: Double) -> Double in
      let end = min(
        distances.indices.dropFirst().first { distances[$0] >= place } ?? .max, distances.count - 1)
      let span = distances[end] - distances[end - 1]
      let share = span > 0 ? min(1, max(0, (place - distances[end - 1]) / span)) : 1
      return heights[end - 1] + (heights[end] - heights[end - 1]) * share
    }
    let windows =
      distances.filter { $0 + 25 <= length }.map { ($0, $0 + 25) }
      + distances.filter { $0 >= 25 }.map { ($0 - 25, $0) }
    return windows.reduce(0) { max($0, abs(height($1.1) - height($1.0))) } / 25
  }
}
