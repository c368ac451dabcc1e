import SkiGeo

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// A file that comes into being when it is committed, and not before: a reader sees the old or the new, never half.
///
/// It is written beside its place and renamed there; links are followed. A file that is not committed leaves nothing behind.
/// What a killed process left beside the place is taken away by the next one that writes there: a lock tells whose
/// writer is gone. Devices and pipes (`/dev/stdout`) can't be replaced so; where they are allowed they are written to as
/// they are.
///
/// A class that belongs to one task: not `Sendable`.
package final class ReplacementFile {
  private let path: String
  private let what: String
  private let target: String
  /// The file beside the place; nil when the target itself is written to.
  private let temporary: String?
  private var descriptor: Int32 = -1
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 20

  /// Opens a temporary file beside the target, under a name nobody else uses.
  ///
  /// - Parameters:
  ///   - path: Where the file is to stand.
  ///   - what: What errors call it: `map`, `report`.
  ///   - allowsDevices: Whether a device or pipe may be written to.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when the target is a folder or can't be made.
  package init(_ path: String, what: String = "file", allowsDevices: Bool = false) throws {
    self.path = path
    self.what = what
    var status = stat()
    let exists = stat(path, &status) == 0
    guard !exists || status.st_mode & S_IFMT != S_IFDIR else {
      throw SkiError(
        .unwritableOutput, "\(what) can't be written: it is a folder; name a file", subject: path)
    }
    let isFile = !exists || status.st_mode & S_IFMT == S_IFREG
    guard isFile || allowsDevices else {
      throw SkiError(
        .unwritableOutput, "\(what) can't be written over what is no file; choose another name",
        subject: path)
    }
    let real = exists ? Self.resolved(path) : path
    guard real != nil || !isFile || errno == ENOENT else {
      throw SkiError(
        .unwritableOutput, "\(what) can't be written: \(Self.reason()); check the disk and try again",
        subject: path)
    }
    // Pipes have no name of their own.
    target = real ?? path
    guard isFile else {
      temporary = nil
      descriptor = Glibc.open(target, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw unwritable() }
      return
    }
    LeftoverFiles(beside: target).remove()
    (temporary, descriptor) = Self.makeTemporary(beside: target)
    guard descriptor >= 0 else { throw unwritable() }
  }

  /// Makes a file beside the target and locks it; the descriptor is negative when none can be made.
  ///
  /// The lock is held as long as the file is open and says that its writer lives. File systems without locks go without.
  private static func makeTemporary(beside target: String) -> (name: String, descriptor: Int32) {
    while true {
      let name = TemporaryName.make(for: target)
      let descriptor = Glibc.open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        if errno == EEXIST { continue }
        return (name, descriptor)
      }
      flock(descriptor, LOCK_EX)
      var status = stat()
      // Another writer may have taken it for a leftover before it was locked.
      if fstat(descriptor, &status) != 0 || status.st_nlink > 0 { return (name, descriptor) }
      close(descriptor)
    }
  }

  deinit { discard() }

  /// Adds text as UTF-8; see ``append(_:)-([UInt8])``.
  package func append(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    try emptyWhenLarge()
  }

  /// Adds bytes; small pieces are collected, a megabyte at a time.
  /// - Throws: ``SkiError`` with code `.inputOutput` as on a full disk, `.cancelled` when the task is cancelled.
  package func append(_ bytes: [UInt8]) throws {
    if buffer.isEmpty, bytes.count >= Self.bufferSize {
      try refuseWhenCancelled()
      return try write(bytes)
    }
    buffer.append(contentsOf: bytes)
    try emptyWhenLarge()
  }

  /// Replaces the first bytes of what was added so far.
  /// - Throws: ``SkiError`` with code `.inputOutput`.
  /// - Precondition: at least so many bytes were added, and the target is no device.
  package func overwriteStart(_ bytes: [UInt8]) throws {
    precondition(temporary != nil, "\(path) is no file that can be written to twice")
    try empty()
    let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard written == bytes.count else { throw failure() }
  }

  /// Hands out what writes at any place of the file, from any number of threads, until it is committed or discarded.
  ///
  /// What is added by `append` stands where it would without: a file is written in one of the two ways.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when the target is a device or pipe.
  package func positionedWriter() throws -> PositionedWriter {
    guard temporary != nil else {
      throw SkiError(
        .unwritableOutput, "\(what) is written at many places, which \(path) doesn't allow; name a file",
        subject: path)
    }
    return PositionedWriter(descriptor: descriptor, path: path)
  }

  /// Returns the name of the file that is to be put in place, for what writes to files by name; `append` is not used then.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when the target is a device or pipe.
  package func temporaryPath() throws -> String {
    _ = try positionedWriter()
    return temporary ?? target
  }

  /// Writes what is collected and waits for the disk, so that a full one shows before anything is put in place.
  /// - Throws: As ``append(_:)-([UInt8])``.
  package func flush() throws {
    try refuseWhenCancelled()
    try empty()
    try synchronize()
  }

  /// Puts the file in its place, its bytes being on disk before its name is: a power cut leaves the old file or the whole new one.
  ///
  /// - Parameter evenWhenCancelled: Whether a cancelled task is ignored, so that files that belong together stay together.
  /// - Throws: ``SkiError`` with code `.inputOutput`, `.unwritableOutput` when it can't be renamed, or `.cancelled`.
  package func commit(evenWhenCancelled: Bool = false) throws {
    try empty()
    try synchronize()
    if !evenWhenCancelled { try refuseWhenCancelled() }
    if let temporary, rename(temporary, target) != 0 {
      throw SkiError(
        .unwritableOutput, "\(what) can't be put in place: \(Self.reason()); choose another name",
        subject: path)
    }
    let closed = close(descriptor)
    descriptor = -1
    guard closed == 0 || temporary != nil else { throw failure() }
    syncFolder()
  }

  /// Takes the temporary file away; after a commit there is none.
  package func discard() {
    guard descriptor >= 0 else { return }
    // Before the lock goes with the descriptor.
    temporary.map { _ = unlink($0) }
    close(descriptor)
    descriptor = -1
  }

  private func emptyWhenLarge() throws {
    guard buffer.count > Self.bufferSize else { return }
    try refuseWhenCancelled()
    try empty()
  }

  private func empty() throws {
    try write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  private func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var done = 0
      while done < bytes.count {
        let written = Glibc.write(descriptor, base + done, min(bytes.count - done, 1 << 26))
        if written > 0 {
          done += written
        } else if written == 0 || errno != EINTR {
          throw failure()
        }
      }
    }
  }

  /// Waits for the disk; pipes and devices have none.
  private func synchronize() throws {
    guard synchronizes(descriptor) else { throw failure() }
  }

  private func refuseWhenCancelled() throws {
    guard Task.isCancelled else { return }
    throw SkiError(.cancelled, "writing was cancelled by its caller; nothing was left there", subject: path)
  }

  /// Makes the new name last through a power cut, where the file system can; the file itself is on disk already.
  private func syncFolder() {
    guard temporary != nil else { return }
    let handle = Glibc.open(LeftoverFiles.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard handle >= 0 else { return }
    _ = synchronizes(handle)
    close(handle)
  }

  /// Follows links to the file that is to be replaced; nil with the reason in `errno` when they can't be.
  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }

  private static func reason() -> String { String(cString: strerror(errno)) }

  private func unwritable() -> SkiError {
    SkiError(
      .unwritableOutput, "\(what) can't be written: \(Self.reason()); choose a folder you may write to",
      subject: path)
  }

  private func failure() -> SkiError {
    SkiError(
      .inputOutput, "writing failed: \(Self.reason()); free some space, nothing was left there", subject: path
    )
  }
}
