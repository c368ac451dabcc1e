package import SkiBase

/// The densification of lines.
package enum LineSampling {
  /// The minimum distance between samples in metres, shorter than any turn of a run.
  static let minimumSpacingMetres = 5.0
  /// The maximum number of coordinates on one line, which bounds the cost of excessively long lines.
  private static let placeLimit = 1_000_000.0

  /// Returns a line with vertices inserted so that adjacent ones are no farther apart than a spacing in metres.
  ///
  /// Edges cross the antimeridian where that is shorter.
  /// - Complexity: O(*n*) in the vertices of the result, about a million at most.
  package static func densified(_ line: [Coordinate], spacingMetres: Double) -> [Coordinate] {
    guard var last = line.first else { return [] }
    let lengths = zip(line, line.dropFirst()).map { $0.distanceMetres(to: $1) }
    let spacing = max(spacingMetres, lengths.reduce(0, +) / placeLimit)
    var dense = [last]
    for (next, length) in zip(line.dropFirst(), lengths) {
      let pieces = max(1, (length / spacing).rounded(.up))
      for piece in stride(from: 1, to: pieces, by: 1) { dense.append(last.towards(next, piece / pieces)) }
      dense.append(next)
      last = next
    }
    return dense
  }
}
