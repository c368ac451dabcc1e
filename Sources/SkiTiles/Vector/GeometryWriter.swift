/// Writes a feature's geometry as a tile has it: clipped to the window, rounded, without repeated points.
///
/// **Source:** Mapbox Vector Tile specification 2.1, 4.3; lines are clipped after Liang and Barsky 1984. Not copyable;
/// used again for the next feature.
struct GeometryWriter: ~Copyable {
  private var commands = ByteWriter()
  private var penX = 0
  private var penY = 0
  /// The points of the part that is being written, rounded.
  private var part: [SIMD2<Int32>] = []
  private(set) var vertexCount = 0

  init() {}

  /// The commands; empty when nothing lies in the window.
  var bytes: UnsafeBufferPointer<UInt8> { commands.bytes }
  var isEmpty: Bool { commands.count == 0 }

  /// Begins a feature.
  mutating func begin() {
    commands.removeAll()
    part.removeAll(keepingCapacity: true)
    (penX, penY) = (0, 0)
    vertexCount = 0
  }

  /// Writes a point when it lies in the window.
  mutating func addPoint(x: Int32, y: Int32, in window: TileWindow) {
    let (x, y) = (Int(x) &- window.originX, Int(y) &- window.originY)
    guard x >= window.low, x <= window.high, y >= window.low, y <= window.high else { return }
    append(x: window.rounded(x), y: window.rounded(y))
    commands.append(varint: Self.command(1, count: 1))
    move(to: part[0])
    part.removeAll(keepingCapacity: true)
  }

  /// Writes the parts of a line that lie in the window, with the vertices that matter at a threshold.
  ///
  /// - Parameters:
  ///   - points: All points; the line's are those of the range.
  ///   - threshold: Vertices of a lower level are left out.
  ///   - keepsSpecks: Whether a line that shrinks to one point is drawn one step long instead of left out.
  /// - Complexity: O(*n*) in the range.
  mutating func addLine(
    _ points: ShapePoints, _ range: Range<Int>, threshold: UInt8, keepsSpecks: Bool,
    in window: TileWindow
  ) {
    let (xs, ys, levels) = (points.xs, points.ys, points.levels)
    let (originX, originY) = (window.originX, window.originY)
    let (low, high) = (window.low, window.high)
    var last = LocalPoint(x: 0, y: 0, code: 0)
    var isFirst = true
    for index in range where levels[index] >= threshold {
      let x = Int(xs[index]) &- originX
      let y = Int(ys[index]) &- originY
      let next = LocalPoint(x: x, y: y, code: Self.code(x, y, low, high))
      if isFirst {
        isFirst = false
        if next.code == 0 { append(x: window.rounded(x), y: window.rounded(y)) }
      } else if last.code | next.code == 0 {
        append(x: window.rounded(x), y: window.rounded(y))
      } else if last.code & next.code == 0 {
        cross(from: last, to: next, in: window)
      }
      last = next
    }
    endLine(keepsSpecks: keepsSpecks)
  }

  /// A place in world steps from the tile's corner, and on which sides of the window it lies.
  private struct LocalPoint {
    var x: Int
    var y: Int
    var code: UInt8
  }

  @inline(__always)
  private static func code(_ x: Int, _ y: Int, _ low: Int, _ high: Int) -> UInt8 {
    (x < low ? 1 : 0) | (x > high ? 2 : 0) | (y < low ? 4 : 0) | (y > high ? 8 : 0)
  }

  /// Writes what lies in the window of a step that crosses its edge.
  @inline(never)
  private mutating func cross(from a: LocalPoint, to b: LocalPoint, in window: TileWindow) {
    let (dx, dy) = (Double(b.x - a.x), Double(b.y - a.y))
    var (enter, leave) = (0.0, 1.0)
    for (origin, delta) in [(a.x, dx), (a.y, dy)] {
      let (near, far) = (Double(window.low - origin), Double(window.high - origin))
      if delta == 0 {
        if near > 0 || far < 0 { return }
      } else {
        enter = max(enter, min(near / delta, far / delta))
        leave = min(leave, max(near / delta, far / delta))
      }
    }
    guard enter <= leave else { return }
    func place(_ share: Double) -> (Int, Int) {
      let x = a.x + Int((dx * share).rounded())
      let y = a.y + Int((dy * share).rounded())
      return (max(window.low, min(window.high, x)), max(window.low, min(window.high, y)))
    }
    if a.code != 0 {
      endLine(keepsSpecks: false)
      let (x, y) = place(enter)
      append(x: window.rounded(x), y: window.rounded(y))
    }
    let (x, y) = b.code == 0 ? (b.x, b.y) : place(leave)
    append(x: window.rounded(x), y: window.rounded(y))
    if b.code != 0 { endLine(keepsSpecks: false) }
  }

