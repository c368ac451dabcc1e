import SkiBase
import SkiGraph

/// The projected runs of a group: lines with lengths, elevations and direction, and areas.
struct ProjectedRuns: BuildStage {
  let context: BuildContext
  private(set) var runs: [LocalRun] = []
  /// The lines of all runs, in their order.
  private(set) var lines: [ProjectedLine] = []
  /// The elevations of single vertices, of lines whose other vertices have none.
  private(set) var elevationMarks: [VertexElevation] = []
  /// The lengths of lines and of edges of areas in each square.
  private var crowds = (lines: DensityLimit(.lines), edges: DensityLimit(.edges))

  /// The upper terminals of lifts, as far as drawn lines and elevations tell.
  private let liftTops: BoxIndex

  /// The greatest number of holes of an area; seventeen real areas have at most one each.
  static let holeLimit = 256

  /// Creates the projected runs.
  /// - Throws: ``SkiError`` when PROJ, GEOS or the elevation source fails; `.cancelled`.
  init(
    _ runs: [Run], beside lifts: [LocalLift], _ context: BuildContext, _ report: inout ImportReport
  ) throws {
    self.context = context
    liftTops = BoxIndex(lifts.map { PlaneBox($0.likelyTop) }, stop: context.stop)
    for run in runs {
      try stop.check()
      try add(run, &report)
    }
  }

  /// Adds a run, unless it has no usable shape or exceeds the limits of its squares.
  private mutating func add(_ run: Run, _ report: inout ImportReport) throws {
    var local = LocalRun(run: run, grade: run.difficulty)
    local.isOpen = run.access.restriction() == nil && !run.isItinerary
    var crowded = 0
    switch run.geometry {
    case .lines(let parts):
      var offset: UInt32 = 0
      for part in parts {
        guard let line = try runLine(part, of: run, at: offset, &crowded, &report) else { continue }
        offset = line.offsets[line.offsets.count - 1]
        local.lines.append(lines.count)
        lines.append(line)
      }
    case .areas(let areas):
      for rings in areas {
        if let area = try localArea(rings, of: run, &crowded, &report) { local.areas.append(area) }
      }
    }
    guard !local.lines.isEmpty || !local.areas.isEmpty else { return report.leaveOut(run, crowded) }
    if crowded > 0 {
      report.count(
        "runPartInCrowd", .mended, id: run.id.rawValue, detail: "\(crowded) parts left out")
    }
    report.usedCounts["runs", default: 0] += 1
    runs.append(local)
  }

  /// Returns a part of a run as a line; nil when it has no length or exceeds the limits of its squares.
  private mutating func runLine(
    _ part: Polyline, of run: Run, at offset: UInt32, _ crowded: inout Int, _ report: inout ImportReport
  ) throws -> ProjectedLine? {
    try stop.check()
    guard crowds.lines.add([try projection.plane(part.coordinates)]) else {
      crowded += 1
      return nil
    }
    try stop.check()
    let raw = try elevations.elevations(along: part)
    try stop.check()
    let straight = run.level.isBridge || run.level.isTunnel
    var line = try context.trackLine(raw, feature: runs.count, offset: offset, isStraight: straight)
    guard line.mapLengthMetres > 0 else { return nil }
    line.layer = run.level.effectiveLayer
    line.isClimbed = run.isClimbed
    let first = line.elevations.map { Double($0[0]) / 100 }
    let last = line.elevations.map { Double($0[$0.count - 1]) / 100 }
    let drop = first.flatMap { first in last.map { first - $0 } }
    let orientation = RunOrientation(
      run: run, dropMetres: drop, mapLengthMetres: line.mapLengthMetres, isLiftExit: try isLiftExit(line),
      options: options)
    line.travel = orientation.travel
    if raw.metres == nil {
      elevationMarks += raw.marks.map {
        VertexElevation(line: lines.count, vertex: $0.vertex, metres: $0.metres)
      }
      report.count("heightsUnknown", .noted, id: run.id.rawValue, detail: run.name ?? "")
    }
    report.countGaps(raw, of: run)
    if let finding = orientation.finding {
      report.count(finding, of: run, line, dropMetres: drop, resolutionMetres: raw.resolutionMetres)
    }
    return line
  }

