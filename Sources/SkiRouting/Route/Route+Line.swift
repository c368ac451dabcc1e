public import SkiBase
import SkiGraph

extension Route {
  /// Returns the geometry of the whole route as one line, without repeated points between steps; empty without steps.
  /// - Complexity: O(*p*) in points.
  public func line() -> [GraphPoint] {
    var line: [GraphPoint] = []
    for step in steps { line.append(contentsOf: line.isEmpty ? step.points[...] : step.points.dropFirst()) }
    return line
  }
}
