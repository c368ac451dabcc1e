/// A linear observation of elevations: a sum of up to three terms with an expected value.
///
/// A drop is the first elevation less the second; an elevation between two knots is a weighted sum of both.
struct ElevationObservation: Sendable {
  /// An unknown and its factor.
  struct Term: Sendable {
    var unknown: Int
    var factor: Double
  }

  /// The one to three terms; others have the factor 0.
  var terms: (Term, Term, Term)
  /// The expected sum, in metres.
  var metres: Double
  /// The standard deviation of the sum in metres, greater than zero.
  var deviationMetres: Double

  private static let nothing = Term(unknown: 0, factor: 0)

  /// Creates the observation of an elevation.
  init(height unknown: Int, metres: Double, deviationMetres: Double) {
    terms = (Term(unknown: unknown, factor: 1), Self.nothing, Self.nothing)
    (self.metres, self.deviationMetres) = (metres, deviationMetres)
  }

  /// Creates the observation of a drop from one elevation to another.
  init(dropFrom upper: Int, to lower: Int, metres: Double, deviationMetres: Double) {
    terms = (Term(unknown: upper, factor: 1), Term(unknown: lower, factor: -1), Self.nothing)
    (self.metres, self.deviationMetres) = (metres, deviationMetres)
  }

  /// Creates the observation of an elevation between two knots.
  init(between place: KnotInterval, metres: Double, deviationMetres: Double) {
    terms = (
      Term(unknown: place.before, factor: 1 - place.share), Term(unknown: place.after, factor: place.share),
      Self.nothing
    )
    (self.metres, self.deviationMetres) = (metres, deviationMetres)
  }

  /// Creates the observation that an elevation is about that of a place between two knots.
  init(level unknown: Int, with place: KnotInterval, deviationMetres: Double) {
    terms = (
      Term(unknown: unknown, factor: 1), Term(unknown: place.before, factor: place.share - 1),
      Term(unknown: place.after, factor: -place.share)
    )
    (metres, self.deviationMetres) = (0, deviationMetres)
  }
}

/// A place on a line between two knots.
struct KnotInterval: Sendable {
  /// The unknown before it.
  var before: Int
  /// The unknown after it.
  var after: Int
  /// The fraction from the one to the other, 0...1.
  var share: Double
}
