import SkiGeo
import SkiModel
import SkiProjection
import SkiTerrain

/// A run of a locality with what was made of it.
struct LocalRun {
  var run: Run
  /// Its lines, as positions in the network; empty for areas.
  var lines: [Int] = []
  /// Its areas; empty for lines.
  var areas: [LocalArea] = []
  /// The mapped grade, or that of a mapped area around the run's line.
  var grade: Difficulty?
  /// For an ungraded run: the grade of its terrain.
  var estimatedGrade: Difficulty?
  /// For areas: a site where skiers enter them, and one where they leave.
  var areaEnds: (upper: Int, lower: Int)?
}

/// A mapped area on the flat map.
struct LocalArea {
  var shape: GEOSGeometry
  var outline: [PlanePoint]
  var box: PlaneBox
  /// The heights its outer edge carries; empty when it doesn't at every corner.
  var knownHeights: [GroundHeight] = []
  /// The lines whose width it draws; empty for an area of its own.
  var outlined: [Int] = []
  /// Whether it only draws the width of mapped lines.
  var isOutline: Bool { !outlined.isEmpty }
}

/// A station of a lift of a locality.
struct LocalStation {
  var name: String?
  var position: LinePosition
  var site: Int
  var boards: Bool
  var alights: Bool
  /// How sure it is that people board and leave here: 100 where the source says so.
  var confidencePercent: UInt8 = 100
  /// The spots that describe it, as positions in the locality.
  var spots: [Int] = []
}

/// A lift of a locality with what was made of it.
struct LocalLift {
  var lift: Lift
  var track: TrackLine
  /// In order along the drawn line; the first and last are its ends.
  var stations: [LocalStation] = []
  /// Whether the direction was guessed.
  var isEstimated = false
  /// Metres above mean sea level of the ground at each vertex; nil when it isn't known at every one.
  var groundMetres: [Double]?
  /// Metres between samples of the source of its heights; 0 where they come with its vertices.
  var resolutionMetres = 0.0
}

/// A group of features on its own flat map while it is built: the value every stage of the pipeline works on.
///
/// Not `Sendable`: it holds a projection and a GEOS context of its own.
struct Locality {
  let options: GraphBuildOptions
  let projection: LocalProjection
  let geos: GEOSContext
  let heights: HeightReader
  /// Whether the work should end; looked at in every loop that may be long.
  let stop: OrderedWork.StopSignal
  var runs: [LocalRun] = []
  var lifts: [LocalLift] = []
  var idleLifts: [Lift]
  var spots: [Spot]
  /// Huts, as positions among the spots, with the site each is reached by.
  var huts: [(spot: Int, site: Int?)] = []
  var streets = LocalStreets()
  var network = Network()
  /// The heights that single vertices have of lines whose others have none.
  var heightMarks: [HeightMark] = []
  /// The mapped areas that are skied across.
  var crossable: [CrossableArea] = []
  /// The lines of the network by place, once they are all known.
  var lineIndex: LineIndex?
  /// Both ends of the drawn line of each lift, those of lift *l* as items 2*l* and 2*l* + 1; and the boxes of the areas.
  var liftEnds = BoxIndex([])
  var areaBoxes = BoxIndex([])
  /// The areas of those boxes: the run, and which of its areas.
  var areasOfRuns: [(run: Int, area: Int)] = []
  var report = ImportReport()
  /// How much is drawn in each square: lines of runs, edges of areas and lifts.
  var crowds = (lines: CrowdedSquares(.lines), edges: CrowdedSquares(.edges), lifts: CrowdedSquares(.lines))

  /// Puts a group on a flat map: lines with lengths and heights, areas, lifts.
  /// - Throws: ``SkiError`` when PROJ, GEOS or the elevation source fails; `.cancelled`.
  init(
    _ group: FeatureGroup, elevation: (any ElevationSource)?, options: GraphBuildOptions,
    stop: OrderedWork.StopSignal
  ) throws {
    self.options = options
    self.stop = stop
    projection = try LocalProjection(centredOn: group.bounds.centre)
    geos = try GEOSContext(stop: stop)
    heights = HeightReader(source: elevation, spacingMetres: options.heightSpacingMetres)
    idleLifts = group.idleLifts
    spots = group.spots
    for run in group.runs {
      try stop.check()
      try add(run)
    }
    for lift in group.lifts { try add(lift) }
  }

  /// Puts a line with its raw heights on the map.
  func trackLine(
    _ raw: RawHeights, feature: Int, offset: UInt32, isStraight: Bool
  ) throws -> TrackLine {
    let places = raw.line.map { FixedCoordinate($0) }
    let lengths = geodesicLengthsMetres(along: places.map(\.coordinate))
    try stop.check()
    let profile = raw.metres.flatMap { metres in
      ElevationProfile(
        distancesMetres: lengths, elevationsMetres: metres, resolutionMetres: raw.resolutionMetres,
        straightRanges: isStraight ? [0...lengths[lengths.count - 1]] : [])
    }
    var line = TrackLine(
      feature: feature, places: places, plane: try plane(places.map(\.coordinate)),
      offsets: lengths.map { offset &+ UInt32(($0 * 100).rounded()) })
    try stop.check()
    line.heights = profile.map { profile in
      lengths.map { Int32((profile.elevationMetres(atDistance: $0) * 100).rounded()) }
    }
    line.gradients = profile.map { $0.gradientSpread(windowMetres: raw.windowMetres) }
    line.steepStretch = profile?.steepestStretch(windowMetres: 2 * raw.windowMetres)
    line.noise = profile.map { _ in HeightNoise(resolutionMetres: raw.resolutionMetres) }
    return line
  }

  /// Returns places on the flat map.
  func plane(_ places: [Coordinate]) throws -> [PlanePoint] {
    let numbers = try projection.interleavedMetres(of: places)
    return places.indices.map { PlanePoint(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) }
  }

  /// Returns a point of the flat map as a place on the Earth.
  func place(_ point: PlanePoint) throws -> FixedCoordinate {
    let places = try projection.coordinates(ofInterleavedMetres: [point.x, point.y])
    guard let place = places.first, place.isValid else {
      throw SkiError(
        .internalInconsistency, "point (\(point.x), \(point.y)) m is beyond the map; report this")
    }
    return FixedCoordinate(place)
  }
}
