package import SkiGeo

/// Places along lines.
package enum LineSampling {
  /// The least distance between places where heights are read, metres: no run turns faster.
  static let leastSpacingMetres = 5.0
  /// The most places on one line, so that lines of absurd length stay cheap.
  private static let placeLimit = 1_000_000.0

  /// Returns the line with places added so that no two in a row lie farther apart than the spacing.
  ///
  /// Longitudes go the short way round. Complexity: O(*n*) in the places of the result, a million or so at most.
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
