import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks

/// Fixes along the edges of a random graph, with noise, jumps and gaps.
enum RandomFixes {
  static func make(_ graph: RoutingGraph, seed: UInt64, count: Int) -> [LocationFix] {
    var random = SeededGenerator(seed: seed &+ 77)
    var edge = EdgeIndex(Int.random(in: 0..<graph.edgeCount, using: &random))
    var (share, seconds) = (0.0, 1000.0)
    return (0..<count).map { _ in
      seconds += random.happens(0.02) ? 90 : random.pick([1, 1, 1, 5, 20])
      share += Double.random(in: 0...0.4, using: &random)
      if share > 1 || random.happens(0.02) {
        let next = graph.edges(from: graph.head(edge))
        let canGoOn = !next.isEmpty && random.happens(0.9)
        edge = EdgeIndex(
          canGoOn
            ? Int.random(in: next, using: &random) : Int.random(in: 0..<graph.edgeCount, using: &random))
        share = 0
      }
      return fix(graph, edge, share, seconds, &random)
    }
  }

  private static func fix(
    _ graph: RoutingGraph, _ edge: EdgeIndex, _ share: Double, _ seconds: Double,
    _ random: inout SeededGenerator
  ) -> LocationFix {
    let link = graph.link(graph.link(of: edge))
    let points = graph.isReversed(edge) ? Array(link.points.reversed()) : link.points
    let place = min(0.999, share) * Double(points.count - 1)
    let (a, b) = (points[Int(place)], points[Int(place) + 1])
    let part = place - place.rounded(.down)
    func noise() -> Double { Double.random(in: -0.00015...0.00015, using: &random) }
    let (from, to) = (a.coordinate, b.coordinate)
    var fix = LocationFix(
      Coordinate(
        latitude: from.latitude + (to.latitude - from.latitude) * part + noise(),
        longitude: from.longitude + (to.longitude - from.longitude) * part + noise()),
      time: UniversalTime(secondsSince1970: seconds))
    if random.happens(0.8) { fix.horizontalAccuracyMetres = Double.random(in: 3...25, using: &random) }
    if let low = a.elevationMetres, let high = b.elevationMetres, random.happens(0.9) {
      fix.elevationMetres = low + (high - low) * part + Double.random(in: 0...20, using: &random)
    }
    if random.happens(0.5) {
      fix.courseDegrees = Double.random(in: 0..<360, using: &random)
      fix.speedMetresPerSecond = Double.random(in: 0...10, using: &random)
    }
    return fix
  }
}
