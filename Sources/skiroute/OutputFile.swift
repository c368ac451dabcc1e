import Foundation
import Glibc
import SkiGeo

/// A file that comes into being when it is committed, and not before: a reader sees the old or the new, never half.
///
/// It is written beside its place and renamed there. Devices and pipes (`/dev/stdout`) can't be replaced so and are written
/// to as they are. A file that is not committed leaves nothing behind.
final class AtomicTextFile {
  private let path: String
  private let target: String
  /// The file beside the place; nil when the target itself is written to.
  private let temporary: String?
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  /// Opens a temporary file beside the target, under a name nobody else uses.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when the target is a folder or can't be made.
  init(_ path: String) throws {
    self.path = path
    var status = stat()
    let exists = stat(path, &status) == 0
    let format = status.st_mode & S_IFMT
    guard !exists || format != S_IFDIR else {
      throw SkiError(.unwritableOutput, "file \(path) can't be written: it is a folder; name a file")
    }
    target = exists ? Self.resolved(path) : path
    let mark = String(UInt32.random(in: 0 ... .max), radix: 36)
    temporary = exists && format != S_IFREG ? nil : "\(target).part-\(getpid())-\(mark)"
    descriptor =
      temporary.map { Glibc.open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644) }
      ?? Glibc.open(target, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SkiError(
        .unwritableOutput,
        "file \(path) can't be written: \(String(cString: strerror(errno))); choose a folder you may write to"
      )
    }
  }

  deinit { discard() }

  /// Adds text; it is buffered, a megabyte at a time.
  /// - Throws: ``SkiError`` with code `.inputOutput` as on a full disk, `.cancelled` when the task is cancelled.
  func append(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    guard buffer.count > 1 << 20 else { return }
    guard !Task.isCancelled else { throw CancellationError() }
    try empty()
  }

  /// Writes what is buffered, so that a full disk shows before anything is put in place.
  /// - Throws: As ``append(_:)`` does.
  func flush() throws {
    guard !Task.isCancelled else { throw CancellationError() }
    try empty()
    try synchronize()
  }

  /// Writes what is buffered.
  private func empty() throws {
    var done = 0
    while done < buffer.count {
      let written = buffer.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress! + done, $0.count - done)
      }
      if written > 0 {
        done += written
      } else if errno != EINTR {
        throw failure()
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }

  /// Waits for the disk; pipes and devices have none.
  private func synchronize() throws {
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS else { throw failure() }
  }

  /// Puts the file in its place; a cancelled task doesn't stop it, so that files that belong together stay together.
  func commit() throws {
    try empty()
    try synchronize()
    let closed = close(descriptor)
    descriptor = -1
    guard closed == 0 else {
      let error = failure()
      temporary.map { _ = unlink($0) }
      throw error
    }
    guard let temporary, rename(temporary, target) != 0 else { return }
    let reason = String(cString: strerror(errno))
    unlink(temporary)
    throw SkiError(.unwritableOutput, "file \(path) can't be put in place: \(reason); choose another name")
  }

  /// Takes the temporary file away; after a commit there is none.
  func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    temporary.map { _ = unlink($0) }
  }

  /// Follows links to the file that is to be replaced.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private func failure() -> SkiError {
    SkiError(
      .inputOutput, "writing \(path) failed: \(String(cString: strerror(errno))); nothing was left there")
  }
}
