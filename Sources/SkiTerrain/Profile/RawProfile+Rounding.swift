extension RawProfile {
  /// Returns the profile drawn as straight as the rounding of its heights allows.
  ///
  /// Heights that are all whole metres (or all decimetres) stand for anything within half a step of them. Of all the
  /// profiles that round to them this is the shortest, so that steps of rounding make no walls. No height moves by more
  /// than half a step and the ends stay: over a stretch of *w* metres a gradient changes by one step in *w* at most.
  /// **Source:** the taut string (Davies and Kovac, "Local extremes, runs, strings and multiresolution", 2001).
  /// - Complexity: O(*n*).
  func unrounded() -> RawProfile {
    guard let step = roundingStepMetres() else { return self }
    var funnel = Funnel(start: (distances[0], heights[0]))
    for index in distances.indices.dropFirst() {
      let isEnd = index == distances.count - 1
      guard isEnd || distances[index] > distances[index - 1] else { continue }
      let half = isEnd ? 0 : step / 2
      funnel.add(distances[index], heights[index] - half, heights[index] + half)
    }
    let string = funnel.finished()
    var result = self
    var at = 0
    for index in distances.indices.dropFirst().dropLast() {
      while at + 1 < string.count, string[at + 1].x < distances[index] { at += 1 }
      guard at + 1 < string.count, string[at + 1].x > string[at].x else { continue }
      let part = (distances[index] - string[at].x) / (string[at + 1].x - string[at].x)
      result.heights[index] = string[at].y + (string[at + 1].y - string[at].y) * part
    }
    return result
  }

  /// The step all heights are multiples of: 1 m or 0.1 m; nil when there is none, or too few to tell.
  private func roundingStepMetres() -> Double? {
    guard heights.count >= 4, heights.contains(where: { $0 != heights[0] }) else { return nil }
    return [1.0, 0.1].first { step in
      heights.allSatisfy { abs(($0 / step).rounded() - $0 / step) < 1e-6 }
    }
  }
}

/// Pulls a string tight between an upper and a lower bound, from left to right.
private struct Funnel {
  typealias Point = (x: Double, y: Double)
  /// The bends found so far, the start among them.
  private var path: [Point]
  /// From the last bend: the convex chain below the upper bounds, and the concave chain above the lower ones.
  private var upper: Chain
  private var lower: Chain

  init(start: Point) {
    path = [start]
    upper = Chain(start)
    lower = Chain(start)
  }

  /// Adds the bounds at a place to the right of all before.
  mutating func add(_ x: Double, _ low: Double, _ high: Double) {
    Self.add((x, high), to: &upper, against: &lower, sign: 1, &path)
    Self.add((x, low), to: &lower, against: &upper, sign: -1, &path)
  }

  /// The bends of the string, the last place (whose bounds are equal) among them.
  func finished() -> [Point] {
    guard let last = upper.points.last, let end = path.last, last.x > end.x else { return path }
    return path + [last]
  }

  private static func add(
    _ point: Point, to own: inout Chain, against other: inout Chain, sign: Double, _ path: inout [Point]
  ) {
    while own.count >= 2,
      sign * (slope(own[own.count - 2], own[own.count - 1]) - slope(own[own.count - 1], point)) >= 0
    {
      own.points.removeLast()
    }
    if own.count == 1 {
      // The new bound cuts off what the other chain saw: the string bends round that chain.
      while other.count >= 2, sign * (slope(other[0], other[1]) - slope(other[0], point)) > 0 {
        other.first += 1
        path.append(other[0])
        own = Chain(other[0])
      }
    }
    own.points.append(point)
  }

  private static func slope(_ a: Point, _ b: Point) -> Double { (b.y - a.y) / (b.x - a.x) }

  /// Points of which the first ones may be taken off.
  struct Chain {
    var points: [Point]
    var first = 0

    init(_ point: Point) { points = [point] }

    var count: Int { points.count - first }
    subscript(index: Int) -> Point { points[first + index] }
  }
}
