/// The tiles of one zoom whose buffered squares intersect shapes.
struct TileCover {
  /// The error of more tiles than the limit.
  struct Excess: Error {
    /// The number of tiles found.
    var count: Int
  }

  private let limit: Int
  private let zoom: Int
  private let shift: Int
  /// The buffer in world units.
  private let margin: Int
  private let across: Int
  /// The Morton keys of the tiles.
  private var keys: [UInt64] = []
  private var compactCount = 0

  /// Creates an empty cover of a zoom.
  /// - Parameter limit: The greatest number of tiles.
  init(zoom: Int, limit: Int = TilePlan.greatestCount) {
    self.limit = limit
    self.zoom = zoom
    shift = 32 - zoom
    margin = TileWindow.margin << (TileWindow.zoomLimit - zoom)
    across = TileAddress.tilesAcross(zoom: zoom)
  }

  /// Adds the tiles of all shapes shown at the zoom.
  /// - Throws: ``Excess``.
  mutating func add(_ shapes: ShapeSet, _ geometry: LayerWriter.GeometryType, deepestZoom: Int) throws {
    let threshold = VertexLevels.threshold(zoom: zoom, isDeepest: zoom == deepestZoom)
    for shape in 0..<shapes.count where shapes.tree.firstZoom(shape) <= zoom {
      for part in shapes.parts(shape) {
        let box = shapes.partBoxes[part]
        let tiles = tiles(of: box)
        if tiles.columns.count == 1, tiles.rows.count == 1 {
          insert(column: tiles.columns.lowerBound, row: tiles.rows.lowerBound)
        } else if geometry == .line {
          try addLine(shapes.points, shapes.points(ofPart: part), threshold)
        } else {
          try addArea(shapes.points, shapes.points(ofPart: part), threshold, tiles)
        }
      }
    }
  }

  private func tiles(of box: WorldBox) -> (columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    (range(Int(box.west), Int(box.east)), range(Int(box.north), Int(box.south)))
  }

  /// Returns the tiles along an axis whose windows intersect an interval in world units.
  @inline(__always)
  private func range(_ low: Int, _ high: Int) -> ClosedRange<Int> {
    let first = (low &+ (1 << 31) &- margin &- 1) >> shift
    let last = (high &+ (1 << 31) &+ margin) >> shift
    return max(0, first)...min(across &- 1, max(0, last))
  }

  private mutating func addLine(_ points: ShapePoints, _ range: Range<Int>, _ threshold: UInt8) throws {
    var last = range.lowerBound
    for index in range.dropFirst() where points.levels[index] >= threshold {
      try addStep(points.xs[last], points.ys[last], points.xs[index], points.ys[index])
      last = index
    }
  }

  /// Adds the tiles whose windows a segment intersects.
  private mutating func addStep(_ ax: Int32, _ ay: Int32, _ bx: Int32, _ by: Int32) throws {
    let columns = range(Int(min(ax, bx)), Int(max(ax, bx)))
    let rows = range(Int(min(ay, by)), Int(max(ay, by)))
    if columns.count == 1 || rows.count == 1 || ax == bx {
      try insert(columns, rows)
      return
    }
    // For each column, adds the rows that the segment passes there.
    let (dx, dy) = (Double(bx) - Double(ax), Double(by) - Double(ay))
    for column in columns {
      let west = Double(column << shift - 1 << 31 - margin) - Double(ax)
      let east = Double((column + 1) << shift - 1 << 31 + margin) - Double(ax)
      let shares = [west / dx, east / dx].map { max(0, min(1, $0)) }.sorted()
      let ends = shares.map { Double(ay) + dy * $0 }
      let (low, high) = (Int(ends.min() ?? 0) - 1, Int(ends.max() ?? 0) + 1)
      try insert(column...column, self.range(low, high))
    }
  }

  /// Adds the tiles among `tiles` whose windows intersect a ring or point.
  private mutating func addArea(
    _ points: ShapePoints, _ range: Range<Int>, _ threshold: UInt8,
    _ tiles: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)
  ) throws {
    let ring = range.filter { points.levels[$0] >= threshold }
      .map { SIMD2(Double(points.xs[$0]), Double(points.ys[$0])) }
    guard range.count > 2 else {
      try insert(tiles.columns, tiles.rows)
      return
    }
    for column in tiles.columns {
      let strip = RingClip.clipped(ring, axis: 0, low: edge(column) - margin, high: edge(column + 1) + margin)
      for row in tiles.rows where !strip.isEmpty {
        let part = RingClip.clipped(strip, axis: 1, low: edge(row) - margin, high: edge(row + 1) + margin)
        if !part.isEmpty { insert(column: column, row: row) }
      }
      try compact()
    }
  }

  /// Returns the start of a tile along an axis, in world units.
  private func edge(_ tile: Int) -> Int { tile << shift - 1 << 31 }

  /// Adds a tile.
  mutating func add(_ address: TileAddress) throws {
    insert(column: address.column, row: address.row)
    try compact()
  }

  private mutating func insert(_ columns: ClosedRange<Int>, _ rows: ClosedRange<Int>) throws {
    for column in columns {
      for row in rows { insert(column: column, row: row) }
      try compact()
    }
  }

  @inline(__always)
  private mutating func insert(column: Int, row: Int) {
    let key = Self.spread(UInt64(column)) | Self.spread(UInt64(row)) << 1
    if keys.last != key { keys.append(key) }
  }

  /// Adds the tiles of another cover of the same zoom.
  mutating func formUnion(_ other: TileCover) throws {
    keys += other.keys
    try compact()
  }

  /// Removes duplicates once their number may be large.
  /// - Throws: ``Excess``.
  mutating func compact() throws {
    guard keys.count > 2 * compactCount + 4096 else { return }
    keys = distinct()
    compactCount = keys.count
    if compactCount > limit { throw Excess(count: compactCount) }
  }

  private func distinct() -> [UInt64] {
    var distinct: [UInt64] = []
    for key in keys.sorted() where distinct.last != key { distinct.append(key) }
    return distinct
  }

  /// Returns the tiles in Morton order. Complexity: O(*n* log *n*).
  func addresses() -> [TileAddress] {
    distinct()
      .compactMap {
        TileAddress(zoom: zoom, column: Int(Self.gathered($0)), row: Int(Self.gathered($0 >> 1)))
      }
  }

  /// Returns the low 32 bits spread to the even positions.
  ///
  /// **Source:** Morton 1966; the masks after Warren, "Hacker's Delight", 7-2.
  private static func spread(_ value: UInt64) -> UInt64 {
    var bits = value & 0xFFFF_FFFF
    bits = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF
    bits = (bits | bits << 8) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits << 4) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }

  private static func gathered(_ value: UInt64) -> UInt64 {
    var bits = value & 0x5555_5555_5555_5555
    bits = (bits | bits >> 1) & 0x3333_3333_3333_3333
    bits = (bits | bits >> 2) & 0x0F0F_0F0F_0F0F_0F0F
    bits = (bits | bits >> 4) & 0x00FF_00FF_00FF_00FF
    bits = (bits | bits >> 8) & 0x0000_FFFF_0000_FFFF
    return (bits | bits >> 16) & 0xFFFF_FFFF
  }
}
