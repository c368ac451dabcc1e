import SkiBase
import SkiGraph
import SkiTerrain

/// The projected lifts of a group, one for each section that is ridden separately.
struct ProjectedLifts: BuildStage {
  let context: BuildContext
  private(set) var lifts: [LocalLift] = []
  /// The lengths of lines in each square.
  private var crowd = DensityLimit(.lines)

  /// Creates the projected lifts.
  /// - Parameter turned: The lifts to be ridden against their lines.
  /// - Throws: ``SkiError`` when PROJ or the elevation source fails.
  init(
    _ lifts: [Lift], turned: Set<Int> = [], _ context: BuildContext, _ report: inout ImportReport
  ) throws {
    self.context = context
    for lift in lifts { try add(lift, &report) }
    for lift in turned { self.lifts[lift].isTurned = true }
  }

  /// Adds a lift: as one line where its parts continue each other, else as a lift for each section.
  private mutating func add(_ lift: Lift, _ report: inout ImportReport) throws {
    guard crowd.add(try lift.parts.map { try projection.plane($0.coordinates) }) else {
      return report.count("liftInCrowd", .leftOut, id: lift.id.rawValue, detail: lift.name ?? "")
    }
    let sections = LiftSections(lift.parts)
    var tracks: [LocalLift] = []
    for line in sections.lines {
      if let track = try localLift(lift, try opened(line, of: lift, &report), &report) {
        tracks.append(track)
      }
    }
    guard !tracks.isEmpty else {
      return report.count("liftShapeUnusable", .leftOut, id: lift.id.rawValue, detail: "no length")
    }
    report.usedCounts["lifts", default: 0] += 1
    report.countParts(of: lift, sections, tracks.count)
    if tracks.contains(where: { $0.track.elevations == nil }) {
      report.count("heightsUnknown", .noted, id: lift.id.rawValue, detail: lift.name ?? "")
    }
    if tracks.count > 1 { share(lift, among: &tracks) }
    for index in tracks.indices { tracks[index].track.feature = lifts.count + index }
    lifts.append(contentsOf: tracks)
  }

  private func localLift(
    _ lift: Lift, _ line: Polyline, _ report: inout ImportReport
  ) throws -> LocalLift? {
    let places = line.coordinates.map { FixedCoordinate($0) }
    let lengths = geodesicLengthsMetres(along: places.map(\.coordinate))
    var track = ProjectedLine(
      feature: lifts.count, places: places, plane: try projection.plane(line.coordinates),
      offsets: lengths.map { UInt32(($0 * 100).rounded()) })
    guard track.mapLengthMetres > 1 else { return nil }
    let ends = try endElevations(line)
    track.elevations = ends.wholeMetres.map { Self.cableElevations(from: $0[0], to: $0[1], lengths) }
    if ends.wholeMetres != nil, ends.isBridged.contains(true) {
      report.count("heightGapsBridged", .mended, id: lift.id.rawValue, detail: "at an end of the lift")
    }
    var local = LocalLift(lift: lift, track: track, terrainMetres: try terrainElevations(line, lengths))
    local.resolutionMetres = ends.resolutionMetres
    return local
  }

  /// Assigns stations to the nearest section of a lift, and durations in proportion to length.
  private func share(_ lift: Lift, among sections: inout [LocalLift]) {
    let whole = sections.reduce(0) { $0 + $1.track.mapLengthMetres }
    for index in sections.indices {
      let part = sections[index].track.mapLengthMetres / whole
      sections[index].lift.durationSeconds = lift.durationSeconds.map { $0 * part }
      sections[index].lift.stations = []
    }
    for station in lift.stations {
      guard station.coordinate.isValid, let point = try? projection.plane([station.coordinate])[0] else {
        continue
      }
      let distances = sections.map { $0.track.nearest(to: point).distanceMetres }
      guard let nearest = distances.indices.min(by: { distances[$0] < distances[$1] }) else { continue }
      sections[nearest].lift.stations.append(station)
    }
  }

