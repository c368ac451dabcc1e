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
