import SkiBase

extension ProjectedLine {
  /// Returns the vertices at the given places, which the line passes in their order.
  /// - Complexity: O(*v*).
  func vertices(of wanted: [FixedCoordinate]) -> [Int] {
    var vertex = 0
    return wanted.map { place in
      while vertex + 1 < places.count, places[vertex] != place { vertex += 1 }
      return vertex
    }
  }

  /// The tolerance of simplification, in metres.
  private static let plainMetres = 1.0
  /// The number of vertices simplified together, which bounds the time.
  private static let simplifiedCount = 64

  /// Returns the vertices of a range simplified in plan and elevation, including its ends.
  ///
  /// **Source:** Douglas and Peucker 1973, "Algorithms for the reduction of the number of points required to represent
  /// a digitized line or its caricature", over 64 vertices at a time. Complexity: O(*v*).
  func simplified(_ range: ClosedRange<Int>) -> [Int] {
    var kept = [range.lowerBound]
    var start = range.lowerBound
    while start < range.upperBound {
      let end = min(range.upperBound, start + Self.simplifiedCount)
      var open = [(start, end)]
      while let (from, to) = open.popLast() {
        if let bend = farthest(from, to) {
          open.append((bend, to))
          open.append((from, bend))
        } else {
          kept.append(to)
        }
      }
      start = end
    }
    return kept
  }

  /// Returns the vertex farthest from the segment between two others, beyond the tolerance.
  private func farthest(_ from: Int, _ to: Int) -> Int? {
    var best: (vertex: Int, metres: Double)?
    let length = Double(offsets[to] - offsets[from])
    for vertex in from + 1..<max(from + 1, to) {
      let share = plane[vertex].nearestFraction(from: plane[from], to: plane[to])
      var metres = plane[vertex].distanceMetres(to: plane[from].towards(plane[to], share))
      if let elevations, length > 0 {
        let along = Double(offsets[vertex] - offsets[from]) / length
        let straight = Double(elevations[from]) + Double(elevations[to] - elevations[from]) * along
        metres = max(metres, abs(Double(elevations[vertex]) - straight) / 100)
      }
      if metres > best?.metres ?? Self.plainMetres { best = (vertex, metres) }
    }
    return best?.vertex
  }
}
