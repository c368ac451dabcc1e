import SkiGeo

/// The path and format of a tile archive; the extension of the name chooses the format.
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

  /// The path of the file.
  public let path: String
  /// The format of the file.
  package let format: Format
  /// The path of the work file, from which an interrupted build resumes.
  package var workPath: String { path + ".work" }

  /// Creates an output.
  /// - Throws: ``SkiError`` with code `.invalidArgument` when the file name extension is not that of an archive.
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
