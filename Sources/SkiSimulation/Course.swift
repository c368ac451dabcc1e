import Glibc
import SkiGeo
import SkiGraph

/// The line along some edges one after the other, measured from its start.
///
/// Metres are the graph's own, so that places on an edge are those its other users mean. Places are found from the last
/// one on: walking along a course costs O(1) a step.
struct Course: Sendable {
  let edges: [EdgeIndex]
  let kinds: [LinkKind]
  /// Metres at which each edge starts, and the end of the last.
  let starts: [Double]
  private let coordinates: [Coordinate]
  private let elevations: [Double]
  private let metres: [Double]

  /// How long it is, metres on the map.
  var length: Double { starts[starts.count - 1] }

  /// Lays edges end to end. Complexity: O(*p*) in their points.
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

  /// A straight line or any other, that is on no edge.
  init(coordinates: [Coordinate], elevations: [Double]) {
    var metres = [0.0]
    for (a, b) in zip(coordinates, coordinates.dropFirst()) {
      metres.append(metres[metres.count - 1] + a.distanceMetres(to: b))
    }
    (edges, kinds, starts) = ([], [], [0, metres[metres.count - 1]])
    (self.coordinates, self.elevations, self.metres) = (coordinates, elevations, metres)
  }

  /// Returns which edge holds a place; the last one beyond the end. Complexity: O(log *n*).
  func ordinal(at place: Double) -> Int {
    max(0, min(edges.count, starts.partitioningIndex { !($0 <= place) }) - 1)
  }

  /// Returns where a place is. Complexity: O(log *n*).
  func point(at place: Double) -> (coordinate: Coordinate, elevation: Double) {
    guard metres.count > 1 else { return (coordinates[0], elevations[0]) }
    let (index, share) = metres.piece(at: place)
    return (
      coordinates[index].towards(coordinates[index + 1], share),
      elevations[index] + (elevations[index + 1] - elevations[index]) * share
    )
  }

  /// Returns the direction of travel around a place as a vector east and north of length 1; (0, 0) on a line without length.
  func direction(at place: Double, reach: Double = 8) -> SIMD2<Double> {
    let (from, to) = (point(at: place - reach).coordinate, point(at: place + reach).coordinate)
    let way = LocalPlane(at: from).metres(to)
    let long = (way * way).sum().squareRoot()
    return long > 1e-6 ? way / long : SIMD2(0, 0)
  }

  /// Returns rise over run around a place.
  func gradient(at place: Double, reach: Double = 15) -> Double {
    let (low, high) = (max(0, place - reach), min(length, place + reach))
    guard high - low > 1 else { return 0 }
    return (point(at: high).elevation - point(at: low).elevation) / (high - low)
  }
}
