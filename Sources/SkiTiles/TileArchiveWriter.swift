/// A writer of a tile archive, which appears at its path only when it is complete.
///
/// Belongs to one thread at a time.
package protocol TileArchiveWriter: AnyObject {
  /// Adds a tile; tiles come in any order, each address once.
  /// - Throws: ``SkiError`` with code `.inputOutput`, such as on a full disk.
  func add(_ tile: [UInt8], at address: TileAddress) throws

  /// Writes the metadata and moves the archive to its path.
  /// - Throws: ``SkiError`` with code `.inputOutput`, `.unwritableOutput` or `.cancelled`.
  func finish(_ tileSet: TileSet) throws

  /// Removes the unfinished archive; does nothing after ``finish(_:)``.
  func discard()
}
