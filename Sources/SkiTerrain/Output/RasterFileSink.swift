/// A sink that writes a file, which appears at its path only when committed.
package protocol RasterFileSink: RasterSink {
  /// Moves the file to its path; every block must have been written.
  /// - Throws: ``SkiError`` with code `.inputOutput`, `.unwritableOutput` or `.cancelled`.
  func commit() throws

  /// Removes the unfinished file; does nothing after a commit.
  func discard()
}
