import SkiBase
import SkiGraph
import SkiTerrain
import SkiTiles

/// The elevations that a command draws or computes from: those of the files it was given, else those in the map.
struct GroundSource: Sendable {
  let files: ElevationFiles
  /// The paths of the files; empty for those of a map.
  private let paths: [String]
  private let forms: ElevationFormat
  /// The map and the attributions of its elevations; nil for files.
  private let stored: (map: MapID, attributions: [String])?

  /// Opens the elevations; nil when no files were given and the map has no height grid.
  /// - Parameters:
  ///   - paths: The files and folders given, which go before the map's.
  ///   - forms: The assumed encoding and unit of the files.
  ///   - map: Returns the map; not called when files were given.
  ///   - box: The extent wanted of the map; nil for all of it.
  /// - Throws: The errors of ``ElevationFormat/open(_:)`` and ``MapElevation/open(_:in:cacheLimitBytes:)``.
  static func open(
    _ paths: [String], _ forms: ElevationFormat, else map: () throws -> SkiMap, in box: BoundingBox? = nil
  ) throws -> GroundSource? {
    guard paths.isEmpty else {
      return GroundSource(files: try forms.open(paths), paths: paths, forms: forms, stored: nil)
    }
    let map = try map()
    return try MapElevation.open(map, in: box).map {
      GroundSource(files: $0.files, paths: [], forms: forms, stored: (map.id, $0.attributions))
    }
  }

  /// Returns the attributions required with anything made from the elevations.
  /// - Throws: ``SkiError`` for notes beside the files that can't be read.
  func attributions() throws -> [String] {
    try stored?.attributions ?? ElevationAttributions.words(paths, notePaths: files.notePaths)
  }

  /// Returns the key that builds of the same elevations share, for those that can be continued.
  /// - Throws: The errors of ``SourceKey/text(ofFiles:)``.
  func sourceKey() throws -> String {
    if let stored { return "heights of map \(stored.map)" }
    let words = [forms.encoding?.rawValue, forms.verticalUnit?.rawValue].compactMap { $0 }
    return ([try SourceKey.text(ofFiles: paths)] + words).joined(separator: "\n")
  }

  /// The error of a command that needs elevation on a map without any.
  static func missing(_ what: String) -> SkiError {
    SkiError(
      .invalidArgument,
      "\(what) needs elevation, and the map holds none; build it with --elevation, or add --elevation DIR here"
    )
  }
}
