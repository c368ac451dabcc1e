import SkiBase

/// A line of the network or a lift, with knots at which elevations are unknowns.
struct ElevationLine: Sendable {
  /// The index of a line of the network or of a lift.
  enum LineReference: Hashable, Sendable {
    case run(Int)
    case lift(Int)
  }

  var line: LineReference
  /// The distance of each knot from the start in metres, non-decreasing; the first and last are the ends.
  var metres: [Double] = []
  /// The unknown at each knot.
  var unknowns: [Int] = []

  /// Returns the place at a distance in metres; nil on a line with fewer than two knots. Complexity: O(log *k*).
  func place(atMetres distance: Double) -> KnotInterval? {
    guard metres.count > 1 else { return nil }
    let (piece, share) = metres.segmentFraction(at: distance)
    return KnotInterval(before: unknowns[piece], after: unknowns[piece + 1], share: share)
  }
}

/// The unknown elevations of a group, with observations of them.
struct ElevationModel: Sendable {
  /// The greatest distance between knots, in metres.
  static let knotMetres = 150.0

  /// The lines of the network in their order, then the lifts in theirs.
  private(set) var lines: [ElevationLine] = []
  /// The unknown of each root site with a knot.
  private(set) var unknownOfSite: [Int: Int] = [:]
  /// The sets of unknowns connected by observations.
  private(set) var parts = UnionFind()
  private(set) var observations: [ElevationObservation] = []

  /// The number of unknowns.
  var unknownCount: Int { parts.count }

  /// Returns the unknown of a root site, added at its first use.
  mutating func unknown(ofSite site: Int) -> Int {
    if let known = unknownOfSite[site] { return known }
    let unknown = parts.add()
    unknownOfSite[site] = unknown
    return unknown
  }

  /// Adds a line through sites, with knots between distant ones.
  /// - Parameter stops: The distance in metres and the root site of each, in order.
  mutating func add(_ way: ElevationLine.LineReference, through stops: [(metres: Double, site: Int)]) {
    var line = ElevationLine(line: way)
    for stop in stops {
      if let last = line.metres.last {
        let pieces = ((stop.metres - last) / Self.knotMetres).rounded(.up)
        for piece in stride(from: 1, to: pieces, by: 1) {
          line.metres.append(last + (stop.metres - last) * piece / pieces)
          line.unknowns.append(parts.add())
        }
      }
      line.metres.append(stop.metres)
      line.unknowns.append(unknown(ofSite: stop.site))
    }
    lines.append(line)
  }

  /// Adds an observation, which connects its unknowns.
  mutating func observe(_ observation: ElevationObservation) {
    let terms = observation.terms
    for term in [terms.1, terms.2] where term.factor != 0 { parts.union(terms.0.unknown, term.unknown) }
    observations.append(observation)
  }

  /// Removes all observations after the first `count`.
  mutating func truncate(after count: Int) { observations.removeLast(observations.count - count) }
}

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

/// The form of inferred elevations in the map file.
enum InferredElevation {
  /// The range of elevations of a map in metres, with a margin for places between knots.
  static let metres = -900.0...9900.0

  /// Returns an elevation in whole centimetres, clamped to ``metres``, since the fall of very long lines may exceed it.
  static func centimetres(_ height: Double) -> Int32 {
    Int32((min(metres.upperBound, max(metres.lowerBound, height)) * 100).rounded())
  }
}
