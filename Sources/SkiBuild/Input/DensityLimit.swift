/// A limit on the metres of lines, or of edges of areas, in each square of a group's map.
///
/// Lines close together may all intersect, so that work and map size would grow with the square of their number; with
/// the limit both grow linearly with the input.
struct DensityLimit: Sendable {
  /// The greatest number of metres in one square of each size.
  struct Limits: Sendable {
    var smallMetres: Double
    var largeMetres: Double

    /// The limits of lines. The greatest values in seventeen real areas are 531 m and 4.7 km.
    static let lines = Limits(smallMetres: 4_000, largeMetres: 40_000)
    /// The limits of edges of areas. The greatest values in the same areas are 704 m and 6.4 km.
    static let edges = Limits(smallMetres: 5_000, largeMetres: 50_000)
  }

  /// The side of a small square, in metres.
  static let smallSide = 100.0
  /// The side of a large square, in metres: a multiple of the small one.
  static let largeSide = 500.0
  /// The least length that a segment counts for, in metres.
  private static let leastSegmentMetres = 1.0
  /// The least length that a line counts for in each square, in metres.
  private static let leastLineMetres = 16.0
  /// The length in metres of the pieces by which segments are assigned to squares.
  private static let pieceMetres = 25.0
  /// The greatest number of pieces; beyond it, pieces are longer.
  private static let pieceLimit = 1_000_000.0

  /// A square by its column and row, in one number that hashes quickly.
  private struct Square: Hashable {
    private let key: Int64

    private init(column: Int32, row: Int32) { key = Int64(column) << 32 | Int64(UInt32(bitPattern: row)) }

    init(_ point: PlanePoint) {
      self.init(
        column: Int32(clamping: Int((point.x / smallSide).rounded(.down))),
        row: Int32(clamping: Int((point.y / smallSide).rounded(.down))))
    }

    /// The large square around this one.
    var large: Square {
      let ratio = Int32(largeSide / smallSide)
      return Square(
        column: Self.floor(Int32(truncatingIfNeeded: key >> 32), ratio),
        row: Self.floor(Int32(truncatingIfNeeded: key), ratio))
    }

    private static func floor(_ number: Int32, _ divisor: Int32) -> Int32 {
      number >= 0 ? number / divisor : -1 - (-1 - number) / divisor
    }
  }

  private let limits: Limits
  private var small: [Square: Double] = [:]
  private var large: [Square: Double] = [:]

  init(_ limits: Limits) { self.limits = limits }

  /// Adds lines of one feature, unless a square they pass would exceed its limit.
  /// - Returns: `true` if they were added.
  /// - Complexity: O(*v* + *m*) in vertices and pieces of 25 m, at most a million.
  mutating func add(_ lines: [[PlanePoint]]) -> Bool {
    let ownSmall = Self.metres(in: lines)
    var ownLarge: [Square: Double] = [:]
    for (square, metres) in ownSmall { ownLarge[square.large, default: 0] += metres }
    guard hasRoom(ownSmall, in: small, limits.smallMetres),
      hasRoom(ownLarge, in: large, limits.largeMetres)
    else { return false }
    small.merge(ownSmall, uniquingKeysWith: +)
    large.merge(ownLarge, uniquingKeysWith: +)
    return true
  }

  private func hasRoom(_ own: [Square: Double], in held: [Square: Double], _ limit: Double) -> Bool {
    own.allSatisfy { (held[$0.key] ?? 0) + $0.value <= limit }
  }

  private static func metres(in lines: [[PlanePoint]]) -> [Square: Double] {
    var metres: [Square: Double] = [:]
    var last: (square: Square, metres: Double)?
    let whole = lines.reduce(0) { $0 + mapLengthMetres($1) }
    let pieceMetres = max(Self.pieceMetres, whole / pieceLimit)
    for line in lines {
      for (a, b) in zip(line, line.dropFirst()) {
        let length = a.distanceMetres(to: b)
        let pieces = max(1, (length / pieceMetres).rounded(.up))
        let share = max(length, leastSegmentMetres) / pieces
        for piece in stride(from: 0.5, to: pieces, by: 1) {
          let square = Square(a.towards(b, piece / pieces))
          if last?.square == square {
            last?.metres += share
          } else {
            if let last { metres[last.square] = last.metres }
            last = (square, (metres[square] ?? 0) + share)
          }
        }
      }
    }
    if let last { metres[last.square] = last.metres }
    return metres.mapValues { max($0, leastLineMetres) }
  }
}
