import SkiGeo

/// Heights over distance as they were read: straight lines from vertex to vertex.
struct RawProfile {
  /// Metres from the start, never falling; at least one.
  private(set) var distances: [Double] = []
  /// Metres above sea level, as many as distances.
  var heights: [Double] = []

  /// Keeps the vertices that have a height; the first and last must have one.
  init?(distancesMetres: [Double], elevationsMetres: [Double?]) {
    for (distance, elevation) in zip(distancesMetres, elevationsMetres) {
      guard let elevation, elevation.isFinite else { continue }
      distances.append(distance)
      heights.append(elevation)
    }
    guard let first = distances.first, let last = distances.last, first == distancesMetres.first,
      last == distancesMetres.last
    else { return nil }
  }

  /// The height at a distance, metres; constant beyond the ends. Complexity: O(log *n*).
  func height(at distance: Double) -> Double {
    interpolatedHeight(distances, heights, at: distance)
  }

  /// Returns the average height around a distance, weighted by a triangle that is highest there and ends
  /// `halfWidth` to either side.
  ///
  /// Exact for the straight lines between vertices, so uneven vertices don't skew it. **Complexity:** O(log *n* + *k*)
  /// with *k* vertices within the window.
  func triangularAverage(around centre: Double, halfWidth: Double) -> Double {
    let (low, high) = (centre - halfWidth, centre + halfWidth)
    var index = max(1, distances.partitioningIndex { $0 > low })
    var sum = 0.0
    var weights = 0.0
    var from = low
    while from < high {
      let vertex = index < distances.count ? distances[index] : high
      let to = min(high, max(from, vertex), from < centre ? centre : high)
      // The weighted height is a parabola between here and there, for which Simpson's rule is exact.
      let points = [(from, 1.0), ((from + to) / 2, 4.0), (to, 1.0)]
      for (point, factor) in points {
        let weight = (1 - abs(point - centre) / halfWidth) * factor * (to - from)
        sum += weight * line(at: point, endingAt: index)
        weights += weight
      }
      if to >= vertex { index += 1 }
      from = to
    }
    return weights > 0 ? sum / weights : height(at: centre)
  }

  /// The height at a distance on the straight line that ends at a vertex, constant beyond the ends.
  private func line(at distance: Double, endingAt index: Int) -> Double {
    guard index < distances.count else { return heights[heights.count - 1] }
    let (a, b) = (distances[index - 1], distances[index])
    guard b > a, distance > a else { return heights[index - 1] }
    return heights[index - 1] + (heights[index] - heights[index - 1]) * min(1, (distance - a) / (b - a))
  }
}

/// Returns the height at a distance on straight lines between points, constant beyond the ends.
/// - Precondition: distances never fall and are as many as heights, at least one.
func interpolatedHeight(_ distances: [Double], _ heights: [Double], at distance: Double) -> Double {
  let after = distances.partitioningIndex { $0 > distance }
  if after == 0 { return heights[0] }
  if after == distances.count { return heights[after - 1] }
  let (a, b) = (distances[after - 1], distances[after])
  return heights[after - 1] + (heights[after] - heights[after - 1]) * (distance - a) / (b - a)
}
