import ArgumentParser
import Foundation
import SkiBase
import SkiBuild
import SkiGraph
import SkiTerrain

/// The elevation sources of `skiroute terrain`.
struct TerrainSource: ParsableArguments {
  @Argument(
    help:
      "Elevation: files, and folders that are searched through, or a map that holds it (default: SKIROUTE_MAP, else the sample mountain)."
  ) var sources: [String] = []
  @OptionGroup var reading: ElevationFormatOptions

  /// The elevation files and folders; empty for a map.
  var elevation: [String] { isMap ? [] : sources }
  /// The files of the map whose elevations are read; empty for elevation files.
  var mapFiles: [String] { isMap ? MapSelection.files(sources.first) : [] }

  private var isMap: Bool { sources.isEmpty || sources.count == 1 && sources[0].hasSuffix(".skimap") }

  /// Opens the elevations; only a few tiles are decoded.
  /// - Throws: ``SkiError`` with code `.emptyInput` for a map without any, and the errors of opening.
  func open(covering box: BoundingBox? = nil) throws -> GroundSource {
    guard
      let ground = try GroundSource.open(
        elevation, reading.forms, else: { try MapSelection.open(sources.first) }, in: box)
    else {
      throw SkiError(
        .emptyInput, "map holds no elevations there; build it with --elevation, or name files of elevation",
        subject: sources.first)
    }
    return ground
  }

  /// Opens the elevations as a raster; a single GeoTIFF without a box is used unchanged.
  func openRaster(covering box: BoundingBox?) throws -> OpenTerrain {
    if box == nil, sources.count == 1, !Self.isFolder(sources[0]),
      RasterOutput.Format(path: sources[0]) == .geoTIFF
    {
      return OpenTerrain(
        raster: try GeoTIFF.open(path: sources[0], verticalUnit: reading.verticalUnit).raster(),
        attributions: try Self.attributions(sources, notePaths: []))
    }
    let ground = try open(covering: box)
    return OpenTerrain(
      raster: try ground.files.raster(covering: box),
      attributions: try isMap
        ? ground.attributions() : Self.attributions(sources, notePaths: ground.files.notePaths))
  }

  /// Returns the attributions required with anything made from the sources.
  static func attributions(_ sources: [String], notePaths: [String]) throws -> [String] {
    var notes = try SourceNotes.sources(notePaths)
    let named = try SourceNotes.beside(sources.filter { !isFolder($0) })
    for source in named.values.map(\.source).sorted(by: { $0.name < $1.name }) where !notes.contains(source) {
      notes.append(source)
    }
    return notes.map { $0.attribution ?? $0.name }
  }

  private static func isFolder(_ path: String) -> Bool {
    (try? URL(filePath: path).resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
  }
}

/// An opened elevation raster with its attributions.
struct OpenTerrain: Sendable {
  let raster: any ElevationRaster
  let attributions: [String]
}

/// The option of the extent.
struct TerrainBounds: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: "Only this part: south,west,north,east in degrees, for example 47.1,11.8,47.2,12.")
  var bounds: String?

  /// Returns the extent, nil for all of the elevation.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when it is no valid box.
  func box() throws -> BoundingBox? {
    guard let bounds else { return nil }
    let numbers = bounds.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0.trimmingPrefix { $0 == " " })
    }
    guard numbers.count == 4, let south = numbers[0], let west = numbers[1], let north = numbers[2],
      let east = numbers[3], Coordinate(latitude: south, longitude: west).isValid,
      Coordinate(latitude: north, longitude: east).isValid, south < north, west < east
    else {
      throw SkiError(
        .invalidArgument,
        "bounds \(bounds) are not a box on the Earth; write south,west,north,east in degrees, south and west first"
      )
    }
    return BoundingBox(south: south, west: west, north: north, east: east)
  }
}
