package import SkiBase

/// The GeoTIFF keys of a file, which define its coordinates.
///
/// They are kept as stored, so that a raster made from the file can carry the same.
/// **Source:** OGC GeoTIFF Standard 1.1 (19-008r4), clause 7.
package struct GeoKeys: Sendable, Hashable {
  /// The key directory: a header of four numbers, then four for each key.
  package let directory: [UInt16]
  /// The floating-point values.
  package let doubles: [Double]
  /// The text values, each terminated by `|`.
  package let text: [UInt8]

  /// The TIFF tag of the key directory.
  package static let directoryTag: UInt32 = 34735
  /// The TIFF tag of the floating-point values.
  package static let doublesTag: UInt32 = 34736
  /// The TIFF tag of the text values.
  package static let textTag: UInt32 = 34737
  /// The code that refers to other keys for the value.
  package static let userDefined = 32767

  /// The supported keys.
  package enum Key: UInt16 {
    case modelType = 1024
    case rasterType = 1025
    case citation = 1026
    case geographicSystem = 2048
    case geographicCitation = 2049
    case datum = 2050
    case primeMeridian = 2051
    case angularUnit = 2054
    case angularUnitSize = 2055
    case ellipsoid = 2056
    case semiMajorAxis = 2057
    case semiMinorAxis = 2058
    case inverseFlattening = 2059
    case primeMeridianLongitude = 2061
    case projectedSystem = 3072
    case projectedCitation = 3073
    case projection = 3074
    case method = 3075
    case linearUnit = 3076
    case linearUnitSize = 3077
    case standardParallel1 = 3078
    case standardParallel2 = 3079
    case naturalOriginLongitude = 3080
    case naturalOriginLatitude = 3081
    case falseEasting = 3082
    case falseNorthing = 3083
    case falseOriginLongitude = 3084
    case falseOriginLatitude = 3085
    case falseOriginEasting = 3086
    case falseOriginNorthing = 3087
    case centreLongitude = 3088
    case centreLatitude = 3089
    case centreEasting = 3090
    case centreNorthing = 3091
    case naturalOriginScale = 3092
    case straightVerticalPole = 3095
    case verticalSystem = 4096
    case verticalCitation = 4097
    case verticalDatum = 4098
    case verticalUnit = 4099
  }

  init(directory: [UInt16], doubles: [Double], text: [UInt8]) {
    self.directory = directory
    self.doubles = doubles
    self.text = text
  }

  /// Creates the keys of a file; nil when it has none.
  init?(_ handle: TIFFHandle) {
    guard let directory = handle.shorts(Self.directoryTag), directory.count >= 4 else { return nil }
    self.init(
      directory: directory, doubles: handle.doubles(Self.doublesTag) ?? [],
      text: handle.bytes(Self.textTag) ?? [])
  }

  /// The entries as stored, of four numbers: key, location of the value, its count, value or offset.
  var entries: [[UInt16]] {
    stride(from: 4, to: min(directory.count - 3, 4 * Int(directory[3]) + 4), by: 4).map {
      Array(directory[$0..<$0 + 4])
    }
  }

  /// Returns the location, count and value of a key; nil when it is missing.
  private func entry(_ key: Key) -> (place: UInt16, count: Int, value: Int)? {
    var at = 4
    while at + 4 <= directory.count, at / 4 <= Int(directory[3]) {
      if directory[at] == key.rawValue {
        return (directory[at + 1], Int(directory[at + 2]), Int(directory[at + 3]))
      }
      at += 4
    }
    return nil
  }

  /// Returns the code of a key, or nil when it is missing.
  func code(_ key: Key) -> Int? {
    guard let entry = entry(key), entry.place == 0 else { return nil }
    return entry.value
  }

  /// Returns the floating-point value of a key, or nil when it is missing.
  func number(_ key: Key) -> Double? {
    guard let entry = entry(key), entry.place == Self.doublesTag, entry.value < doubles.count else {
      return nil
    }
    return doubles[entry.value]
  }

  /// Returns the text of a key, or nil when it is missing.
  func words(_ key: Key) -> String? {
    guard let entry = entry(key), entry.place == Self.textTag, entry.value + entry.count <= text.count else {
      return nil
    }
    let part = text[entry.value..<entry.value + entry.count].prefix { $0 != 0 && $0 != UInt8(ascii: "|") }
    return String(decoding: part, as: UTF8.self)
  }

  /// Indicates whether positions refer to the centres of pixels rather than to their corners (`PixelIsPoint`).
  package var isPixelIsPoint: Bool { code(.rasterType) == 2 }
}

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

  /// Returns the vertical datum, as far as the keys state it.
  /// - Parameter system: The vertical system of the keys, when it is known.
  func verticalDatum(_ system: VerticalSystem? = nil) -> VerticalDatum {
    let words = words(.verticalCitation) ?? ""
    if let code = code(.verticalSystem), code > 0, code != Self.userDefined {
      return Self.datum(code, named: words)
    }
    let all = (words + " " + (self.words(.citation) ?? "")).uppercased()
    if all.contains("EGM2008") || all.contains("EGM 2008") { return .egm2008 }
    if all.contains("EGM96") || all.contains("EGM 96") { return .egm96 }
    if !words.isEmpty { return VerticalDatum(name: String(words.prefix(80)), epsg: nil) }
    guard let system else { return .unstated }
    if let code = system.epsg { return Self.datum(code, named: system.name) }
    return VerticalDatum(name: "ellipsoid, not sea level (\(system.name))", epsg: nil)
  }

  private static func datum(_ code: Int, named words: String) -> VerticalDatum {
    let known = [
      5773: "EGM96", 3855: "EGM2008", 5798: "EGM84", 5714: "mean sea level", 5703: "NAVD88", 6360: "NAVD88",
      8228: "NAVD88", 5702: "NGVD29", 7968: "NGVD29", 5728: "LN02", 5729: "LHN95", 5778: "GHA",
      9274: "EVRF2000 Austria", 5720: "NGF-IGN69", 5783: "DHHN92", 7837: "DHHN2016", 5782: "Alicante",
      5621: "EVRF2007", 6697: "JGD2011", 6695: "JGD2011",
    ]
    // GeoTIFF 1.0 used codes of its own for ellipsoids here.
    if (5001...5033).contains(code) || code == 4979 {
      return VerticalDatum(name: "ellipsoid, not sea level (code \(code))", epsg: nil)
    }
    return VerticalDatum(
      name: known[code] ?? (words.isEmpty ? "EPSG:\(code)" : String(words.prefix(80))), epsg: code)
  }

  /// Returns the length of the height unit in metres; nil when no key states it.
  /// - Parameter assumed: The unit if the key states a unit outside EPSG.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the unit is unknown and none is assumed.
  func metresPerElevationUnit(_ assumed: VerticalUnit? = nil, _ fault: TIFFFault) throws(SkiError) -> Double?
  {
    switch code(.verticalUnit) {
    case nil, 0: return nil
    case 9001: return 1
    case 9002: return VerticalUnit.foot.metres
    case 9003: return VerticalUnit.usSurveyFoot.metres
    case Self.userDefined:
      guard let assumed else {
        throw VerticalReference.doubt("elevations are in a unit that the file defines itself", fault)
      }
      return assumed.metres
    case .some(let code):
      guard let metres = try VerticalSystem.metresPerUnit(epsg: code) ?? assumed?.metres else {
        throw VerticalReference.doubt(
          "elevations are in units of EPSG code \(code), which is not a length", fault)
      }
      return metres
    }
  }

  /// Returns the keys without the vertical ones, for rasters of metres.
  /// - Parameter map: The code of the horizontal system, if the keys name a compound one; nil to keep their code.
  func withoutElevations(map: Int?) -> GeoKeys {
    let heights = [Key.verticalSystem, .verticalCitation, .verticalDatum, .verticalUnit].map(\.rawValue)
    let isGeographic = [nil, 0, Self.userDefined].contains(code(.projectedSystem))
    let system = (isGeographic ? Key.geographicSystem : .projectedSystem).rawValue
    let mapCode = map.flatMap { UInt16(exactly: $0) }
    var kept: [UInt16] = []
    for entry in entries where !heights.contains(entry[0]) {
      if entry[0] == system, let mapCode { kept += [system, 0, 1, mapCode] } else { kept += entry }
    }
    let head = Array(directory.prefix(3)) + [UInt16(kept.count / 4)]
    return GeoKeys(directory: head + kept, doubles: doubles, text: text)
  }
}

extension VerticalDatum {
  /// The datum of heights that were converted to metres.
  ///
  /// An EPSG code implies a unit: it is replaced by the code of the same datum in metres, or nil.
  var inMetres: VerticalDatum {
    let twins = [6360: 5703, 8228: 5703, 5702: 7968]
    var plain = name[...]
    if name.hasSuffix(")"), let open = name.lastIndex(of: "("), name[open...].hasPrefix("(ft") {
      plain = name[..<open]
    }
    return VerticalDatum(
      name: plain.hasSuffix(" ") ? String(plain.dropLast()) : String(plain), epsg: epsg.flatMap { twins[$0] })
  }
}
