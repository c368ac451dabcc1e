import Glibc
import SkiGeo

extension RoutingGraphBuilder {
  /// Freezes what was collected into a `.skimap` file, beside its place first and then renamed into it.
  ///
  /// Whatever stood there before stays until the new map is whole on disk; nothing is left behind on failure. Maps that are
  /// open keep the old bytes. A link to a file is followed; a device or pipe is refused. The file may be read by all, as far
  /// as the process's mask allows.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when the file can't be made or put in place, `.inputOutput` when
  ///   writing fails, `.cancelled` when the task was cancelled before the map was in place, and those of ``build()``.
  /// - Complexity: O(*n* log *n*) in nodes, points and features.
  public func write(toFile path: String) throws {
    let bytes = try encoded()
    do {
      try MapReplacement(of: path).write(bytes)
    } catch var error as SkiError {
      error.subject = path
      throw error
    }
  }
}

/// A file that is written beside its place and then put there.
private struct MapReplacement {
  private let target: String
  private let temporary: String
  private let descriptor: Int32

  /// Makes the file beside its place, under a name nobody else uses.
  init(of path: String) throws {
    target = try Self.resolved(path)
    let name = "\(target).part-\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 36))"
    temporary = name
    descriptor = Glibc.open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw SkiError(
        .unwritableOutput, "map can't be written: \(Self.reason()); choose a folder you may write to")
    }
  }

  /// Follows links to the file that is to be replaced.
  private static func resolved(_ path: String) throws -> String {
    var status = stat()
    guard stat(path, &status) == 0 else { return path }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SkiError(.unwritableOutput, "map can't be written over what is no file; choose another name")
    }
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Writes all bytes, waits for the disk and renames.
  consuming func write(_ bytes: [UInt8]) throws {
    do {
      defer { close(descriptor) }
      try writeAll(bytes)
      guard fsync(descriptor) == 0 else { throw Self.writeFailure() }
      guard !Task.isCancelled else {
        throw SkiError(.cancelled, "writing the map was cancelled by its caller; nothing was left there")
      }
    } catch {
      unlink(temporary)
      throw error
    }
    guard rename(temporary, target) == 0 else {
      let reason = Self.reason()
      unlink(temporary)
      throw SkiError(.unwritableOutput, "map can't be put in place: \(reason); choose another name")
    }
    syncFolder()
  }

  private func writeAll(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      var done = 0
      while done < buffer.count {
        let written = Glibc.write(descriptor, base + done, min(buffer.count - done, 1 << 26))
        if written > 0 {
          done += written
        } else if written == 0 || errno != EINTR {
          throw Self.writeFailure()
        }
      }
    }
  }

  /// Makes the new name last through a power cut, where the file system can; the map itself is on disk already.
  private func syncFolder() {
    let parts = target.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
    let handle = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard handle >= 0 else { return }
    fsync(handle)
    close(handle)
  }

  private static func reason() -> String { String(cString: strerror(errno)) }

  private static func writeFailure() -> SkiError {
    SkiError(.inputOutput, "writing failed: \(reason()); free some space, nothing was left there")
  }
}
