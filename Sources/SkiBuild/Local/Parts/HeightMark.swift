import SkiGeo
import SkiModel

/// A height that the source gives at one vertex of a line whose others have none.
struct HeightMark: Sendable {
  /// The line of the network, as a position, and the vertex.
  var line: Int
  var vertex: Int
  var metres: Double

  /// The heights of a line's vertices that can be believed; a height of 0 is a place holder.
  static func marks(of part: Polyline, onLine line: Int) -> [HeightMark] {
    (0..<part.count).compactMap { vertex in
      part.elevationMetres(at: vertex).flatMap { metres in
        HeightReader.saneMetres.contains(metres) && metres != 0
          ? HeightMark(line: line, vertex: vertex, metres: metres) : nil
      }
    }
  }
}
