import SkiBase

/// The path and format of a tile archive, PMTiles version 3 or MBTiles 1.3 by the extension of the name.
///
/// A value; `Sendable`.
public struct TileOutput: Sendable, Hashable {
  /// The format of an archive.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    /// A single file for range requests; see ``PMTilesWriter``.
    case pmtiles
    /// A SQLite database; see ``MBTilesWriter``.
    case mbtiles
  }

  /// The path of the archive, with the extension `pmtiles` or `mbtiles`.
  public let path: String
  /// The format of the file.
  package let format: Format
  /// The path of the work file, from which an interrupted build resumes.
  package var workPath: String { path + ".work" }

  /// Creates an output of the format of a path's extension.
  /// - Parameter path: The path of the file, with the extension `pmtiles` or `mbtiles` in any case.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the extension is not that of an archive.
  /// - Complexity: O(*n*) in the length of the path.
  public init(path: String) throws {
    let name = path.split(separator: "/").last ?? ""
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let format = parts.last.flatMap({ Format(rawValue: $0.lowercased()) }) else {
      throw SkiError(
        .invalidArgument,
        "output \(path) has no extension of a tile archive; name it .pmtiles for browsers or .mbtiles")
    }
    self.path = path
    self.format = format
  }
}
