/// One segment of a raw feature: indices into the area's features, their lines, and the line's vertices.
struct RawSegment: Sendable, Hashable {
  var feature: Int32
  var line: Int32
  var segment: Int32
}

/// Finds the raw segments near a point: a grid of squares, each with the segments that come within `reach` of it.
struct RawSegmentGrid: Sendable {
  private static let cellMetres = 32.0
  /// The distance in metres within which a point finds a segment in its own square.
  static let reach = 4.0
  private var cells: [Int64: [RawSegment]] = [:]

  private static func cell(_ value: Double) -> Int64 {
    Int64(max(-1e9, min(1e9, (value / cellMetres).rounded(.down))))
  }

  private static func key(_ x: Int64, _ y: Int64) -> Int64 { x &* 4_000_000_007 &+ y }

  mutating func insert(_ segment: RawSegment, from a: SIMD2<Double>, to b: SIMD2<Double>) {
    let pieces = max(1, min(100_000, (length(b - a) / Self.cellMetres).rounded(.up)))
    for piece in 0..<Int(pieces) {
      let start = a + (b - a) * (Double(piece) / pieces)
      let end = a + (b - a) * (Double(piece + 1) / pieces)
      insertPiece(segment, from: start, to: end)
    }
  }

  private mutating func insertPiece(_ segment: RawSegment, from a: SIMD2<Double>, to b: SIMD2<Double>) {
    let low = (Self.cell(min(a.x, b.x) - Self.reach), Self.cell(min(a.y, b.y) - Self.reach))
    let high = (Self.cell(max(a.x, b.x) + Self.reach), Self.cell(max(a.y, b.y) + Self.reach))
    for x in low.0...high.0 {
      for y in low.1...high.1 where cells[Self.key(x, y)]?.last != segment {
        cells[Self.key(x, y), default: []].append(segment)
      }
    }
  }

  /// Returns the segments whose distance from a point may be `reach` metres or less.
  func near(_ point: SIMD2<Double>) -> [RawSegment] {
    cells[Self.key(Self.cell(point.x), Self.cell(point.y))] ?? []
  }

  /// Returns the segments in all squares within some metres of a point, each once.
  func near(_ point: SIMD2<Double>, within metres: Double) -> Set<RawSegment> {
    var found: Set<RawSegment> = []
    for x in Self.cell(point.x - metres)...Self.cell(point.x + metres) {
      for y in Self.cell(point.y - metres)...Self.cell(point.y + metres) {
        found.formUnion(cells[Self.key(x, y)] ?? [])
      }
    }
    return found
  }
}
