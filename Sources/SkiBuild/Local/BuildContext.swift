import SkiBase
import SkiTerrain

/// The constants of a group's build: projection, tolerances, and tools of the stages.
///
/// Not `Sendable`: it holds a projection and a GEOS context of its own.
struct BuildContext {
  let options: GraphBuildOptions
  let projection: LocalProjection
  let geos: GEOSContext
  let elevations: ElevationReader
  /// The resolution of the elevation source at the centre, in metres; 0 without a source.
  let sourceResolutionMetres: Double
  /// The cancellation signal, checked in every loop that may be long.
  let stop: OrderedWork.CancellationSignal

  /// Creates the context of a group around a centre.
  /// - Throws: ``SkiError`` when PROJ or GEOS fails.
  init(
    around centre: Coordinate, elevation: (any ElevationSource)?, options: GraphBuildOptions,
    stop: OrderedWork.CancellationSignal
  ) throws {
    self.options = options
    self.stop = stop
    projection = try LocalProjection(centredOn: centre)
    geos = try GEOSContext(stop: stop)
    elevations = ElevationReader(source: elevation, spacingMetres: options.heightSpacingMetres)
    let resolution = elevation?.resolutionMetres(at: centre) ?? 0
    sourceResolutionMetres = resolution.isFinite ? resolution : 0
  }

  /// Returns a projected line with smoothed elevations and gradients.
  func trackLine(
    _ raw: RawElevations, feature: Int, offset: UInt32, isStraight: Bool
  ) throws -> ProjectedLine {
    let places = raw.line.map { FixedCoordinate($0) }
    let lengths = geodesicLengthsMetres(along: places.map(\.coordinate))
    try stop.check()
    let profile = raw.metres.flatMap { metres in
      ElevationProfile(
        distancesMetres: lengths, elevationsMetres: metres, resolutionMetres: raw.resolutionMetres,
        straightRanges: isStraight ? [0...lengths[lengths.count - 1]] : [])
    }
    var line = ProjectedLine(
      feature: feature, places: places, plane: try projection.plane(places.map(\.coordinate)),
      offsets: lengths.map { offset &+ UInt32(($0 * 100).rounded()) })
    try stop.check()
    line.elevations = profile.map { profile in
      profile.elevationsMetres(atDistances: lengths).map { Int32(($0 * 100).rounded()) }
    }
    line.gradients = profile.map { $0.gradientSpread(windowMetres: raw.windowMetres) }
    line.steepStretch = profile?.steepestStretch(windowMetres: 2 * raw.windowMetres)
    line.noise = profile.map { _ in ElevationNoise(resolutionMetres: raw.resolutionMetres) }
    return line
  }
}

/// A stage of the build, or a part of one, in the context of its group.
protocol BuildStage {
  var context: BuildContext { get }
}

extension BuildStage {
  var options: GraphBuildOptions { context.options }
  var projection: LocalProjection { context.projection }
  var geos: GEOSContext { context.geos }
  var elevations: ElevationReader { context.elevations }
  var stop: OrderedWork.CancellationSignal { context.stop }
}

extension LocalProjection {
  /// Returns the projected points of coordinates.
  func plane(_ places: [Coordinate]) throws -> [PlanePoint] {
    let numbers = try interleavedMetres(of: places)
    return places.indices.map { PlanePoint(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) }
  }

  /// Returns the coordinate of a projected point.
  func place(_ point: PlanePoint) throws -> FixedCoordinate { try places([point])[0] }

  /// Returns the coordinates of projected points. Complexity: O(*n*).
  func places(_ points: some Collection<PlanePoint>) throws -> [FixedCoordinate] {
    let places = try coordinates(ofInterleavedMetres: points.flatMap { [$0.x, $0.y] })
    return try zip(points, places).map { point, place in
      guard place.isValid else {
        throw SkiError(
          .internalInconsistency,
          "point (\(point.x), \(point.y)) m is outside the range of the projection; report this")
      }
      return FixedCoordinate(place)
    }
  }
}
