import ArgumentParser
import SkiTerrain

/// How elevation files are read that don't say it themselves.
struct ElevationReading: ParsableArguments {
  @Option(help: "How elevation PNGs are coded, when it can't be told: terrarium or terrain-rgb.")
  var elevationEncoding: TileEncodingWord?
  @Option(
    help:
      "What the heights of GeoTIFFs are in that don't say it: metre, foot or us-survey-foot (default: metre)."
  )
  var verticalUnit: VerticalUnit?

  /// The first of the options that was given; nil when none was.
  var givenOption: String? {
    elevationEncoding != nil ? "--elevation-encoding" : verticalUnit != nil ? "--vertical-unit" : nil
  }

  /// What the options say, apart from the command line.
  var forms: ElevationForms {
    ElevationForms(encoding: elevationEncoding?.encoding, verticalUnit: verticalUnit)
  }
}

/// What elevation files are taken for where they don't say it themselves.
struct ElevationForms: Sendable {
  var encoding: TileEncoding?
  var verticalUnit: VerticalUnit?

  /// Opens files and folders of elevation.
  /// - Throws: as ``ElevationFiles/open(paths:encoding:verticalUnit:cacheLimitBytes:)``.
  func open(_ paths: [String]) throws -> ElevationFiles {
    try ElevationFiles.open(paths: paths, encoding: encoding, verticalUnit: verticalUnit)
  }
}

/// The codings of elevation PNGs as words.
enum TileEncodingWord: String, ExpressibleByArgument, CaseIterable {
  case terrarium
  case terrainRGB = "terrain-rgb"

  var encoding: TileEncoding { self == .terrarium ? .terrarium : .terrainRGB }
}

extension VerticalUnit: ExpressibleByArgument {}
