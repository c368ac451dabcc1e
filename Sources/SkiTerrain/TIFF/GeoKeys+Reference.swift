import SkiBase

extension GeoKeys {
  /// Returns the reference system of x and y.
  ///
  /// WGS 84, Web Mercator and UTM on WGS 84 are built in; others are looked up in PROJ.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when the keys define no system, or an unknown one.
  func referenceSystem(_ fault: TIFFFault) throws(SkiError) -> ReferenceSystem {
    switch code(.modelType) {
    case 1: return try projectedSystem(fault)
    case 2: return try geographicSystem(fault)
    case 3:
      throw fault(
        .unsupportedFormat,
        "TIFF has geocentric coordinates; convert it to geographic or projected ones by gdalwarp")
    default:
      if let code = code(.projectedSystem), code > 0 { return try projectedSystem(fault) }
      if let code = code(.geographicSystem), code > 0 { return try geographicSystem(fault) }
      throw Self.unknown("no reference system", fault)
    }
  }

  private func projectedSystem(_ fault: TIFFFault) throws(SkiError) -> ReferenceSystem {
    switch code(.projectedSystem) {
    case 3857: return .webMercator
    case .some(let code) where code > 0 && code != Self.userDefined: return try Self.epsg(code, fault)
    default:
      guard code(.method) != nil || code(.projection) != nil else {
        throw Self.unknown("a projection of its own (\(name(.projectedCitation)))", fault)
      }
      return try Self.system(try projectedText(fault), fault)
    }
  }

  private func geographicSystem(_ fault: TIFFFault) throws(SkiError) -> ReferenceSystem {
    switch code(.geographicSystem) {
    case 4326: return .wgs84
    case .some(let code) where code > 0 && code != Self.userDefined: return try Self.epsg(code, fault)
    default:
      guard code(.datum) != nil || code(.ellipsoid) != nil || number(.semiMajorAxis) != nil else {
        throw Self.unknown("degrees of an unknown kind (\(name(.geographicCitation)))", fault)
      }
      return try Self.system(try geographicText(fault), fault)
    }
  }

  private func name(_ key: Key) -> String {
    String((words(key) ?? words(.citation) ?? "without a name").prefix(80))
  }

  /// Returns the system of a code; UTM zones do not need PROJ.
  private static func epsg(_ code: Int, _ fault: TIFFFault) throws(SkiError) -> ReferenceSystem {
    let definition = "EPSG:\(code)"
    if (32601...32660).contains(code) || (32701...32760).contains(code) {
      return ReferenceSystem(definition: definition, kind: .projected(metresPerUnit: 1))
    }
    return try system(definition, fault)
  }

  private static func system(_ definition: String, _ fault: TIFFFault) throws(SkiError) -> ReferenceSystem {
    do {
      return try ReferenceSystem(definition: definition)
    } catch {
      throw fault(error.code, error.message, underlying: error.underlying)
    }
  }

  private static func unknown(_ what: String, _ fault: TIFFFault) -> SkiError {
    fault(
      .unsupportedFormat,
      "TIFF has \(what); write a known one into it, for example by gdal_edit.py -a_srs EPSG:4326")
  }
}
