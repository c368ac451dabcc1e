/// Exact tests for crossing segments, provided that products of their coordinates are exact.
enum LineCrossing {
  typealias Piece = (from: [Double], to: [Double])

  /// Returns whether two segments cross at a point that is no end of either.
  static func cross(_ a: Piece, _ b: Piece) -> Bool {
    side(a, b.from) * side(a, b.to) < 0 && side(b, a.from) * side(b, a.to) < 0
  }

  /// Returns 1 for a point left of a segment, −1 right of it, 0 on its line.
  private static func side(_ piece: Piece, _ point: [Double]) -> Int {
    let turn =
      (piece.to[0] - piece.from[0]) * (point[1] - piece.from[1])
      - (piece.to[1] - piece.from[1]) * (point[0] - piece.from[0])
    return turn > 0 ? 1 : turn < 0 ? -1 : 0
  }

  /// The segments of all lines; closed lines return to their first point.
  static func pieces(_ lines: [ReferenceContours.Line]) -> [Piece] {
    lines.flatMap { line in
      zip(line.points, line.points.dropFirst() + (line.isClosed ? line.points.prefix(1) : [])).map {
        Piece(from: $0, to: $1)
      }
    }
  }

  /// Returns the first two segments that cross.
  static func first(_ lines: [ReferenceContours.Line]) -> (Piece, Piece)? {
    let pieces = pieces(lines)
    for (index, piece) in pieces.enumerated() {
      if let other = pieces[..<index].first(where: { cross($0, piece) }) { return (other, piece) }
    }
    return nil
  }
}
