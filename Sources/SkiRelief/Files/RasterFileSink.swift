package import SkiTerrain

/// A sink whose pixels become a file when it is committed, and not before.
package protocol RasterFileSink: RasterSink {
  /// Puts the file in its place; every block must have been written.
  /// - Throws: ``SkiError`` with code `.inputOutput`, `.unwritableOutput` or `.cancelled`.
  func commit() throws

  /// Takes away what was written; after a commit nothing happens.
  func discard()
}
