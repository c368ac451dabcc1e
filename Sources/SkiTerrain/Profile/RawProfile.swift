import SkiBase

/// The raw elevations over distance, linear between vertices.
struct RawProfile {
  /// The distances in metres, non-decreasing; at least one.
  private(set) var distances: [Double] = []
  /// The elevations in metres above sea level, as many as distances.
  var elevations: [Double] = []

  /// Creates a profile from the vertices with an elevation; nil unless the first and last have one.
  init?(distancesMetres: [Double], elevationsMetres: [Double?]) {
    for (distance, elevation) in zip(distancesMetres, elevationsMetres) {
      guard let elevation, elevation.isFinite else { continue }
      distances.append(distance)
      elevations.append(elevation)
    }
    guard let first = distances.first, let last = distances.last, first == distancesMetres.first,
      last == distancesMetres.last
    else { return nil }
  }

  /// Returns the elevation at a distance in metres; constant beyond the ends.
  /// - Complexity: O(log *n*).
  func elevation(at distance: Double) -> Double {
    interpolatedElevation(distances, elevations, at: distance)
  }

  /// Returns the average elevation around a distance, weighted by a triangular kernel of a half width in metres.
  ///
  /// It is the exact integral over the piecewise linear profile, so that uneven vertex spacing does not bias it.
  /// - Complexity: O(log *n* + *k*) with *k* vertices within the window.
  func triangularAverage(around centre: Double, halfWidth: Double) -> Double {
    let (low, high) = (centre - halfWidth, centre + halfWidth)
    var index = max(1, distances.partitioningIndex { $0 > low })
    var sum = 0.0
    var weights = 0.0
    var from = low
    while from < high {
      let vertex = index < distances.count ? distances[index] : high
      let to = min(high, max(from, vertex), from < centre ? centre : high)
      // The weighted height is quadratic on this interval, for which Simpson's rule is exact.
      let points = [(from, 1.0), ((from + to) / 2, 4.0), (to, 1.0)]
      for (point, factor) in points {
        let weight = (1 - abs(point - centre) / halfWidth) * factor * (to - from)
        sum += weight * line(at: point, endingAt: index)
        weights += weight
      }
      if to >= vertex { index += 1 }
      from = to
    }
    return weights > 0 ? sum / weights : elevation(at: centre)
  }

  /// Returns the elevation at a distance on the segment that ends at a vertex, constant beyond the ends.
  private func line(at distance: Double, endingAt index: Int) -> Double {
    guard index < distances.count else { return elevations[elevations.count - 1] }
    let (a, b) = (distances[index - 1], distances[index])
    guard b > a, distance > a else { return elevations[index - 1] }
    return elevations[index - 1] + (elevations[index] - elevations[index - 1])
      * min(1, (distance - a) / (b - a))
  }
}

/// Returns the piecewise linear interpolation of heights at a distance, constant beyond the ends.
/// - Precondition: Distances are non-decreasing and as many as heights, at least one.
func interpolatedElevation(_ distances: [Double], _ heights: [Double], at distance: Double) -> Double {
  interpolatedElevation(
    distances, heights, at: distance, before: distances.partitioningIndex { $0 > distance })
}

/// Returns the piecewise linear interpolation of heights at a distance, constant beyond the ends.
/// - Parameter after: The index of the first distance beyond it.
@inline(__always)
func interpolatedElevation(
  _ distances: [Double], _ heights: [Double], at distance: Double, before after: Int
) -> Double {
  if after == 0 { return heights[0] }
  if after == distances.count { return heights[after - 1] }
  let (a, b) = (distances[after - 1], distances[after])
  return heights[after - 1] + (heights[after] - heights[after - 1]) * (distance - a) / (b - a)
}

extension RawProfile {
  /// Returns the straightest profile within the rounding of the heights.
  ///
  /// Heights that are all multiples of a metre (or a decimetre) represent values within half a step. The result is the
  /// shortest of all profiles that round to them, so that rounding steps don't appear as steep sections. No height
  /// moves by more than half a step and the ends are unchanged: over a stretch of *w* metres a gradient changes by at
  /// most one step divided by *w*.
  /// **Source:** the taut string (Davies and Kovac, "Local extremes, runs, strings and multiresolution", 2001).
  /// - Complexity: O(*n*).
  func unrounded() -> RawProfile {
    guard let step = roundingStepMetres() else { return self }
    var funnel = Funnel(start: (distances[0], elevations[0]))
    for index in distances.indices.dropFirst() {
      let isEnd = index == distances.count - 1
      guard isEnd || distances[index] > distances[index - 1] else { continue }
      let half = isEnd ? 0 : step / 2
      funnel.add(distances[index], elevations[index] - half, elevations[index] + half)
    }
    let string = funnel.finished()
    var result = self
    var at = 0
    for index in distances.indices.dropFirst().dropLast() {
      while at + 1 < string.count, string[at + 1].x < distances[index] { at += 1 }
      guard at + 1 < string.count, string[at + 1].x > string[at].x else { continue }
      let part = (distances[index] - string[at].x) / (string[at + 1].x - string[at].x)
      result.elevations[index] = string[at].y + (string[at + 1].y - string[at].y) * part
    }
    return result
  }

  /// Returns the step of which all heights are multiples, 1 m or 0.1 m; nil when there is none, or too few heights.
  private func roundingStepMetres() -> Double? {
    guard elevations.count >= 4, elevations.contains(where: { $0 != elevations[0] }) else { return nil }
    return [1.0, 0.1].first { step in
      elevations.allSatisfy { abs(($0 / step).rounded() - $0 / step) < 1e-6 }
    }
  }
}

/// The taut string between upper and lower bounds, computed from left to right (the funnel algorithm).
private struct Funnel {
  typealias Point = (x: Double, y: Double)
  /// The vertices found so far, including the start.
  private var path: [Point]
  /// The chains from the last vertex: the convex one below the upper bounds, and the concave one above the lower
  /// bounds.
  private var upper: Chain
  private var lower: Chain

  init(start: Point) {
    path = [start]
    upper = Chain(start)
    lower = Chain(start)
  }

  /// Adds the bounds at an x greater than all before.
  mutating func add(_ x: Double, _ low: Double, _ high: Double) {
    Self.add((x, high), to: &upper, against: &lower, sign: 1, &path)
    Self.add((x, low), to: &lower, against: &upper, sign: -1, &path)
  }

  /// Returns the vertices of the string, including the last point (whose bounds are equal).
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
      // The new bound crosses the other chain: the string bends around that chain.
      while other.count >= 2, sign * (slope(other[0], other[1]) - slope(other[0], point)) > 0 {
        other.first += 1
        path.append(other[0])
        own = Chain(other[0])
      }
    }
    own.points.append(point)
  }

  private static func slope(_ a: Point, _ b: Point) -> Double { (b.y - a.y) / (b.x - a.x) }

  /// A list of points whose first ones can be removed.
  struct Chain {
    var points: [Point]
    var first = 0

    init(_ point: Point) { points = [point] }

    var count: Int { points.count - first }
    subscript(index: Int) -> Point { points[first + index] }
  }
}
