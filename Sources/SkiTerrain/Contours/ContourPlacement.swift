import SkiBase
import SkiSystem

/// The conversion of finished lines to coordinates: collects, simplifies, projects, closes and cuts them.
struct ContourPlacement: Sendable {
  let grid: RasterGrid
  let levels: ContourLevels
  let toleranceMetres: Double?
  private let places: GridProjection

  init(grid: RasterGrid, levels: ContourLevels, toleranceMetres: Double?) throws {
    self.grid = grid
    self.levels = levels
    self.toleranceMetres = toleranceMetres
    places = try GridProjection(grid)
  }

  /// Calls a body with each line: its level, whether it is closed, and its points; a closed one ends with its first
  /// point.
  ///
  /// Lines of a single point are left out. The points are only valid during the call.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when a point is not on the Earth.
  func forEachLine(_ finished: FinishedLines, _ body: (Int32, Bool, [Coordinate]) throws -> Void) throws {
    let simplification = toleranceMetres.map { ContourSimplification(grid: grid, toleranceMetres: $0) }
    var points: [ContourPoint] = []
    var line: [Coordinate] = []
    for unplaced in finished.lines {
      finished.collect(unplaced, into: &points)
      simplification?.simplify(&points, isClosed: unplaced.isClosed)
      Self.dropRepeated(&points, isClosed: unplaced.isClosed)
      guard points.count > 1 else { continue }
      try places.place(points, into: &line)
      let isClosed = Self.close(&line, isRing: unplaced.isClosed)
      guard places.mayCrossAntimeridian, let parts = AntimeridianCut.cut(line, isClosed: isClosed) else {
        try body(unplaced.level, isClosed, line)
        continue
      }
      for part in parts { try body(unplaced.level, false, part) }
    }
  }

  /// Returns the lines as values.
  func contourLines(_ finished: FinishedLines) throws -> [ContourLine] {
    var lines: [ContourLine] = []
    lines.reserveCapacity(finished.lines.count)
    try forEachLine(finished) { level, isClosed, points in
      lines.append(
        ContourLine(
          levelMetres: levels.levelMetres(level), isIndex: levels.isIndex(level), isClosed: isClosed,
          points: points))
    }
    return lines
  }

  /// Appends the first point to a ring, and returns whether the line is closed: open lines may end where they began, at
  /// a sample on their level.
  private static func close(_ line: inout [Coordinate], isRing: Bool) -> Bool {
    if isRing { line.append(line[0]) }
    return line.first == line.last
  }

  /// Removes repeated points, which arise where a sample lies exactly on the level and several of its edges are
  /// crossed.
  static func dropRepeated(_ points: inout [ContourPoint], isClosed: Bool) {
    var kept = 0
    for point in points {
      if kept > 0, points[kept - 1].isAt(point) { continue }
      points[kept] = point
      kept += 1
    }
    while isClosed, kept > 1, points[kept - 1].isAt(points[0]) { kept -= 1 }
    points.removeSubrange(kept...)
  }
}

extension ContourPoint {
  /// Returns whether another point is at the same position.
  @inline(__always)
  func isAt(_ other: ContourPoint) -> Bool { x == other.x && y == other.y }
}

/// The splitting of lines at ±180° of longitude, as RFC 7946 (3.1.9) requires.
enum AntimeridianCut {
  /// Returns the parts of a line whose longitudes continue beyond ±180°, each within; nil when the line needs no
  /// change.
  ///
  /// The line is cut by linear interpolation between neighbouring points. A closed line becomes open parts.
  /// - Complexity: O(*n*).
  static func cut(_ line: [Coordinate], isClosed: Bool) -> [[Coordinate]]? {
    guard line.contains(where: { abs($0.longitude) > 180 }) else { return nil }
    var world = worldOf(line[0].longitude)
    var parts: [[Coordinate]] = [[moved(line[0], world)]]
    for (before, point) in zip(line, line.dropFirst()) {
      while abs(point.longitude - 360 * world) > 180 {
        let east = point.longitude > 360 * world
        let edge = 360 * world + (east ? 180 : -180)
        let share = (edge - before.longitude) / (point.longitude - before.longitude)
        let latitude = before.latitude + share * (point.latitude - before.latitude)
        add(Coordinate(latitude: latitude, longitude: east ? 180 : -180), &parts)
        parts.append([Coordinate(latitude: latitude, longitude: east ? -180 : 180)])
        world += east ? 1 : -1
      }
      add(moved(point, world), &parts)
    }
    if isClosed, parts.count > 1, let last = parts.popLast() { parts[0] = last + parts[0].dropFirst() }
    return parts.filter { $0.count > 1 }
  }

