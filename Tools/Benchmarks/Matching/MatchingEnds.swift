import Foundation

/// The ends of the edges of a benchmark graph, in the plane metres its traces are made and scored in.
struct MatchingEnds {
  /// The two ends of an edge.
  struct Pair: Hashable {
    var tail: Int
    var head: Int
    var reversed: Pair { Pair(tail: head, head: tail) }
  }

  static let metresPerDegree = SIMD2(111_320 * cos(46 * Double.pi / 180), 110_540)
  static let origin = SIMD2(6.0, 40.0)

  /// By edge id.
  private let pairs: [Pair]
  private let lengths: [Double]
  private let canonical: [UInt32]
  private let places: [SIMD2<Double>]
  let kinds: [SkiGraphFile.Kind]

  init(_ file: SkiGraphFile) {
    let places = zip(file.longitudes, file.latitudes).map { Self.plane($0, $1) }
    let tails = file.tails()
    var pairs = [Pair](repeating: Pair(tail: 0, head: 0), count: tails.count)
    var kinds = file.kinds
    for (edge, id) in file.ids.enumerated() {
      pairs[Int(id)] = Pair(tail: tails[edge], head: Int(file.heads[edge]))
      kinds[Int(id)] = file.kinds[edge]
    }
    var first: [Pair: UInt32] = [:]
    canonical = pairs.enumerated().map { id, pair in
      let old = first[pair] ?? UInt32(id)
      first[pair] = old
      return old
    }
    lengths = pairs.map { Self.length(places[$0.head] - places[$0.tail]) }
    (self.pairs, self.places, self.kinds) = (pairs, places, kinds)
  }

  static func plane(_ longitude: Double, _ latitude: Double) -> SIMD2<Double> {
    (SIMD2(longitude, latitude) - origin) * metresPerDegree
  }

  private static func length(_ vector: SIMD2<Double>) -> Double { (vector * vector).sum().squareRoot() }

  func pair(_ edge: UInt32) -> Pair { pairs[Int(edge)] }

  /// Metres in the plane.
  func length(_ edge: UInt32) -> Double { lengths[Int(edge)] }

  /// One id for all edges with the same two ends.
  func canonical(_ edge: UInt32) -> UInt32 { canonical[Int(edge)] }

  func place(_ node: Int) -> SIMD2<Double> { places[node] }

  /// Metres from a place to a node.
  func metres(_ place: SIMD2<Double>, to node: Int) -> Double { Self.length(places[node] - place) }

  /// Metres from a place to an edge.
  func metres(_ place: SIMD2<Double>, toEdge edge: UInt32) -> Double {
    let pair = pair(edge)
    let (start, along) = (places[pair.tail], places[pair.head] - places[pair.tail])
    let square = (along * along).sum()
    let share = square > 0 ? min(1, max(0, ((place - start) * along).sum() / square)) : 0
    return Self.length(start + share * along - place)
  }

  /// The nodes at which one of two edges follows the other.
  func shared(_ a: UInt32, _ b: UInt32) -> [Int] {
    let (a, b) = (pair(a), pair(b))
    return (a.head == b.tail ? [a.head] : []) + (a.tail == b.head ? [a.tail] : [])
  }
}