  /// Adds a point to the part unless it is where the last one is.
  @inline(__always)
  private mutating func append(x: Int, y: Int) {
    let point = SIMD2(Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y))
    if part.isEmpty || part[part.count - 1] != point { part.append(point) }
  }

  /// Writes the part when it has length.
  private mutating func endLine(keepsSpecks: Bool) {
    if part.count == 1, keepsSpecks {
      let isAtEdge = part[0].x >= Int32(TileWindow.extent + TileWindow.margin)
      part.append(part[0] &+ SIMD2(isAtEdge ? -1 : 1, 0))
    }
    if part.count > 1 {
      commands.append(varint: Self.command(1, count: 1))
      move(to: part[0])
      commands.append(varint: Self.command(2, count: part.count - 1))
      for index in 1..<part.count { move(to: part[index]) }
    }
    part.removeAll(keepingCapacity: true)
  }

  /// Writes the polygons of some rings, valid: clipped, rounded, outer rings clockwise as they are seen; nothing when no area
  /// is left.
  ///
  /// Ground is what an odd number of the rings surrounds.
  /// - Parameters:
  ///   - points: All points; each ring's are those of its range.
  ///   - threshold: Corners of a lower level are left out.
  ///   - isLarge: Whether a ring is kept, given itself in the tile's steps and twice its area.
  /// - Complexity: As ``ValidPolygons``.
  mutating func addPolygons(
    _ points: ShapePoints, _ rings: [Range<Int>], threshold: UInt8, in window: TileWindow,
    isLarge: ([GridPoint], Int64) -> Bool
  ) {
    let corners = rings.map { ring(points, $0, threshold, window) }
    for polygon in ValidPolygons.polygons(corners, isLarge: isLarge) {
      for ring in polygon {
        commands.append(varint: Self.command(1, count: 1))
        move(to: ring[0])
        commands.append(varint: Self.command(2, count: ring.count - 1))
        for corner in ring.dropFirst() { move(to: corner) }
        commands.append(varint: Self.command(7, count: 1))
      }
    }
  }

  /// The corners of a ring that are kept, clipped to the window and rounded.
  private func ring(
    _ points: ShapePoints, _ range: Range<Int>, _ threshold: UInt8, _ window: TileWindow
  ) -> [GridPoint] {
    var ring: [SIMD2<Int>] = []
    var codes: UInt8 = 0
    for index in range where points.levels[index] >= threshold {
      let (x, y) = (Int(points.xs[index]) - window.originX, Int(points.ys[index]) - window.originY)
      codes |= Self.code(x, y, window.low, window.high)
      ring.append(SIMD2(x, y))
    }
    if codes != 0 {
      let floating = ring.map { SIMD2(Double($0.x), Double($0.y)) }
      ring = RingClip.clipped(floating, low: Double(window.low), high: Double(window.high))
        .map { SIMD2(Int($0.x.rounded()), Int($0.y.rounded())) }
    }
    return ring.map { GridPoint(Int32(window.rounded($0.x)), Int32(window.rounded($0.y))) }
  }

  @inline(__always)
  private mutating func move(to point: SIMD2<Int32>) {
    let (x, y) = (Int(point.x), Int(point.y))
    commands.append(zigzag: x &- penX)
    commands.append(zigzag: y &- penY)
    (penX, penY) = (x, y)
    vertexCount &+= 1
  }

  private static func command(_ id: UInt64, count: Int) -> UInt64 { UInt64(count) << 3 | id }
}
