import CLibraries
public import SkiBase

/// Loads PROJ, which the functions of geodesics need; without this call they load it, or end the process.
/// - Throws: ``SkiError`` with code `.missingInput` when PROJ can't be loaded.
/// - Complexity: some milliseconds for the first call, then O(1).
public func requireGeodesics() throws(SkiError) { try SkiError.requireLibrary(proj_library_fault()) }

/// The WGS 84 ellipsoid for PROJ's geodesic routines, initialised once.
let wgs84Geodesic: geod_geodesic = {
  var ellipsoid = geod_geodesic()
  geod_init(&ellipsoid, 6_378_137, 1 / 298.257_223_563)
  return ellipsoid
}()

/// Returns the length of the geodesic between two coordinates on the WGS 84 ellipsoid, in metres; NaN for invalid
/// coordinates.
///
/// **Source:** Karney 2013, "Algorithms for geodesics", as implemented by PROJ; accurate to nanometres.
public func geodesicDistanceMetres(_ a: Coordinate, _ b: Coordinate) -> Double {
  guard a.isValid, b.isValid else { return .nan }
  return withUnsafePointer(to: wgs84Geodesic) { inverse($0, a, b) }
}

/// Returns the distance along a line to each vertex, in metres from its first vertex, on the WGS 84 ellipsoid.
///
/// The result has one element for each vertex, starts with 0 and never decreases; its last element is the length of the
/// line. Elements are NaN from the first invalid coordinate on; there are none without vertices.
///
/// **Source:** that of ``geodesicDistanceMetres(_:_:)``.
/// - Complexity: O(*n*) in the number of vertices, about 1 µs each.
public func geodesicLengthsMetres(along line: [Coordinate]) -> [Double] {
  guard let first = line.first else { return [] }
  var lengths: [Double] = []
  lengths.reserveCapacity(line.count)
  lengths.append(first.isValid ? 0 : .nan)
  withUnsafePointer(to: wgs84Geodesic) { ellipsoid in
    for index in 1..<max(1, line.count) {
      let (a, b) = (line[index - 1], line[index])
      let step = a.isValid && b.isValid ? inverse(ellipsoid, a, b) : .nan
      lengths.append(lengths[index - 1] + step)
    }
  }
  return lengths
}

/// Returns the end of a geodesic on the WGS 84 ellipsoid in degrees; its longitude is −180...180.
///
/// **Source:** Karney 2013, "Algorithms for geodesics", as implemented by PROJ.
/// - Parameters:
///   - start: The start of the geodesic, a valid coordinate.
///   - bearingDegrees: The bearing at the start, in degrees clockwise from true north.
///   - distanceMetres: The length in metres; negative lengths go backwards.
public func geodesicDestination(
  from start: Coordinate, bearingDegrees: Double, distanceMetres: Double
) -> Coordinate {
  var latitude = Double.nan
  var longitude = Double.nan
  withUnsafePointer(to: wgs84Geodesic) {
    geod_direct(
      $0, start.latitude, start.longitude, bearingDegrees, distanceMetres, &latitude, &longitude, nil)
  }
  return Coordinate(latitude: latitude, longitude: longitude)
}

private func inverse(
  _ ellipsoid: UnsafePointer<geod_geodesic>, _ a: Coordinate, _ b: Coordinate
) -> Double {
  var distance = Double.nan
  geod_inverse(ellipsoid, a.latitude, a.longitude, b.latitude, b.longitude, &distance, nil, nil)
  return distance
}
