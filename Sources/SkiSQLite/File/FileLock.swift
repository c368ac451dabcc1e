import SkiBase
import SkiSystem

/// An exclusive lock on a file, which ends with the process at the latest.
///
/// A shared object; `Sendable`. The file stays: removing it would let two processes lock different files of one name.
final class FileLock: Sendable {
  private let descriptor: Locked<Int32?>

  /// Creates the file if it is missing and locks it.
  /// - Throws: `SkiError` with code `.conflict` if it is locked, `.unwritableOutput` if it can't be created.
  init(path: String, of store: String) throws {
    let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard opened >= 0 else {
      throw SkiError(
        .unwritableOutput, "the file can't be created; check the permissions of its folder", subject: path,
        underlying: String(cString: strerror(errno)))
    }
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
      let code = errno
      close(opened)
      guard code == EWOULDBLOCK else {
        throw SkiError(
          .unavailable, "the file can't be locked; put the store on a local disk", subject: path,
          underlying: String(cString: strerror(code)))
      }
      throw SkiError(
        .conflict,
        "the store is in use by another process or driver; stop that one, or use PostgreSQL for several servers",
        subject: store)
    }
    descriptor = Locked(opened)
  }

  deinit { unlock() }

  /// Ends the lock; again has no effect.
  ///
  /// Closing alone would leave it to a child process that has just been forked and holds the descriptor until it executes.
  func unlock() {
    descriptor.withLock { descriptor in
      if let descriptor {
        flock(descriptor, LOCK_UN)
        close(descriptor)
      }
      descriptor = nil
    }
  }
}
