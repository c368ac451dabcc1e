import SkiBase

/// The unit and vertical datum that a GeoTIFF states.
///
/// The unit is the first one stated by: the band (`UNITTYPE` of GDAL's metadata), the key `VerticalUnits`, the vertical
/// system (`VerticalCSType`, or that of a compound or three-dimensional system), the caller. Without any, heights are
/// metres, except in reference systems in feet, whose heights are as often in feet as in metres.
/// **Source:** OGC GeoTIFF Standard 1.1 (19-008r4), clause 7.5.3; the order is GDAL's.
struct VerticalReference {
  /// The length of the band's unit in metres.
  let metresPerUnit: Double
  /// The vertical datum of the heights in metres.
  let datum: VerticalDatum
  /// The keys for a raster of metres made from the file; nil when it has none.
  let keys: GeoKeys?

  /// Creates the unit and datum from the keys and metadata of a file.
  /// - Parameters:
  ///   - band: The unit in the band's metadata; nil or empty when it is not stated.
  ///   - assumed: The caller's unit for files that don't state it.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the unit is in doubt and none is assumed,
  ///   `.unsupportedFormat` for depths and units that are no lengths.
  init(
    keys: GeoKeys?, band: String?, map: ReferenceSystem, assumed: VerticalUnit?, _ fault: TIFFFault
  ) throws {
    let system = try keys?.elevationSystem()
    if let system, !system.pointsUp {
      throw fault(.unsupportedFormat, "samples are depths (\(system.name)); write them as elevations")
    }
    let stated = try Self.unit(of: band, assumed, fault) ?? keys?.metresPerElevationUnit(assumed, fault)
    let isClear = keys.map { Self.isClear($0, map) } ?? true
    guard let unit = stated ?? system?.metresPerUnit ?? assumed?.metres ?? (isClear ? 1 : nil) else {
      throw Self.doubt("elevations of a raster in feet have no stated unit", fault)
    }
    metresPerUnit = unit
    let datum = keys?.verticalDatum(system) ?? .unstated
    self.datum = unit == 1 ? datum : datum.inMetres
    self.keys = unit == 1 ? keys : keys?.withoutElevations(map: system?.horizontalEPSG)
  }

  private static func unit(
    of band: String?, _ assumed: VerticalUnit?, _ fault: TIFFFault
  ) throws(SkiError) -> Double? {
    guard let band, !band.isEmpty else { return nil }
    guard let metres = VerticalUnit.metres(named: band) ?? assumed?.metres else {
      throw doubt("elevations are in \"\(band)\", a unit that is not known", fault)
    }
    return metres
  }

  /// Returns whether heights without a unit can only be metres: no horizontal unit is a foot.
  private static func isClear(_ keys: GeoKeys, _ map: ReferenceSystem) -> Bool {
    if case .projected(let metres) = map.kind, metres < 1 - 1e-9 { return false }
    return ![9002, 9003].contains(keys.code(.linearUnit) ?? 0)
  }

  static func doubt(_ what: String, _ fault: TIFFFault) -> SkiError {
    let words = VerticalUnit.allCases.map(\.rawValue).joined(separator: "|")
    return fault(
      .invalidArgument, "\(what); name their unit with --vertical-unit \(words)")
  }
}

extension GeoKeys {
  /// The cache of PROJ's answers by code; the files of one product share codes.
  private static let known = Locked<[Int: VerticalSystem?]>([:])

  /// Returns the vertical part of the vertical, compound or three-dimensional system in the keys; nil when there is
  /// none.
  func elevationSystem() throws(SkiError) -> VerticalSystem? {
    for key in [Key.verticalSystem, .projectedSystem, .geographicSystem] {
      guard let code = code(key), code > 0, code != Self.userDefined, !Self.isFlat(code) else { continue }
      if let system = try Self.elevationSystem(code) { return system }
    }
    return nil
  }

  private static func elevationSystem(_ code: Int) throws(SkiError) -> VerticalSystem? {
    if let known = known.withLock({ $0[code] }) { return known }
    let system = try VerticalSystem(epsg: code)
    known.withLock { $0[code] = .some(system) }
    return system
  }

  /// Returns whether a code is a common two-dimensional system, which needs no look-up.
  private static func isFlat(_ code: Int) -> Bool {
    code == 4326 || code == 3857 || (32601...32660).contains(code) || (32701...32760).contains(code)
  }
}

/// The unit of the elevations of a file; they are metres after reading.
///
/// A value; `Sendable`.
public enum VerticalUnit: String, Sendable, Hashable, CaseIterable {
  /// The metre.
  case metre
  /// The international foot, 0.3048 m.
  case foot
  /// The US survey foot, 1200/3937 m.
  case usSurveyFoot = "us-survey-foot"

  /// The length of one unit in metres.
  package var metres: Double {
    switch self {
    case .metre: 1
    case .foot: 0.3048
    case .usSurveyFoot: 1200.0 / 3937
    }
  }

  /// Returns the length in metres of a unit named in a band's metadata; nil for an unknown name.
  ///
  /// **Source:** the unit names of PROJ and of ESRI, which GDAL writes, and common short forms.
  static func metres(named name: String) -> Double? {
    let word = name.lowercased().map { $0 == "_" || $0 == "-" ? " " : $0 }
    switch String(word) {
    case "m", "metre", "metres", "meter", "meters": return 1
    case "ft", "foot", "feet", "international foot", "international feet", "foot (international)",
      "foot intl":
      return Self.foot.metres
    case "us survey foot", "us survey feet", "survey foot", "ftus", "us ft", "ft us", "foot us", "us foot",
      "us feet", "usft", "foot (us survey)":
      return Self.usSurveyFoot.metres
    case "dm", "decimetre", "decimeter": return 0.1
    case "cm", "centimetre", "centimeter": return 0.01
    case "mm", "millimetre", "millimeter": return 0.001
    case "km", "kilometre", "kilometer": return 1000
    default: return nil
    }
  }
}
