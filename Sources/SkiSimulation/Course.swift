import SkiBase
import SkiGraph
import SkiSystem

/// The polyline along consecutive edges, with elevations and distances from its start.
///
/// Distances are the graph's own, so that positions on an edge equal those of its other users.
struct Course: Sendable {
  let edges: [EdgeIndex]
  let kinds: [LinkKind]
  /// The distance to the start of each edge, and to the end of the last, in metres.
  let starts: [Double]
  private let coordinates: [Coordinate]
  private let elevations: [Double]
  private let metres: [Double]

  /// The map length in metres.
  var length: Double { starts[starts.count - 1] }

  /// Creates a course from consecutive edges.
  /// - Complexity: O(*p*) in their points.
  init(_ edges: [EdgeIndex], on mountain: SimulatedMountain) {
    var (coordinates, elevations, metres): ([Coordinate], [Double], [Double]) = ([], [], [])
    var starts = [0.0]
    for edge in edges {
      let start = starts[starts.count - 1]
      let line = mountain.line(of: edge)
      coordinates += line.coordinates
      elevations += line.elevations
      metres += line.metres.map { start + $0 }
      starts.append(start + (line.metres.last ?? 0))
    }
    self.edges = edges
    kinds = edges.map { mountain.kind(of: $0) }
    (self.starts, self.coordinates, self.elevations, self.metres) = (starts, coordinates, elevations, metres)
  }

  /// Creates a course from a line off the network, with elevations in metres.
  init(coordinates: [Coordinate], elevations: [Double]) {
    var metres = [0.0]
    for (a, b) in zip(coordinates, coordinates.dropFirst()) {
      metres.append(metres[metres.count - 1] + a.distanceMetres(to: b))
    }
    (edges, kinds, starts) = ([], [], [0, metres[metres.count - 1]])
    (self.coordinates, self.elevations, self.metres) = (coordinates, elevations, metres)
  }

  /// Returns the ordinal of the edge at a distance in metres; beyond the end that of the last.
  /// - Complexity: O(log *n*).
  func ordinal(at place: Double) -> Int {
    max(0, min(edges.count, starts.partitioningIndex { !($0 <= place) }) - 1)
  }

  /// Returns the coordinate and elevation at a distance in metres.
  /// - Complexity: O(log *n*).
  func point(at place: Double) -> (coordinate: Coordinate, elevation: Double) {
    guard metres.count > 1 else { return (coordinates[0], elevations[0]) }
    let (index, share) = metres.segmentFraction(at: place)
    return (
      coordinates[index].towards(coordinates[index + 1], share),
      elevations[index] + (elevations[index + 1] - elevations[index]) * share
    )
  }

  /// Returns the direction of travel around a distance as a unit vector (east, north); (0, 0) on a line without length.
  func direction(at place: Double, reach: Double = 8) -> SIMD2<Double> {
    let (from, to) = (point(at: place - reach).coordinate, point(at: place + reach).coordinate)
    let way = LocalPlane(at: from).metres(to)
    let long = (way * way).sum().squareRoot()
    return long > 1e-6 ? way / long : SIMD2(0, 0)
  }

  /// Returns the gradient around a distance, as rise over run.
  func gradient(at place: Double, reach: Double = 15) -> Double {
    let (low, high) = (max(0, place - reach), min(length, place + reach))
    guard high - low > 1 else { return 0 }
    return (point(at: high).elevation - point(at: low).elevation) / (high - low)
  }
}
