import SkiBase
import SkiSystem

/// The parts of one lift, joined to lines that are ridden from end to end.
///
/// Parts may be in any order and direction. Parts that share an end are joined where the line continues there without
/// turning back; a gap is bridged where both sides point across it.
struct LiftSections: Sendable {
  /// The lines, the longest first, in the direction of most of their length as drawn.
  private(set) var lines: [Polyline] = []
  /// The length of each bridged gap in metres, in no particular order.
  private(set) var bridgedMetres: [Double] = []

  /// The greatest gap in metres that is taken for an inaccuracy.
  private static let inaccuracyMetres = 10.0
  /// The greatest gap in metres that is bridged: the length of a large station.
  private static let gapLimitMetres = 100.0
  /// The greatest turn in degrees between two parts with a common end; a larger one is the rope's return.
  private static let sharedTurnDegrees = 120.0
  /// The greatest turn in degrees across a small gap.
  private static let inaccuracyTurnDegrees = 60.0
  /// The greatest turn in degrees across a wide gap, whose own direction counts too.
  private static let gapTurnDegrees = 15.0
  /// The number of parts up to which parts are joined, more than any lift has.
  private static let partLimit = 200

  /// Creates the lines of parts. Complexity: O(*v* + *p* log *p*) in vertices and parts; O(*p*²) up to 200 parts.
  /// - Precondition: Every part has at least two vertices.
  init(_ parts: [Polyline]) {
    var chains = Chains(parts.sorted(by: Self.order))
    let pairs = parts.count > Self.partLimit ? [] : chains.endPairs()
    for pair in pairs where chains.join(pair) {
      if pair.metres > 0 { bridgedMetres.append(pair.metres) }
    }
    lines = chains.lines()
    let lengths = lines.map { $0.sphereMetres() }
    let order = lines.indices.sorted { (-lengths[$0], $0) < (-lengths[$1], $1) }
    lines = order.map { lines[$0] }
  }

  /// Returns whether a part precedes another in an order independent of the input's order and directions.
  private static func order(_ a: Polyline, _ b: Polyline) -> Bool {
    func key(_ line: Polyline) -> [Double] {
      let ends = [line.coordinates[0], line.coordinates[line.count - 1]]
        .sorted { ($0.latitude, $0.longitude) < ($1.latitude, $1.longitude) }
      return ends.flatMap { [$0.latitude, $0.longitude] } + [Double(line.count)]
    }
    return key(a).lexicographicallyPrecedes(key(b))
  }
}

extension LiftSections {
  /// A candidate pair of two ends of parts.
  fileprivate struct EndPair {
    /// The first end; the start of part *p* is number 2*p*, its end 2*p* + 1.
    var a: Int
    var b: Int
    var metres: Double
    /// The turn of the line in degrees.
    var turn: Double
  }

  /// The parts with the pairs between their ends.
  fileprivate struct Chains {
    let parts: [Polyline]
    private var partner: [Int?]
    private var sets = UnionFind()

    init(_ parts: [Polyline]) {
      self.parts = parts
      partner = Array(repeating: nil, count: parts.count * 2)
      for _ in parts { _ = sets.add() }
    }

    private func place(_ end: Int) -> Coordinate {
      let places = parts[end / 2].coordinates
      return end % 2 == 0 ? places[0] : places[places.count - 1]
    }

    /// Returns the bearing of a line outwards at an end of its part, in degrees.
    private func leaving(_ end: Int) -> Double {
      let places = parts[end / 2].coordinates
      let inner = end % 2 == 0 ? places[1] : places[places.count - 2]
      return inner.bearingDegrees(to: place(end))
    }

    /// Returns the candidate pairs by preference: common ends, small gaps, wide gaps by width, then smaller turns.
    func endPairs() -> [EndPair] {
      var pairs: [EndPair] = []
      for a in partner.indices {
        for b in partner.indices.dropFirst(a + 1) where b / 2 != a / 2 {
          if let pair = endPair(a, b) { pairs.append(pair) }
        }
      }
      func rank(_ pair: EndPair) -> Int { pair.metres == 0 ? 0 : pair.metres <= inaccuracyMetres ? 1 : 2 }
      return pairs.sorted { x, y in
        if rank(x) != rank(y) { return rank(x) < rank(y) }
        if rank(x) == 2, x.metres != y.metres { return x.metres < y.metres }
        return (x.turn, x.a, x.b) < (y.turn, y.a, y.b)
      }
    }

    private func endPair(_ a: Int, _ b: Int) -> EndPair? {
      let (from, to) = (place(a), place(b))
      let isShared = FixedCoordinate(from) == FixedCoordinate(to)
      let metres = isShared ? 0 : from.distanceMetres(to: to)
      guard metres <= gapLimitMetres else { return nil }
      let (out, onward) = (leaving(a), leaving(b) + 180)
      let turn = degreesBetween(out, onward)
      if isShared { return turn <= sharedTurnDegrees ? EndPair(a: a, b: b, metres: 0, turn: turn) : nil }
      if metres <= inaccuracyMetres {
        return turn <= inaccuracyTurnDegrees ? EndPair(a: a, b: b, metres: metres, turn: turn) : nil
      }
      let across = from.bearingDegrees(to: to)
      let worst = max(turn, degreesBetween(out, across), degreesBetween(across, onward))
      return worst <= gapTurnDegrees ? EndPair(a: a, b: b, metres: metres, turn: turn) : nil
    }

    /// Adds a pair, unless one of its ends is joined or it would close a ring.
    mutating func join(_ pair: EndPair) -> Bool {
      guard partner[pair.a] == nil, partner[pair.b] == nil,
        sets.find(pair.a / 2) != sets.find(pair.b / 2)
      else { return false }
      partner[pair.a] = pair.b
      partner[pair.b] = pair.a
      sets.union(pair.a / 2, pair.b / 2)
      return true
    }

    /// Returns the chains as lines.
    func lines() -> [Polyline] {
      var isDone = [Bool](repeating: false, count: parts.count)
      var lines: [Polyline] = []
      for end in partner.indices where partner[end] == nil && !isDone[end / 2] {
        lines.append(line(from: end, &isDone))
      }
      return lines
    }

    private func line(from first: Int, _ isDone: inout [Bool]) -> Polyline {
      var places: [Coordinate] = []
      var heights: [Double?] = []
      var alongMetres = 0.0
      var end: Int? = first
      while let entry = end {
        let isTurned = entry % 2 == 1
        let part = isTurned ? parts[entry / 2].reversed() : parts[entry / 2]
        isDone[entry / 2] = true
        alongMetres += isTurned ? -part.sphereMetres() : part.sphereMetres()
        let isShared =
          places.last.map { FixedCoordinate($0) == FixedCoordinate(part.coordinates[0]) } ?? false
        places.append(contentsOf: part.coordinates.dropFirst(isShared ? 1 : 0))
        heights.append(contentsOf: (isShared ? 1..<part.count : 0..<part.count).map(part.elevationMetres))
        end = partner[entry ^ 1]
      }
      let line = Polyline(places, elevations: heights)
      return alongMetres < 0 ? line.reversed() : line
    }
  }

  /// Returns the angle between two bearings, 0...180 degrees.
  static func degreesBetween(_ a: Double, _ b: Double) -> Double {
    abs(remainder(a - b, 360))
  }
}

extension Polyline {
  /// Returns the length along the sphere in metres. Complexity: O(*n*).
  func sphereMetres() -> Double {
    zip(coordinates, coordinates.dropFirst()).reduce(0) { $0 + $1.0.distanceMetres(to: $1.1) }
  }
}
