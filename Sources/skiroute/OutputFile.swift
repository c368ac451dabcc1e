import Foundation
import Glibc
import SkiGeo

/// Writes a whole file beside its place and renames it there, so that a reader sees the old or the new, never half.
enum OutputFile {
  /// Writes text as UTF-8.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` or `.inputOutput`; nothing is left behind.
  static func write(_ text: String, to path: String) throws {
    let writer = try AtomicTextFile(path)
    do {
      try writer.append(text)
      try writer.commit()
    } catch {
      writer.discard()
      throw error
    }
  }
}

/// A file that comes into being when it is committed, and not before.
final class AtomicTextFile {
  private let path: String
  private let temporary: String
  private var descriptor: Int32
  private var buffer: [UInt8] = []

  /// Opens a temporary file beside the target.
  init(_ path: String) throws {
    self.path = path
    temporary = path + ".part-\(getpid())"
    descriptor = Glibc.open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw SkiError(
        .unwritableOutput,
        "file \(path) can't be written: \(String(cString: strerror(errno))); choose a folder you may write to"
      )
    }
  }

  deinit { discard() }

  /// Adds text.
  func append(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    if buffer.count > 1 << 20 { try flush() }
  }

  /// Puts the file in its place.
  func commit() throws {
    try flush()
    guard fsync(descriptor) == 0 || errno == EINVAL, close(descriptor) == 0 else { throw failure() }
    descriptor = -1
    guard rename(temporary, path) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(temporary)
      throw SkiError(.unwritableOutput, "file \(path) can't be put in place: \(reason)")
    }
  }

  /// Takes the temporary file away.
  func discard() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
    unlink(temporary)
  }

  private func flush() throws {
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

  private func failure() -> SkiError {
    SkiError(
      .inputOutput, "writing \(path) failed: \(String(cString: strerror(errno))); nothing was left there")
  }
}
