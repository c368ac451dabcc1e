import SkiBase
import SkiGraph
import SkiSystem

/// The generator of lines off the network: an arc from one node to another.
enum OffMapLine {
  /// Returns an arc whose offset from the straight line is a fraction of its length, to a random side.
  static func course(
    from start: NodeIndex, to end: NodeIndex, bulge: Double, on mountain: SimulatedMountain,
    _ random: inout SimulationRandom
  ) -> Course {
    let (a, b) = (mountain.graph.point(start).coordinate, mountain.graph.point(end).coordinate)
    let plane = LocalPlane(at: a)
    let way = plane.metres(b)
    let side = SIMD2(-way.y, way.x) * bulge * (random.happens(0.5) ? 1 : -1) * random.uniform(0.6, 1.2)
    let steps = max(2, Int((way * way).sum().squareRoot() / 20))
    let (low, high) = (mountain.elevation(start), mountain.elevation(end))
    let shares = (0...steps).map { Double($0) / Double(steps) }
    return Course(
      coordinates: shares.map { plane.coordinate(way * $0 + side * sin(.pi * $0)) },
      elevations: shares.map { low + (high - low) * $0 })
  }
}