  private static func worldOf(_ longitude: Double) -> Double { floor((longitude + 180) / 360) }

  private static func moved(_ point: Coordinate, _ world: Double) -> Coordinate {
    Coordinate(latitude: point.latitude, longitude: point.longitude - 360 * world)
  }

  private static func add(_ point: Coordinate, _ parts: inout [[Coordinate]]) {
    if parts[parts.count - 1].last != point { parts[parts.count - 1].append(point) }
  }
}

/// The crossing of a contour with the edge between two neighbouring samples; 16 bytes, since there are millions.
struct ContourPoint: BitwiseCopyable, Sendable, Hashable {
  /// The edge: twice the column of the western or northern sample, plus one for a vertical edge.
  var edge: Int32
  /// The row of that sample.
  var row: Int32
  /// The fraction of the edge from that sample to the crossing, 0...1.
  var fraction: Float
  /// The fraction of the edge from the crossing to half the distance to the next level.
  var slack: Float

  /// Indicates whether the edge is vertical: both samples are in one column.
  var isVertical: Bool { edge & 1 == 1 }
  /// The position in columns.
  var x: Double { Double(edge >> 1) + (isVertical ? 0 : Double(fraction)) }
  /// The position in rows.
  var y: Double { Double(row) + (isVertical ? Double(fraction) : 0) }
  /// The sort key of the edge, by rows from the north-west; the same for all levels.
  var key: UInt64 { UInt64(UInt32(bitPattern: row)) << 32 | UInt64(UInt32(bitPattern: edge)) }
}

/// A crossing of a band while lines are linked.
struct ContourCrossing: BitwiseCopyable {
  var point: ContourPoint
  /// The next crossing of the line; −1 for none.
  var next: Int32
  /// The mark: twice the number of the level, plus one when another crossing precedes this one.
  var mark: Int32
}

/// The complete lines in order, with their points as pieces still to be concatenated.
struct FinishedLines: Sendable {
  struct Line: Sendable {
    let level: Int32
    let isClosed: Bool
    let key: UInt64
    let points: Points
  }

  enum Points: Sendable {
    /// A range of ``FinishedLines/points``.
    case range(Range<Int>)
    /// The pieces, which each begin with the last point of the one before; the last piece of a closed line ends with
    /// the first point.
    case pieces([[ContourPoint]])
  }

  /// The points of the lines that lie within one band.
  let points: [ContourPoint]
  let lines: [Line]

  /// Concatenates the points of a line; a closed line starts at its least key and doesn't repeat the first point.
  /// - Complexity: O(*n*).
  func collect(_ line: Line, into target: inout [ContourPoint]) {
    target.removeAll(keepingCapacity: true)
    switch line.points {
    case .range(let range): target.append(contentsOf: points[range])
    case .pieces(let pieces):
      for piece in pieces {
        if !target.isEmpty { target.removeLast() }
        target.append(contentsOf: piece)
      }
      if line.isClosed { target.removeLast() }
    }
    if line.isClosed { Self.turn(&target) }
  }

  /// Rotates a ring to start at its least key, whichever band it was found in.
  private static func turn(_ ring: inout [ContourPoint]) {
    var least = 0
    for index in 1..<max(1, ring.count) where ring[index].key < ring[least].key { least = index }
    guard least > 0 else { return }
    let head = Array(ring[..<least])
    ring.removeSubrange(..<least)
    ring.append(contentsOf: head)
  }
}

extension FinishedLines.Line {
  /// The number of points, including neighbouring repeats.
  var pointCount: Int {
    switch points {
    case .range(let range): range.count
    case .pieces(let pieces): pieces.reduce(0) { $0 + $1.count }
    }
  }
}
