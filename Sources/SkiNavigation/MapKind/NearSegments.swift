import SkiBase

/// The segments of a tile and its surroundings in a grid of buckets, for nearest-neighbour queries of about a
/// microsecond.
struct NearSegments: Sendable {
  static let bucketMetres: Float = 64
  let segments: [TileSegment]
  private let grid: CellGrid<Float>
  /// The start of each bucket in `members`, and the end.
  private let starts: [UInt32]
  private let members: [UInt32]
  /// The number of empty rings of buckets around each bucket.
  private let emptyRings: [UInt8]
  /// The number of rings of buckets without runs or lifts around each bucket.
  private let skiedRings: [UInt8]

  /// A segment with its squared distance and the parameter of its nearest point.
  struct NearestSegment: Sendable {
    var segment: Int
    var squared: Float
    var share: Float
  }

  /// The memory in bytes.
  var byteCount: Int {
    MemoryLayout<TileSegment>.stride * segments.count + 4 * (starts.count + members.count) + emptyRings.count
      + skiedRings.count
  }

  /// Sorts segments into buckets. Complexity: O(segments × buckets they cross).
  init(_ segments: [TileSegment], withinMetres metres: Double) {
    grid = CellGrid(withinMetres: metres, cellMetres: Self.bucketMetres)
    let side = grid.side
    self.segments = segments
    let pairs = Self.pairs(segments, side, grid.halfMetres)
    var starts = [UInt32](repeating: 0, count: side * side + 1)
    var (any, skied) = (
      [Bool](repeating: false, count: side * side), [Bool](repeating: false, count: side * side)
    )
    for (bucket, segment) in pairs {
      starts[bucket + 1] += 1
      any[bucket] = true
      if segments[Int(segment)].role.isSkied { skied[bucket] = true }
    }
    for bucket in 0..<side * side { starts[bucket + 1] += starts[bucket] }
    var next = starts
    var members = [UInt32](repeating: 0, count: pairs.count)
    for (bucket, segment) in pairs {
      members[Int(next[bucket])] = segment
      next[bucket] += 1
    }
    (self.starts, self.members) = (starts, members)
    (emptyRings, skiedRings) = (Self.rings(any, side), Self.rings(skied, side))
  }

  /// Returns every bucket each segment crosses.
  private static func pairs(
    _ segments: [TileSegment], _ side: Int, _ half: Float
  ) -> [(bucket: Int, segment: UInt32)] {
    var pairs: [(bucket: Int, segment: UInt32)] = []
    func bucket(_ metres: Float) -> Int {
      Int(max(-1, min(Float(side), (metres + half) / bucketMetres)).rounded(.down))
    }
    for (number, segment) in segments.enumerated() {
      let line = segment.line
      let (low, high) =
        line.start.y <= line.end.y ? (line.start, line.end) : (line.end, line.start)
      let lean = high.y > low.y ? (high.x - low.x) / (high.y - low.y) : 0
      let (firstRow, lastRow) = (max(0, bucket(low.y)), min(side - 1, bucket(high.y)))
      guard firstRow <= lastRow else { continue }
      for row in firstRow...lastRow {
        // The extent of the segment within the row, with a margin for rounding.
        let bottom = max(low.y, Float(row) * bucketMetres - half)
        let top = min(high.y, Float(row + 1) * bucketMetres - half)
        let a = high.y > low.y ? low.x + (bottom - low.y) * lean : low.x
        let b = high.y > low.y ? low.x + (top - low.y) * lean : high.x
        let (first, last) = (max(0, bucket(min(a, b) - 0.1)), min(side - 1, bucket(max(a, b) + 0.1)))
        guard first <= last else { continue }
        for column in first...last { pairs.append((row * side + column, UInt32(number))) }
      }
    }
    return pairs
  }

  /// Returns the Chebyshev distance of each bucket from the nearest marked one, at most 255.
  private static func rings(_ marks: [Bool], _ side: Int) -> [UInt8] {
    var rings = marks.map { $0 ? UInt8(0) : UInt8.max }
    func look(_ at: Int, _ rowStep: Int) {
      let (row, column) = (at / side, at % side)
      var best = rings[at]
      func take(_ row: Int, _ column: Int) {
        guard row >= 0, row < side, column >= 0, column < side else { return }
        let other = rings[row * side + column]
        best = min(best, other == .max ? .max : other + 1)
      }
      for across in -1...1 { take(row + rowStep, column + across) }
      take(row, column + rowStep)
      rings[at] = best
    }
    for at in 0..<side * side { look(at, -1) }
    for at in (0..<side * side).reversed() { look(at, 1) }
    return rings
  }

  /// Returns the nearest segment, and the nearest run or lift; nil beyond a distance in metres.
  /// - Complexity: O(segments near) expected.
  func nearest(to place: SIMD2<Float>, withinMetres limit: Float) -> (
    any: NearestSegment?, skied: NearestSegment?
  ) {
    let any = nearest(to: place, withinMetres: limit, isSkied: false)
    guard let any, !segments[any.segment].role.isSkied else { return (any, any) }
    return (any, nearest(to: place, withinMetres: limit, isSkied: true))
  }

  private func nearest(to place: SIMD2<Float>, withinMetres limit: Float, isSkied: Bool) -> NearestSegment? {
    let side = grid.side
    let (column, row) = grid.cell(place)
    let at = (place + grid.halfMetres) / Self.bucketMetres
    let corner = SIMD2(Float(column), Float(row))
    let inset = max(0, min((at - corner).min(), (corner + 1 - at).min()))
    var best = NearestSegment(segment: -1, squared: limit * limit, share: 0)
    var ring = Int((isSkied ? skiedRings : emptyRings)[row * side + column])
    while ring < side {
      // Everything nearer than this is in rings already searched.
      let clear = (Float(ring - 1) + inset) * Self.bucketMetres
      if clear > 0, best.squared <= clear * clear { break }
      search(row, column, ring) { searchBucket($0, place, isSkied, &best) }
      ring += 1
    }
    return best.segment < 0 ? nil : best
  }

  /// Calls a function with the buckets of a ring around a bucket.
  @inline(__always)
  private func search(_ row: Int, _ column: Int, _ ring: Int, _ body: (Int) -> Void) {
    let side = grid.side
    for y in max(0, row - ring)...min(side - 1, row + ring) {
      let isEdge = ring == 0 || y == row - ring || y == row + ring
      var x = isEdge ? max(0, column - ring) : column - ring
      let last = min(side - 1, column + ring)
      while x <= last {
        if x >= 0 { body(y * side + x) }
        x += isEdge ? 1 : 2 * ring
      }
    }
  }

  @inline(__always)
  private func searchBucket(
    _ bucket: Int, _ place: SIMD2<Float>, _ isSkied: Bool, _ best: inout NearestSegment
  ) {
    for member in Int(starts[bucket])..<Int(starts[bucket + 1]) {
      let number = Int(members[member])
      guard !isSkied || segments[number].role.isSkied else { continue }
      let (squared, share) = segments[number].nearest(to: place)
      if squared < best.squared || squared == best.squared && number < best.segment {
        best = NearestSegment(segment: number, squared: squared, share: share)
      }
    }
  }
}