  /// Returns the line of a lift drawn as a closed ring, from its lowest to its highest vertex on the shorter side;
  /// another line as it is.
  ///
  /// Without elevations the line leads from the first vertex to the one farthest from it.
  private func opened(
    _ line: Polyline, of lift: Lift, _ report: inout ImportReport
  ) throws -> Polyline {
    guard line.count > 3,
      FixedCoordinate(line.coordinates[0]) == FixedCoordinate(line.coordinates[line.count - 1])
    else { return line }
    let ring = Array(line.coordinates.dropLast())
    let lengths = geodesicLengthsMetres(along: line.coordinates)
    let ground =
      try ElevationReader.ownElevations(line)
      ?? elevations.elevations(at: line.coordinates, distancesMetres: lengths)
    let low = ground.flatMap { ground in ring.indices.min { (ground[$0], $0) < (ground[$1], $1) } } ?? 0
    let away = ring.map { $0.distanceMetres(to: ring[low]) }
    let rank = ground.map { Array($0.dropLast()) } ?? away
    guard let high = ring.indices.max(by: { (rank[$0], -$0) < (rank[$1], -$1) }), high != low else {
      return line
    }
    let sides = [1, ring.count - 1].map { step in
      let vertices = Self.vertices(from: low, to: high, step: step, of: ring.count)
      return Polyline(vertices.map { ring[$0] }, elevations: vertices.map { line.elevationMetres(at: $0) })
    }
    report.count(
      "liftDrawnAsRing", .mended, id: lift.id.rawValue, detail: "ridden from its lowest point to its highest")
    return sides[0].sphereMetres() <= sides[1].sphereMetres() ? sides[0] : sides[1]
  }

  /// Returns the vertices of a ring from one to another with a step.
  private static func vertices(from low: Int, to high: Int, step: Int, of count: Int) -> [Int] {
    var vertices = [low]
    while vertices[vertices.count - 1] != high {
      vertices.append((vertices[vertices.count - 1] + step) % count)
    }
    return vertices
  }

  /// Returns the elevations of the ground below a lift's vertices, from the same source as those of its ends.
  private func terrainElevations(_ line: Polyline, _ lengths: [Double]) throws -> [Double]? {
    if let own = ElevationReader.ownElevations(line) { return own }
    let ends = [0, line.count - 1].map { line.elevationMetres(at: $0) }
    return ends.contains { $0 == nil }
      ? try elevations.elevations(at: line.coordinates, distancesMetres: lengths) : nil
  }

  /// Returns the elevations of the first and the last vertex of a line: their own, else those of the source.
  private func endElevations(_ line: Polyline) throws -> GroundElevations {
    let ends = Polyline(
      [line.coordinates[0], line.coordinates[line.count - 1]],
      elevations: [line.elevationMetres(at: 0), line.elevationMetres(at: line.count - 1)])
    if let own = ElevationReader.ownElevations(ends) {
      return GroundElevations(metres: own, isBridged: [false, false])
    }
    return try elevations.source?.groundElevations(at: ends.coordinates)
      ?? GroundElevations(metres: [nil, nil], isBridged: [false, false])
  }

  /// Returns the elevations of a straight cable between two ends, in centimetres.
  private static func cableElevations(from low: Double, to high: Double, _ lengths: [Double]) -> [Int32] {
    let total = lengths[lengths.count - 1]
    return lengths.map { Int32(((low + (high - low) * $0 / total) * 100).rounded()) }
  }
}

extension ImportReport {
  /// Counts the sections and bridged gaps of a lift in several parts.
  fileprivate mutating func countParts(of lift: Lift, _ sections: LiftSections, _ sectionCount: Int) {
    guard lift.parts.count > 1 else { return }
    let id = lift.id.rawValue
    if sectionCount > 1 {
      let detail = "\(lift.parts.count) parts, ridden as \(sectionCount) separate sections"
      count("liftInSeveralParts", .mended, id: id, detail: detail)
    }
    if let widest = sections.bridgedMetres.max() {
      let gaps =
        sections.bridgedMetres.count == 1 ? "a gap" : "\(sections.bridgedMetres.count) gaps, the widest"
      count(
        "liftGapBridged", .mended, id: id, detail: "\(gaps) of \(decimalText(widest, places: 1) ?? "?") m")
    }
  }
}
