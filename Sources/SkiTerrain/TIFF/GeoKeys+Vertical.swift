import SkiBase

extension GeoKeys {
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
