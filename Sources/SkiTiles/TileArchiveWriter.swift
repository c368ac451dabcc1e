/// An archive of tiles that is being written: it stands in its place, whole, when it is finished, and not before.
///
/// Belongs to one thread at a time.
package protocol TileArchiveWriter: AnyObject {
  /// Takes a tile's bytes; tiles come in any order, each address once.
  /// - Throws: ``SkiError`` with code `.inputOutput` as on a full disk.
  func add(_ tile: [UInt8], at address: TileAddress) throws

  /// Writes what is said of the tiles, and puts the archive in its place.
  /// - Throws: ``SkiError`` with code `.inputOutput`, `.unwritableOutput` or `.cancelled`.
  func finish(_ tileSet: TileSet) throws

  /// Takes away what was written; after ``finish(_:)`` nothing happens.
  func discard()
}
