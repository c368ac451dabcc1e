import SkiGeo

extension GeoKeys {
  /// What the heights count from, as far as the keys tell.
  var verticalDatum: VerticalDatum {
    let words = words(.verticalCitation) ?? ""
    if let code = code(.verticalSystem), code > 0, code != Self.userDefined {
      return Self.datum(code, named: words)
    }
    let all = (words + " " + (self.words(.citation) ?? "")).uppercased()
    if all.contains("EGM2008") || all.contains("EGM 2008") { return .egm2008 }
    if all.contains("EGM96") || all.contains("EGM 96") { return .egm96 }
    return words.isEmpty ? .unstated : VerticalDatum(name: String(words.prefix(80)), epsg: nil)
  }

  private static func datum(_ code: Int, named words: String) -> VerticalDatum {
    let known = [
      5773: "EGM96", 3855: "EGM2008", 5798: "EGM84", 5714: "mean sea level", 5703: "NAVD88", 6360: "NAVD88",
      5728: "LN02", 5729: "LHN95", 5778: "GHA", 9274: "EVRF2000 Austria", 5720: "NGF-IGN69", 5783: "DHHN92",
      7837: "DHHN2016", 5782: "Alicante", 5621: "EVRF2007", 6697: "JGD2011", 6695: "JGD2011",
    ]
    // GeoTIFF 1.0 gave ellipsoids codes of their own here.
    if (5001...5033).contains(code) || code == 4979 {
      return VerticalDatum(name: "ellipsoid, not sea level (code \(code))", epsg: nil)
    }
    return VerticalDatum(
      name: known[code] ?? (words.isEmpty ? "EPSG:\(code)" : String(words.prefix(80))), epsg: code)
  }

  /// How many metres one unit of height is; nil when the keys don't tell.
  func metresPerHeightUnit(_ fault: TIFFFault) throws -> Double? {
    switch code(.verticalUnit) {
    case nil, 0, Self.userDefined: return nil
    case 9001: return 1
    case 9002: return 0.3048
    case 9003: return 1200.0 / 3937
    case .some(let code):
      throw fault(
        .unsupportedFormat, "heights are in units of EPSG code \(code); write them in metres")
    }
  }
}
