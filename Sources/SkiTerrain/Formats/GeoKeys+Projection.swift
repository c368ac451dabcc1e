import SkiBase

/// The conversion of systems defined by parameters to WKT 1.
///
/// **Source:** OGC GeoTIFF Standard 1.1 (19-008r4), clause 7.5 and annex C; OGC 01-009 for the names.
extension GeoKeys {
  /// Returns the WKT of the projected system defined by the parameters.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` for unsupported methods and units.
  func projectedText(_ fault: TIFFFault) throws(SkiError) -> String {
    guard code(.angularUnit) ?? 9102 == 9102 else {
      throw unusual("angles in units of code \(code(.angularUnit) ?? 0)", fault)
    }
    let (method, parameters) = try conversion(fault)
    let values = parameters.map { "PARAMETER[\"\($0.name)\",\($0.value)]" }.joined(separator: ",")
    let unit = try linearUnit(fault)
    return "PROJCS[\"from keys\",\(try geographicText(fault)),PROJECTION[\"\(method)\"],\(values),"
      + "UNIT[\"unit\",\(unit)],AXIS[\"Easting\",EAST],AXIS[\"Northing\",NORTH]]"
  }

  /// Returns the WKT of the geographic system defined by the keys.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` for unsupported prime meridians and ellipsoids.
  func geographicText(_ fault: TIFFFault) throws(SkiError) -> String {
    guard [nil, 0, 8901].contains(code(.primeMeridian)), (number(.primeMeridianLongitude) ?? 0) == 0 else {
      throw unusual("a prime meridian of code \(code(.primeMeridian) ?? 0)", fault)
    }
    if let code = code(.geographicSystem), code > 0, code != Self.userDefined {
      return try ReferenceSystem.geographicText(epsg: code)
    }
    if code(.datum) == 6326 { return try ReferenceSystem.geographicText(epsg: 4326) }
    let (axis, flattening) = try ellipsoid(fault)
    return "GEOGCS[\"from keys\",DATUM[\"unknown\",SPHEROID[\"unknown\",\(axis),\(flattening)]],"
      + "PRIMEM[\"Greenwich\",0],UNIT[\"degree\",0.0174532925199433]]"
  }

  /// Returns the semi-major axis in metres and the inverse flattening, 0 for a sphere.
  private func ellipsoid(_ fault: TIFFFault) throws(SkiError) -> (Double, Double) {
    if let axis = number(.semiMajorAxis), axis > 1e6, axis < 1e8 {
      if let flattening = number(.inverseFlattening), flattening == 0 || (100...1e9).contains(flattening) {
        return (axis, flattening)
      }
      if let minor = number(.semiMinorAxis), minor > 0.9 * axis, minor <= axis {
        return (axis, minor == axis ? 0 : axis / (axis - minor))
      }
    }
    let known = [
      7030: (6_378_137, 298.257223563), 7019: (6_378_137, 298.257222101), 7004: (6_377_397.155, 299.1528128),
      7022: (6_378_388, 297), 7008: (6_378_206.4, 294.9786982138982), 7012: (6_378_249.145, 293.465),
    ]
    guard let found = known[code(.ellipsoid) ?? 0] else {
      throw unusual("an ellipsoid of code \(code(.ellipsoid) ?? 0)", fault)
    }
    return found
  }

  private func linearUnit(_ fault: TIFFFault) throws(SkiError) -> Double {
    if code(.linearUnit) == Self.userDefined, let size = number(.linearUnitSize), size > 1e-6, size < 1e6 {
      return size
    }
    switch code(.linearUnit) {
    case nil, 0, 9001: return 1
    case 9002: return 0.3048
    case 9003: return 1200.0 / 3937
    case .some(let code): throw unusual("lengths in units of code \(code)", fault)
    }
  }

  private func conversion(_ fault: TIFFFault) throws(SkiError) -> (
    method: String, parameters: [(name: String, value: Double)]
  ) {
    if let zone = code(.projection), (16001...16060).contains(zone) || (16101...16160).contains(zone) {
      let isSouth = zone > 16100
      return (
        "Transverse_Mercator",
        [
          ("latitude_of_origin", 0), ("central_meridian", Double(zone % 100 * 6 - 183)),
          ("scale_factor", 0.9996),
          ("false_easting", 500_000), ("false_northing", isSouth ? 10_000_000 : 0),
        ]
      )
    }
    if let code = code(.projection), code > 0, code != Self.userDefined, self.code(.method) == nil {
      throw unusual("a projection of code \(code)", fault)
    }
    switch code(.method) {
    case 1: return ("Transverse_Mercator", natural + [scale] + shift)
    case 7:
      if let parallel = number(.standardParallel1) {
        return ("Mercator_2SP", [("standard_parallel_1", parallel), meridian] + shift)
      }
      return ("Mercator_1SP", [meridian, scale] + shift)
    case 8: return ("Lambert_Conformal_Conic_2SP", parallels + natural + shift)
    case 9: return ("Lambert_Conformal_Conic_1SP", natural + [scale] + shift)
    case 10: return ("Lambert_Azimuthal_Equal_Area", centre + shift)
    case 11: return ("Albers_Conic_Equal_Area", parallels + centre + shift)
    case 15: return ("Polar_Stereographic", natural + [scale] + shift)
    case 16: return ("Oblique_Stereographic", natural + [scale] + shift)
    case let method: throw unusual("a projection of method \(method ?? 0)", fault)
    }
  }

  // Writers differ in which of the origins they fill in.
  private var latitude: Double {
    first(.naturalOriginLatitude, .falseOriginLatitude, .centreLatitude) ?? 0
  }
  private var meridian: (name: String, value: Double) {
    (
      "central_meridian",
      first(.naturalOriginLongitude, .straightVerticalPole, .falseOriginLongitude, .centreLongitude) ?? 0
    )
  }
  private var natural: [(name: String, value: Double)] { [("latitude_of_origin", latitude), meridian] }
  private var centre: [(name: String, value: Double)] {
    [("latitude_of_center", latitude), ("longitude_of_center", meridian.value)]
  }
  private var scale: (name: String, value: Double) { ("scale_factor", number(.naturalOriginScale) ?? 1) }
  private var parallels: [(name: String, value: Double)] {
    let first = number(.standardParallel1) ?? latitude
    return [("standard_parallel_1", first), ("standard_parallel_2", number(.standardParallel2) ?? first)]
  }
  private var shift: [(name: String, value: Double)] {
    [
      ("false_easting", first(.falseEasting, .falseOriginEasting, .centreEasting) ?? 0),
      ("false_northing", first(.falseNorthing, .falseOriginNorthing, .centreNorthing) ?? 0),
    ]
  }

  private func first(_ keys: Key...) -> Double? { keys.lazy.compactMap { number($0) }.first }

  private func unusual(_ what: String, _ fault: TIFFFault) -> SkiError {
    fault(
      .unsupportedFormat,
      "TIFF has \(what), which is not supported; warp it to a common system by gdalwarp -t_srs")
  }
}
