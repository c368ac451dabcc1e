import SkiGeo
import SkiModel

/// The elevation of a single vertex of a line whose other vertices have none.
struct HeightMark: Sendable {
  /// The index of the line in the network.
  var line: Int
  /// The index of the vertex.
  var vertex: Int
  var metres: Double

  /// Returns the plausible elevations of a line's vertices; 0 is a placeholder.
  static func marks(of part: Polyline, onLine line: Int) -> [HeightMark] {
    (0..<part.count).compactMap { vertex in
      part.elevationMetres(at: vertex).flatMap { metres in
        HeightReader.saneMetres.contains(metres) && metres != 0
          ? HeightMark(line: line, vertex: vertex, metres: metres) : nil
      }
    }
  }
}
