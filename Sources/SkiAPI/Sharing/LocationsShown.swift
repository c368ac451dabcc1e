public import SkiBase

/// The people whose positions a listener receives, among those whom they may see.
///
/// Distances are those to the coordinate that the listener may know: of a cell to its centre. Positions without one, of
/// those who show only their ski area, come last.
@nonexhaustive
public enum LocationsShown: Hashable, Sendable {
  /// All people; for hosts.
  case all
  /// Those within a distance in metres of the viewer's own position in the trip, the nearest `most` of them.
  case near(metres: Double, most: Int)
  /// Those within a distance in metres of a coordinate, the nearest `most` of them.
  case around(Coordinate, metres: Double, most: Int)

  /// The greatest distance in metres.
  public static let greatestMetres = 100_000.0
  /// The greatest number of people near.
  public static let greatestCount = 200

  /// Refuses invalid distances, numbers and coordinates.
  /// - Throws: ``SkiError`` with code `.invalidArgument`.
  package func check() throws {
    switch self {
    case .all: return
    case .near(let metres, let most): try Self.check(metres, most)
    case .around(let place, let metres, let most):
      try SkiError.require(place.isValid, "coordinate is not on the Earth; give degrees within ±90 and ±180")
      try Self.check(metres, most)
    }
  }

  private static func check(_ metres: Double, _ most: Int) throws {
    try SkiError.require(
      metres > 0 && metres <= greatestMetres,
      "distance of \(metres) m is not possible; give more than 0 and at most \(Int(greatestMetres))")
    try SkiError.require(
      (1...greatestCount).contains(most), "\(most) people can't be shown; give 1 to \(greatestCount)")
  }
}
