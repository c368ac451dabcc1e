public import ArgumentParser
import SkiBase
public import SkiTerrain

/// The options for elevation files that don't state their encoding or unit.
struct ElevationFormatOptions: ParsableArguments {
  @Option(help: "The encoding of elevation PNGs, when it can't be detected: terrarium or terrain-rgb.")
  var elevationEncoding: TileEncodingArgument?
  @Option(
    help:
      "Vertical unit of GeoTIFFs that don't state one: metre, foot or us-survey-foot (default: metre)."
  )
  var verticalUnit: VerticalUnit?

  /// The first of the options given; nil when there is none.
  var givenOption: String? {
    elevationEncoding != nil ? "--elevation-encoding" : verticalUnit != nil ? "--vertical-unit" : nil
  }

  /// The values of the options.
  var forms: ElevationFormat {
    ElevationFormat(encoding: elevationEncoding?.encoding, verticalUnit: verticalUnit)
  }
}

/// The assumed encoding and unit of elevation files that don't state them.
struct ElevationFormat: Sendable {
  var encoding: TileEncoding?
  var verticalUnit: VerticalUnit?

  /// The maximum number of unsupported files that are named.
  private static let namedCount = 10

  /// Opens files and folders of elevation, and names on standard error the files in folders that were skipped.
  /// - Throws: The errors of ``ElevationFiles/open(paths:encoding:verticalUnit:cacheLimitBytes:)``.
  func open(_ paths: [String]) throws -> ElevationFiles {
    let files = try ElevationFiles.open(paths: paths, encoding: encoding, verticalUnit: verticalUnit)
    for error in files.skippedFiles.prefix(Self.namedCount) {
      Console.note("skiroute: skipped: \(error.description)")
    }
    if files.skippedFiles.count > Self.namedCount {
      Console.note("skiroute: skipped: \(files.skippedFiles.count - Self.namedCount) more files")
    }
    let (ignored, names) = (files.ignoredFiles.count, files.ignoredFiles.names.joined(separator: ", "))
    if ignored > 0 {
      let more = ignored > files.ignoredFiles.names.count ? " and others" : ""
      Console.note("skiroute: skipped \(ignored) files that are no elevation: \(names)\(more)")
    }
    return files
  }
}

/// The encodings of elevation PNGs as words.
enum TileEncodingArgument: String, ExpressibleByArgument, CaseIterable {
  case terrarium
  case terrainRGB = "terrain-rgb"

  var encoding: TileEncoding { self == .terrarium ? .terrarium : .terrainRGB }
}

extension VerticalUnit: ExpressibleByArgument {}
