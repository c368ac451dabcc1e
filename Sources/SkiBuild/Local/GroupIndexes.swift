/// The spatial indexes of a group's run lines, mapped areas and lift ends.
struct GroupIndexes {
  let lines: LineIndex
  let areas: MappedAreaIndex
  let liftEnds: LiftEndIndex

  /// Creates the indexes. Complexity: O(*n* log *n* + *v*).
  init(_ runs: ProjectedRuns, _ lifts: [LocalLift]) throws {
    lines = LineIndex(runs.lines, runs.geos)
    areas = MappedAreaIndex(runs.runs, runs.context)
    liftEnds = LiftEndIndex(lifts, stop: runs.stop)
  }

  /// Returns whether a run, mapped as a line or an area, is within some metres of a point.
  /// - Parameter tracks: The lines of the index.
  func hasRun(near point: PlanePoint, within metres: Double, _ tracks: [ProjectedLine]) throws -> Bool {
    for line in try lines.lines(near: point, within: metres)
    where tracks[line].nearest(to: point, within: metres) != nil { return true }
    return try areas.hasArea(near: point, within: metres)
  }
}
