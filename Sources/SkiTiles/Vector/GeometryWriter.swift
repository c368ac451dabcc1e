/// A writer of a feature's geometry commands, clipped to the window and rounded, without repeated points.
///
/// **Source:** Mapbox Vector Tile specification 2.1, 4.3; lines are clipped after Liang and Barsky 1984, "A new concept
/// and method for line clipping". Not copyable; reused for the next feature.
struct GeometryWriter: ~Copyable {
  private var commands = ByteWriter()
  private var cursorX = 0
  private var cursorY = 0
  /// The points of the current part, rounded to tile units.
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
    (cursorX, cursorY) = (0, 0)
    vertexCount = 0
  }

  /// Appends a point when it lies in the window.
  mutating func addPoint(x: Int32, y: Int32, in window: TileWindow) {
    let (x, y) = (Int(x) &- window.originX, Int(y) &- window.originY)
    guard x >= window.low, x <= window.high, y >= window.low, y <= window.high else { return }
    append(x: window.rounded(x), y: window.rounded(y))
    commands.reserve(3 * ByteWriter.longestVarint)
    commands.put(varint: Self.command(1, count: 1))
    move(to: part[0])
    part.removeAll(keepingCapacity: true)
  }

  /// Appends the parts of a line that lie in the window, simplified to a threshold.
  ///
  /// - Parameters:
  ///   - points: The points of all shapes.
  ///   - range: The points of the line.
  ///   - threshold: The least level of vertices to keep.
  ///   - keepsSpecks: `true` if a line that shrinks to one point is drawn one unit long instead of left out.
  /// - Complexity: O(*n*) in the range.
  mutating func addLine(
    _ points: ShapePoints, _ range: Range<Int>, threshold: UInt8, keepsPoints: Bool,
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
    endLine(keepsPoints: keepsPoints)
  }

  /// A point in world units from the tile's corner, with its outcode relative to the window.
  private struct LocalPoint {
    var x: Int
    var y: Int
    var code: UInt8
  }

  @inline(__always)
  private static func code(_ x: Int, _ y: Int, _ low: Int, _ high: Int) -> UInt8 {
    (x < low ? 1 : 0) | (x > high ? 2 : 0) | (y < low ? 4 : 0) | (y > high ? 8 : 0)
  }

  /// Appends the part in the window of a segment that crosses its border.
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
      endLine(keepsPoints: false)
      let (x, y) = place(enter)
      append(x: window.rounded(x), y: window.rounded(y))
    }
    let (x, y) = b.code == 0 ? (b.x, b.y) : place(leave)
    append(x: window.rounded(x), y: window.rounded(y))
    if b.code != 0 { endLine(keepsPoints: false) }
  }

  /// Appends a point to the current part unless it repeats the last one.
  @inline(__always)
  private mutating func append(x: Int, y: Int) {
    let point = SIMD2(Int32(truncatingIfNeeded: x), Int32(truncatingIfNeeded: y))
    if part.isEmpty || part[part.count - 1] != point { part.append(point) }
  }

  /// Ends the current part, and writes it when it has length.
  private mutating func endLine(keepsPoints: Bool) {
    if part.count == 1, keepsPoints {
      let isAtEdge = part[0].x >= Int32(TileWindow.extent + TileWindow.margin)
      part.append(part[0] &+ SIMD2(isAtEdge ? -1 : 1, 0))
    }
    if part.count > 1 {
      // Room for two commands, and two numbers for each point.
      commands.reserve(2 * ByteWriter.longestVarint * (part.count + 1))
      commands.put(varint: Self.command(1, count: 1))
      move(to: part[0])
      commands.put(varint: Self.command(2, count: part.count - 1))
      for index in 1..<part.count { move(to: part[index]) }
    }
    part.removeAll(keepingCapacity: true)
  }

  /// Appends the valid polygons of rings: clipped, rounded, outer rings clockwise; nothing when no area is left.
  ///
  /// The interior follows the even-odd rule.
  /// - Parameters:
  ///   - points: The points of all shapes.
  ///   - rings: The points of each ring.
  ///   - threshold: The least level of corners to keep.
  ///   - isLarge: A predicate of the rings to keep, given a ring in tile units and twice its area.
  /// - Complexity: As ``ValidPolygons``.
  mutating func addPolygons(
    _ points: ShapePoints, _ rings: [Range<Int>], threshold: UInt8, in window: TileWindow,
    isLarge: ([GridPoint], Int64) -> Bool
  ) {
    let corners = rings.map { ring(points, $0, threshold, window) }
    for polygon in ValidPolygons.polygons(corners, isLarge: isLarge) {
      for ring in polygon {
        // Room for three commands, and two numbers for each corner.
        commands.reserve(2 * ByteWriter.longestVarint * (ring.count + 2))
        commands.put(varint: Self.command(1, count: 1))
        move(to: ring[0])
        commands.put(varint: Self.command(2, count: ring.count - 1))
        for corner in ring.dropFirst() { move(to: corner) }
        commands.put(varint: Self.command(7, count: 1))
      }
    }
  }

  /// Returns the corners of a simplified ring, clipped to the window and rounded.
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

  /// Appends the way to a point, for which room was reserved.
  @inline(__always)
  private mutating func move(to point: SIMD2<Int32>) {
    let (x, y) = (Int(point.x), Int(point.y))
    commands.put(zigzag: x &- cursorX)
    commands.put(zigzag: y &- cursorY)
    (cursorX, cursorY) = (x, y)
    vertexCount &+= 1
  }

  private static func command(_ id: UInt64, count: Int) -> UInt64 { UInt64(count) << 3 | id }
}
