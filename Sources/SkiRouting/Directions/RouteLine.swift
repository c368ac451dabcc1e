import SkiBase
import SkiGraph

/// The geometry of a route as one line, with positions and bearings by distance.
struct RouteLine {
  /// A node between two consecutive edges of the route.
  struct PassedNode {
    /// The node.
    let node: NodeIndex
    let arriving: EdgeIndex
    let leaving: EdgeIndex
    /// The step of each edge.
    let steps: (before: Int, after: Int)
    /// The distance along the route, in metres.
    let metres: Double
  }

  /// The points of ``Route/line()``.
  let points: [GraphPoint]
  /// The distance along the surface to each point in metres, never decreasing.
  private(set) var metres: [Double] = []
  /// The first point of each step, and the last point of the route.
  private(set) var stepPoints: [Int] = []
  /// The nodes passed, in order.
  private(set) var passedNodes: [PassedNode] = []

  /// Creates the line of a route.
  /// - Complexity: O(*p*) in its points.
  init(_ route: Route, graph: RoutingGraph) {
    points = route.line()
    var first = 0
    var last: (edge: EdgeIndex, step: Int)?
    for (index, step) in route.steps.enumerated() {
      stepPoints.append(first)
      measure(step, from: first)
      let ends = Self.edgeEnds(step, graph)
      for (position, edge) in step.edges.enumerated() {
        let start = position == 0 ? 0 : ends[position - 1]
        if let last, graph.head(last.edge) == graph.tail(edge) {
          passedNodes.append(
            PassedNode(
              node: graph.tail(edge), arriving: last.edge, leaving: edge, steps: (last.step, index),
              metres: metres[min(first + start, metres.count - 1)]))
        }
        last = (edge, index)
      }
      if step.edges.isEmpty { last = nil }
      first += max(0, step.points.count - 1)
    }
    stepPoints.append(max(0, points.count - 1))
    if metres.isEmpty, !points.isEmpty { metres = [0] }
  }

  /// The total length in metres.
  var totalMetres: Double { metres.last ?? 0 }

  /// Returns the distance at which a step starts, or for the number of steps the total, in metres.
  func startMetres(ofStep step: Int) -> Double {
    guard let point = stepPoints.indices.contains(step) ? stepPoints[step] : nil, point < metres.count else {
      return totalMetres
    }
    return metres[point]
  }

  /// Appends the distances of a step.
  private mutating func measure(_ step: RouteStep, from first: Int) {
    let start = metres.last ?? 0
    if metres.isEmpty, !step.points.isEmpty { metres = [0] }
    metres.append(contentsOf: step.metresAlong().dropFirst().map { start + $0 })
  }

  /// Returns the point of a step at which each of its edges ends.
  private static func edgeEnds(_ step: RouteStep, _ graph: RoutingGraph) -> [Int] {
    var ends: [Int] = []
    var point = 0
    let last = max(0, step.points.count - 1)
    for (position, edge) in step.edges.enumerated() {
      let isLast = position == step.edges.count - 1
      let whole = point + graph.pointRange(graph.link(of: edge)).count - 1
      let place = graph.point(graph.head(edge)).position
      if isLast {
        point = last
      } else if whole <= last, step.points[whole].position == place {
        point = whole
      } else {
        point = step.points[min(point + 1, last)...].firstIndex { $0.position == place } ?? point
      }
      ends.append(point)
    }
    return ends
  }
}

extension RouteLine {
  /// Returns the index of the point at or before a distance in metres.
  /// - Complexity: O(log *p*) in points.
  func pointIndex(at along: Double) -> Int {
    max(0, metres.partitioningIndex { !($0 <= along) } - 1)
  }

  /// Returns the point at a distance in metres; nil for a route without points.
  /// - Complexity: O(log *p*) in points.
  func place(at along: Double) -> GraphPoint? {
    guard !points.isEmpty else { return nil }
    guard along < totalMetres else { return points[pointIndex(at: along)] }
    let (index, share) = metres.segmentFraction(at: along)
    return GraphPoint.between(points[index], points[index + 1], share)
  }

  /// Returns the bearing from one position of the route to another in degrees; nil when they coincide.
  func bearing(from start: Double, to end: Double) -> Double? {
    guard let a = place(at: max(0, start)), let b = place(at: min(totalMetres, end)),
      a.position != b.position
    else { return nil }
    return a.coordinate.bearingDegrees(to: b.coordinate)
  }
}
