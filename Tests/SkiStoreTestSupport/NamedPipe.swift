import SkiBase
import SkiSystem

/// A named pipe that this process holds open, as the input of a child process that waits for its end.
///
/// No other child process inherits it, which would delay that end. Belongs to one thread.
package final class NamedPipe {
  /// The path.
  package let path: String
  private var descriptor: Int32

  /// Makes a named pipe at a path, in place of what is there.
  /// - Throws: `SkiError` with code `.unwritableOutput` when it can't be made.
  package init(at path: String) throws {
    self.path = path
    unlink(path)
    // Opened for reading, too, so that opening waits for nothing.
    descriptor = mkfifo(path, 0o600) == 0 ? open(path, O_RDWR | O_CLOEXEC) : -1
    guard descriptor >= 0 else {
      throw SkiError(
        .unwritableOutput, "\(path) can't be made a pipe", underlying: String(cString: strerror(errno)))
    }
  }

  deinit { close() }

  /// Ends the input of the readers.
  package func close() {
    if descriptor >= 0 { SkiSystem.close(descriptor) }
    descriptor = -1
  }
}
