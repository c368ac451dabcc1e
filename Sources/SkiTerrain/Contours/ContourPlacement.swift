import SkiBase

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
