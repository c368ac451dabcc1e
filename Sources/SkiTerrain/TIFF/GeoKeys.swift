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
