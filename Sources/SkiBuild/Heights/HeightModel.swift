import SkiGeo

/// A line of the network, or a lift, with the places along it whose heights are sought.
struct KnottedLine: Sendable {
  /// What it is: a line of the network or a lift, by position.
  enum Way: Hashable, Sendable {
    case run(Int)
    case lift(Int)
  }

  var way: Way
  /// Metres from its start to each knot, never falling; the first and last are its ends.
  var metres: [Double] = []
  /// The unknown height at each knot.
  var unknowns: [Int] = []

  /// Returns the place at a distance from the start; nil on a line with fewer than two knots. Complexity: O(log *k*).
  func place(atMetres distance: Double) -> KnotPlace? {
    guard metres.count > 1 else { return nil }
    let (piece, share) = metres.piece(at: distance)
    return KnotPlace(before: unknowns[piece], after: unknowns[piece + 1], share: share)
  }
}

/// The unknown heights of a group and all that is known, or usual, about them.
struct HeightModel: Sendable {
  /// Lines longer than this get knots in between, metres.
  static let knotMetres = 150.0

  /// The lines of the network in their order, then the lifts in theirs.
  private(set) var lines: [KnottedLine] = []
  /// The unknown of each root site that a knot is at.
  private(set) var unknownOfSite: [Int: Int] = [:]
  /// Which unknowns hang together by observations.
  private(set) var parts = UnionFind()
  private(set) var observations: [HeightObservation] = []

  /// How many heights are sought.
  var unknownCount: Int { parts.count }

  /// Returns the unknown of a root site, which is new at first.
  mutating func unknown(ofSite site: Int) -> Int {
    if let known = unknownOfSite[site] { return known }
    let unknown = parts.add()
    unknownOfSite[site] = unknown
    return unknown
  }

  /// Adds a line through some sites, with knots in between where these are far apart.
  /// - Parameter stops: Metres from the start and root site, in order.
  mutating func add(_ way: KnottedLine.Way, through stops: [(metres: Double, site: Int)]) {
    var line = KnottedLine(way: way)
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

  /// Adds an observation; what it speaks of hangs together from then on.
  mutating func observe(_ observation: HeightObservation) {
    let terms = observation.terms
    for term in [terms.1, terms.2] where term.factor != 0 { parts.union(terms.0.unknown, term.unknown) }
    observations.append(observation)
  }

  /// Takes back all observations after the first few, to make others in their place.
  mutating func forget(after count: Int) { observations.removeLast(observations.count - count) }
}
