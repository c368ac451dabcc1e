import SkiGeo
import SkiModel
import SkiTerrain

/// The elevation of a single vertex of a line whose other vertices have none.
struct VertexElevation: Sendable {
  /// The index of the line in the network.
  var line: Int
  /// The index of the vertex.
  var vertex: Int
  var metres: Double

  /// Returns the plausible elevations of a line's vertices; 0 is a placeholder.
  static func marks(of part: Polyline, onLine line: Int) -> [VertexElevation] {
    (0..<part.count).compactMap { vertex in
      part.elevationMetres(at: vertex).flatMap { metres in
        LineElevations.plausibleMetres.contains(metres) && metres != 0
          ? VertexElevation(line: line, vertex: vertex, metres: metres) : nil
      }
    }
  }
}
