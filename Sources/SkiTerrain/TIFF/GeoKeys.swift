/// The GeoTIFF keys of a file: what its coordinates mean.
///
/// A value; `Sendable`. Kept as they stand in the file, so that a raster made from it can carry the same.
/// **Source:** OGC GeoTIFF Standard 1.1 (19-008r4), clause 7.
package struct GeoKeys: Sendable, Hashable {
  /// The key directory: a head of four numbers, then four for each key.
  package let directory: [UInt16]
  /// The values that are floats.
  package let doubles: [Double]
  /// The values that are text, `|` after each.
  package let text: [UInt8]

  /// The numbers of the tags in a TIFF.
  package static let directoryTag: UInt32 = 34735
  package static let doublesTag: UInt32 = 34736
  package static let textTag: UInt32 = 34737
  /// What keys say where the value stands in others.
  package static let userDefined = 32767

  /// The keys that are read.
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

  /// Reads the keys of a file; nil when it has none.
  init?(_ handle: TIFFHandle) {
    guard let directory = handle.shorts(Self.directoryTag), directory.count >= 4 else { return nil }
    self.init(
      directory: directory, doubles: handle.doubles(Self.doublesTag) ?? [],
      text: handle.bytes(Self.textTag) ?? [])
  }

  /// The keys as they stand, four numbers each: key, where its value is, how long it is, value or place.
  var entries: [[UInt16]] {
    stride(from: 4, to: min(directory.count - 3, 4 * Int(directory[3]) + 4), by: 4).map {
      Array(directory[$0..<$0 + 4])
    }
  }

  /// Returns where a key's value is and how long it is; nil when there is no such key.
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

  /// Returns the value of a key that is a code, or nil when it isn't there.
  func code(_ key: Key) -> Int? {
    guard let entry = entry(key), entry.place == 0 else { return nil }
    return entry.value
  }

  /// Returns the value of a key that is a number, or nil when it isn't there.
  func number(_ key: Key) -> Double? {
    guard let entry = entry(key), entry.place == Self.doublesTag, entry.value < doubles.count else {
      return nil
    }
    return doubles[entry.value]
  }

  /// Returns the value of a key that is text, or nil when it isn't there.
  func words(_ key: Key) -> String? {
    guard let entry = entry(key), entry.place == Self.textTag, entry.value + entry.count <= text.count else {
      return nil
    }
    let part = text[entry.value..<entry.value + entry.count].prefix { $0 != 0 && $0 != UInt8(ascii: "|") }
    return String(decoding: part, as: UTF8.self)
  }

  /// Whether positions in the file count from the centres of pixels, and not from their corners.
  package var countsFromCentres: Bool { code(.rasterType) == 2 }
}
