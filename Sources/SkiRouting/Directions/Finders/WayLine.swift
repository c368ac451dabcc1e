import SkiGeo
import SkiGraph

/// A route as one line: where it is after so many metres, and which way it leads there.
struct WayLine {
  /// Where one edge ends and the next starts.
  struct Joint {
    /// The node between them.
    let node: NodeIndex
    let arriving: EdgeIndex
    let leaving: EdgeIndex
    /// The step of each.
    let steps: (before: Int, after: Int)
    /// Metres along the way.
    let metres: Double
  }

  /// ``Route/line()``.
  let points: [GraphPoint]
  /// Metres along the surface to each point; never falls.
  private(set) var metres: [Double] = []
  /// The point each step starts at, and one more for the end.
  private(set) var stepPoints: [Int] = []
  /// The joints in order.
  private(set) var joints: [Joint] = []

  /// Lays out a route. Complexity: O(*p*) in its points.
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
          joints.append(
            Joint(
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

  /// Metres in all.
  var totalMetres: Double { metres.last ?? 0 }

  /// Returns where a step starts, or for the count of steps where the last ends, in metres.
  func startMetres(ofStep step: Int) -> Double {
    guard let point = stepPoints.indices.contains(step) ? stepPoints[step] : nil, point < metres.count else {
      return totalMetres
    }
    return metres[point]
  }

  /// Adds the metres of a step.
  private mutating func measure(_ step: RouteStep, from first: Int) {
    let start = metres.last ?? 0
    if metres.isEmpty, !step.points.isEmpty { metres = [0] }
    metres.append(contentsOf: step.metresAlong().dropFirst().map { start + $0 })
  }

  /// Returns the point of a step each of its edges ends at.
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

extension WayLine {
  /// Returns the point at or before so many metres. Complexity: O(log *p*).
  func pointIndex(at along: Double) -> Int {
    max(0, metres.partitioningIndex { !($0 <= along) } - 1)
  }

  /// Returns where the way is after so many metres; nil for a way without points. Complexity: O(log *p*).
  func place(at along: Double) -> GraphPoint? {
    guard !points.isEmpty else { return nil }
    guard along < totalMetres else { return points[pointIndex(at: along)] }
    let (index, share) = metres.piece(at: along)
    return GraphPoint.between(points[index], points[index + 1], share)
  }

  /// Returns the bearing from one place of the way to another, degrees; nil when they are one.
  func bearing(from start: Double, to end: Double) -> Double? {
    guard let a = place(at: max(0, start)), let b = place(at: min(totalMetres, end)),
      a.position != b.position
    else { return nil }
    return a.coordinate.bearingDegrees(to: b.coordinate)
  }
}
