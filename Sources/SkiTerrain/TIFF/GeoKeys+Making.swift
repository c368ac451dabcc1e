package import SkiBase

extension GeoKeys {
  /// Creates the keys of a reference system and, for heights, of their vertical datum.
  ///
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` when the system has no EPSG code, which keys require.
  package init(_ reference: ReferenceSystem, heightDatum: VerticalDatum?) throws(SkiError) {
    guard let code = UInt16(exactly: reference.epsgCode ?? 0), code > 0, code != Self.userDefined else {
      throw SkiError(
        .unsupportedFormat,
        "reference system \(reference.definition.prefix(60)) has no EPSG code, which a GeoTIFF needs; "
          + "warp the source to one that has")
    }
    let isGeographic = if case .geographic = reference.kind { true } else { false }
    var keys: [(Key, UInt16)] = [
      (.modelType, isGeographic ? 2 : 1), (.rasterType, 1),
      (isGeographic ? .geographicSystem : .projectedSystem, code),
    ]
    if let vertical = heightDatum?.epsg.flatMap({ UInt16(exactly: $0) }) {
      keys.append((.verticalSystem, vertical))
      keys.append((.verticalUnit, 9001))
    }
    let entries: [UInt16] = keys.flatMap { key, value in [key.rawValue, 0, 1, value] }
    self.init(directory: [1, 1, 1, UInt16(keys.count)] + entries, doubles: [], text: [])
  }
}

extension ReferenceSystem {
  /// The EPSG code of the definition, or nil when it has another form.
  var epsgCode: Int? {
    let parts = definition.split(separator: ":")
    guard parts.count == 2, parts[0].uppercased() == "EPSG" else {
      return definition.uppercased() == "OGC:CRS84" ? 4326 : nil
    }
    return Int(parts[1])
  }
}