  /// Returns whether a line is a link that begins at the upper terminal of a lift.
  private func isLiftExit(_ line: ProjectedLine) throws -> Bool {
    try line.mapLengthMetres < GraphBuildOptions.liftExitLimitMetres
      && !liftTops.query(PlaneBox(line.plane[0], grownBy: options.stationReachMetres)).isEmpty
  }

  /// Returns a projected area; nil when it is empty or exceeds the limits of its squares.
  private mutating func localArea(
    _ rings: PolygonRings, of run: Run, _ crowded: inout Int, _ report: inout ImportReport
  ) throws -> LocalArea? {
    try stop.check()
    let outer = try closedRing(rings.outer)
    guard outer.count >= 4 else { return nil }
    let all = try rings.holes.map(closedRing)
    let holes = Self.largest(all)
    guard crowds.edges.add([outer] + holes) else {
      crowded += 1
      return nil
    }
    let shape = try geos.polygon(outer: outer, holes: holes)
    guard !shape.isEmpty, shape.areaSquareMetres() > 1 else { return nil }
    if holes.count < all.count {
      report.count(
        "areaHolesFilled", .mended, id: run.id.rawValue, detail: "\(all.count - holes.count) of \(all.count)")
    }
    let known = ElevationReader.knownOwnElevations(rings.outer) ?? []
    return LocalArea(
      shape: shape, outline: outer, box: PlaneBox(outer),
      knownElevations: zip(outer, known).compactMap { point, metres in
        metres.map { PointElevation(point: point, metres: $0) }
      })
  }

  /// Returns the holes of an area, or the largest where there are too many.
  private static func largest(_ holes: [[PlanePoint]]) -> [[PlanePoint]] {
    guard holes.count > holeLimit else { return holes }
    let sizes = holes.map(squareMetresInside)
    let kept = sizes.indices.sorted { (sizes[$1], $0) < (sizes[$0], $1) }.prefix(holeLimit)
    return kept.sorted().map { holes[$0] }
  }

  private func closedRing(_ ring: Polyline) throws -> [PlanePoint] {
    var points = try projection.plane(ring.coordinates)
    if let first = points.first, first != points.last { points.append(first) }
    return points
  }
}

extension ImportReport {
  /// Counts a run without a usable part.
  fileprivate mutating func leaveOut(_ run: Run, _ crowded: Int) {
    if crowded > 0 {
      return count("runInCrowd", .leftOut, id: run.id.rawValue, detail: run.name ?? "")
    }
    var detail = "no length"
    if case .areas = run.geometry { detail = "no area" }
    count("runShapeUnusable", .leftOut, id: run.id.rawValue, detail: detail)
  }

  /// Counts a run whose elevations had outliers or gaps.
  fileprivate mutating func countGaps(_ raw: RawElevations, of run: Run) {
    if raw.droppedCount > 0 {
      count("heightOutliersDropped", .mended, id: run.id.rawValue, detail: "\(raw.droppedCount) dropped")
    }
    if raw.bridgedMetres > 0 {
      let metres = Int(raw.bridgedMetres.rounded())
      count("heightGapsBridged", .mended, id: run.id.rawValue, detail: "\(metres) m bridged")
    }
  }
}

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

/// A spatial index of the runs mapped as areas.
struct MappedAreaIndex {
  private let areas: [LocalArea]
  private let boxes: BoxIndex
  private let geos: GEOSContext

  /// Creates the index. Complexity: O(*n* log *n*).
  init(_ runs: [LocalRun], _ context: BuildContext) {
    areas = runs.flatMap(\.areas)
    boxes = BoxIndex(areas.map(\.box), stop: context.stop)
    geos = context.geos
  }

  /// Returns whether a run mapped as an area is within some metres of a point.
  func hasArea(near point: PlanePoint, within metres: Double) throws -> Bool {
    try boxes.query(PlaneBox(point, grownBy: metres + 1)).contains { number in
      try areas[number].box.grown(by: metres).contains(point)
        && areas[number].shape.isWithin(metres, of: geos.point(point))
    }
  }
}
