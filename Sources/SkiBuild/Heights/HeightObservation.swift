/// One thing that is known, or usual, about heights: a sum of up to three of them and what it should be.
///
/// A drop is the first height less the second; a height on a line between two knots is a share of each.
struct HeightObservation: Sendable {
  /// A height and its factor.
  struct Term: Sendable {
    var unknown: Int
    var factor: Double
  }

  /// One to three terms; the others have the factor 0.
  var terms: (Term, Term, Term)
  /// What their sum should be, metres.
  var metres: Double
  /// How far it may be from that, one standard deviation, metres; greater than zero.
  var deviationMetres: Double

  private static let nothing = Term(unknown: 0, factor: 0)

  /// A height that is known.
  init(height unknown: Int, metres: Double, deviationMetres: Double) {
    terms = (Term(unknown: unknown, factor: 1), Self.nothing, Self.nothing)
    (self.metres, self.deviationMetres) = (metres, deviationMetres)
  }

  /// The drop from one height to another.
  init(dropFrom upper: Int, to lower: Int, metres: Double, deviationMetres: Double) {
    terms = (Term(unknown: upper, factor: 1), Term(unknown: lower, factor: -1), Self.nothing)
    (self.metres, self.deviationMetres) = (metres, deviationMetres)
  }

  /// A height between two knots that is known.
  init(between place: KnotPlace, metres: Double, deviationMetres: Double) {
    terms = (
      Term(unknown: place.before, factor: 1 - place.share), Term(unknown: place.after, factor: place.share),
      Self.nothing
    )
    (self.metres, self.deviationMetres) = (metres, deviationMetres)
  }

  /// A height that is about that of a place between two knots.
  init(level unknown: Int, with place: KnotPlace, deviationMetres: Double) {
    terms = (
      Term(unknown: unknown, factor: 1), Term(unknown: place.before, factor: place.share - 1),
      Term(unknown: place.after, factor: -place.share)
    )
    (metres, self.deviationMetres) = (0, deviationMetres)
  }
}

/// A place on a line between two of its knots.
struct KnotPlace: Sendable {
  /// The unknown heights before and after it.
  var before: Int
  var after: Int
  /// How far from the one to the other it lies, 0...1.
  var share: Double
}
