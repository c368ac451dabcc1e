public import SkiGraph

extension Route {
  /// Returns the whole way as one line: the points of all steps in order, those where two steps meet once.
  /// - Complexity: O(*p*) in points.
  public func line() -> [GraphPoint] {
    var line: [GraphPoint] = []
    for step in steps { line.append(contentsOf: line.isEmpty ? step.points[...] : step.points.dropFirst()) }
    return line
  }
}
