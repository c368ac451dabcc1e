import SkiSystem

/// A file that replaces its target atomically when it is committed.
///
/// It is written beside the target and renamed; links are followed. A file that is not committed is removed. Temporary
/// files of killed processes are removed by the next writer of the same target, which finds them unlocked. Devices and
/// pipes (`/dev/stdout`) can't be replaced; where allowed they are written to directly.
///
/// Not `Sendable`: it belongs to one task.
package final class ReplacementFile {
  private let path: String
  private let what: String
  private let target: String
  /// The temporary file beside the target; nil when the target itself is written to.
  private let temporary: String?
  private var descriptor: Int32 = -1
  private var buffer: [UInt8] = []
  private static let bufferSize = 1 << 20

  /// Creates a temporary file beside the target, under a unique name.
  ///
  /// - Parameters:
  ///   - path: The path of the target.
  ///   - what: The noun for the file in messages: `map`, `report`.
  ///   - allowsDevices: True to permit writing to a device or pipe.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when the target is a folder or can't be created.
  package init(_ path: String, what: String = "file", allowsDevices: Bool = false) throws(SkiError) {
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
        .unwritableOutput, "\(what) can't replace what is not a regular file; choose another name",
        subject: path)
    }
    let real = exists ? Self.resolved(path) : path
    guard real != nil || !isFile || errno == ENOENT else {
      throw SkiError(
        .unwritableOutput, "\(what) can't be written: \(Self.reason()); check the disk and try again",
        subject: path)
    }
    // Pipes have no path of their own.
    target = real ?? path
    guard isFile else {
      temporary = nil
      descriptor = SkiSystem.open(target, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw unwritable() }
      return
    }
    StaleTemporaryFiles(beside: target).remove()
    (temporary, descriptor) = Self.makeTemporary(beside: target)
    guard descriptor >= 0 else { throw unwritable() }
  }

  /// Creates a file beside the target and locks it; the descriptor is negative when that fails.
  ///
  /// The lock is held while the file is open and shows that its writer is alive. File systems without locks go without.
  private static func makeTemporary(beside target: String) -> (name: String, descriptor: Int32) {
    while true {
      let name = TemporaryName.make(for: target)
      let descriptor = SkiSystem.open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        if errno == EEXIST { continue }
        return (name, descriptor)
      }
      flock(descriptor, LOCK_EX)
      var status = stat()
      // Another writer may have removed it as a leftover before it was locked.
      if fstat(descriptor, &status) != 0 || status.st_nlink > 0 { return (name, descriptor) }
      close(descriptor)
    }
  }

  deinit { discard() }

  /// Lets the owner alone read and write the file; call it before anything is appended.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when the permissions can't be changed.
  package func restrictToOwner() throws(SkiError) {
    guard fchmod(descriptor, 0o600) == 0 else { throw unwritable() }
  }

  /// Appends text as UTF-8; see ``append(_:)-([UInt8])``.
  package func append(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    try emptyWhenLarge()
  }

  /// Appends bytes, buffered up to a megabyte.
  /// - Throws: ``SkiError`` with code `.inputOutput` when writing fails, as on a full disk, `.cancelled` when the task
  ///   is cancelled.
  package func append(_ bytes: [UInt8]) throws {
    if buffer.isEmpty, bytes.count >= Self.bufferSize {
      try refuseWhenCancelled()
      return try write(bytes)
    }
    buffer.append(contentsOf: bytes)
    try emptyWhenLarge()
  }

  /// Overwrites the first bytes of those appended so far.
  /// - Throws: ``SkiError`` with code `.inputOutput` when writing fails.
  /// - Precondition: At least as many bytes were appended, and the target is no device.
  package func overwriteStart(_ bytes: [UInt8]) throws {
    precondition(temporary != nil, "\(path) is no file that can be written to twice")
    try empty()
    let written = bytes.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    guard written == bytes.count else { throw failure() }
  }

  /// Returns a writer at any offset of the file, valid until the file is committed or discarded.
  ///
  /// A file is written either through it or by `append`, not both.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when the target is a device or pipe.
  package func positionedWriter() throws(SkiError) -> PositionedWriter {
    guard temporary != nil else {
      throw SkiError(
        .unwritableOutput, "\(what) needs random access, which \(path) doesn't allow; name a regular file",
        subject: path)
    }
    return PositionedWriter(descriptor: descriptor, path: path)
  }

  /// Returns the path of the temporary file, for libraries that write to a path; `append` is not used then.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when the target is a device or pipe.
  package func temporaryPath() throws(SkiError) -> String {
    _ = try positionedWriter()
    return temporary ?? target
  }

  /// Writes the buffer and synchronises with the disk, so that a full disk is detected before any file is replaced.
  /// - Throws: The errors of ``append(_:)-([UInt8])``.
  package func flush() throws {
    try refuseWhenCancelled()
    try empty()
    try synchronize()
  }

  /// Replaces the target, synchronising the contents before the rename: after a power cut the target is the old file or
  /// the new one.
  ///
  /// - Parameter evenWhenCancelled: True to ignore cancellation, so that related files stay consistent.
  /// - Throws: ``SkiError`` with code `.inputOutput` when writing fails, `.unwritableOutput` when the file can't be
  ///   renamed, or `.cancelled`.
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

  /// Removes the temporary file; has no effect after a commit.
  package func discard() {
    guard descriptor >= 0 else { return }
    // Before closing the descriptor releases the lock.
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
        let written = SkiSystem.write(descriptor, base + done, min(bytes.count - done, 1 << 26))
        if written > 0 {
          done += written
        } else if written == 0 || errno != EINTR {
          throw failure()
        }
      }
    }
  }

  /// Synchronises the contents with the disk; a no-op for pipes and devices.
  private func synchronize() throws(SkiError) {
    guard synchronizes(descriptor) else { throw failure() }
  }

  private func refuseWhenCancelled() throws(SkiError) {
    guard Task.isCancelled else { return }
    throw SkiError(
      .cancelled, "writing was cancelled by its caller; start it again, no partial file was left",
      subject: path)
  }

  /// Synchronises the renamed directory entry with the disk, where the file system supports it.
  private func syncFolder() {
    guard temporary != nil else { return }
    let handle = SkiSystem.open(StaleTemporaryFiles.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard handle >= 0 else { return }
    _ = synchronizes(handle)
    close(handle)
  }

  /// Returns the path with all links resolved; nil with the reason in `errno` when that fails.
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
      .inputOutput,
      "writing failed: \(Self.reason()); free some space and try again, no partial file was left",
      subject: path
    )
  }
}

/// A writer at any offset of a file under construction, usable from many threads.
///
/// It is valid while its file is open: for a ``ReplacementFile`` until that is committed or discarded.
package struct PositionedWriter: Sendable {
  let descriptor: Int32
  let path: String

  /// Creates a writer.
  /// - Parameters:
  ///   - descriptor: A descriptor open for writing; it remains its owner's.
  ///   - path: The subject of errors.
  package init(descriptor: Int32, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Writes bytes at an offset; gaps read as zeros.
  /// - Throws: ``SkiError`` with code `.inputOutput` when writing fails, as on a full disk.
  package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SkiError) {
    guard let base = bytes.baseAddress else { return }
    var done = 0
    while done < bytes.count {
      let written = pwrite(descriptor, base + done, bytes.count - done, off_t(offset + done))
      if written > 0 {
        done += written
      } else if written == 0 || errno != EINTR {
        throw SkiError(
          .inputOutput,
          "writing failed: \(systemMessage(errno)); free some space and try again, no partial file was left",
          subject: path)
      }
    }
  }
}

/// The temporary files beside a target that killed processes left.
struct StaleTemporaryFiles {
  private let folder: String
  private let target: String

  /// Creates the search for a target.
  /// - Parameter target: The file that the temporary files were to replace.
  init(beside target: String) {
    folder = Self.folder(of: target)
    self.target = target
  }

  /// Returns the folder of a path: `.` for a bare name, else with a trailing slash.
  static func folder(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts.joined(separator: "/") + "/"
  }

  /// Removes the files that no running process has locked; those that can't be removed stay.
  ///
  /// A file qualifies by its complete name, see ``TemporaryName``, by being a regular file of the same user and by
  /// having one link. A writer locks its file right after creating it and then checks that it still exists.
  func remove() {
    let ours = FolderListing.entries(of: folder, named: { TemporaryName.isOne($0, for: target) }) ?? []
    for entry in ours where !entry.isFolder {
      let path = folder == "." ? entry.name : folder + entry.name
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_uid == geteuid(), status.st_nlink == 1, flock(descriptor, LOCK_EX | LOCK_NB) == 0
      else { continue }
      unlink(path)
    }
  }
}

/// The name of a temporary file beside its target: `NAME.part-PROCESS-RANDOM-CHECK`.
///
/// RANDOM and CHECK are seven digits of base 36. CHECK is a hash of the rest, so that an unrelated file called
/// `NAME.part-1` is never taken for a temporary file.
package enum TemporaryName {
  private static let mark = ".part-"
  private static let digits = 7

  /// Returns a new temporary path for a target, in the same folder.
  package static func make(for path: String) -> String {
    let random = padded(UInt32.random(in: 0 ... .max))
    let unsigned = "\(name(of: path))\(mark)\(getpid())-\(random)"
    return "\(path)\(mark)\(getpid())-\(random)-\(check(unsigned))"
  }

  /// Returns whether a name in the folder of a path is one that ``make(for:)`` gives for that path.
  static func isOne(_ candidate: String, for path: String) -> Bool {
    let start = name(of: path) + mark
    guard candidate.utf8.starts(with: start.utf8) else { return false }
    let parts = candidate.utf8.dropFirst(start.utf8.count)
      .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map { String($0) }
    guard parts.count == 3, let process = parts[0], let random = parts[1], let sum = parts[2],
      let number = Int32(process), number > 0, "\(number)" == process, random.utf8.count == digits
    else { return false }
    return check("\(start)\(process)-\(random)") == sum
  }

  private static func name(of path: String) -> Substring {
    path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
  }

  private static func check(_ text: String) -> String {
    let hash = FNVHash("skiroute\n\(text)".utf8).value
    return padded(UInt32(truncatingIfNeeded: hash ^ hash >> 32))
  }

  private static func padded(_ number: UInt32) -> String {
    let text = String(number, radix: 36)
    return String(repeating: "0", count: digits - text.utf8.count) + text
  }
}

/// An FNV-1a hash of bytes, equal in every process and on every machine; not resistant to deliberate collisions.
///
/// **Source:** Fowler, Noll and Vo 1991, 64-bit FNV-1a.
///
/// Public because generic code of a package type is not specialised in other targets (Swift 6.3); not meant for apps.
@usableFromInline
package struct FNVHash: Sendable, Hashable {
  /// The hash of the bytes added so far.
  @usableFromInline package var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the hash of a sequence of bytes.
  /// - Complexity: O(*n*) in the bytes.
  @inlinable
  package init(_ bytes: some Sequence<UInt8>) { add(bytes) }

  /// Adds a byte to the hash.
  @inlinable
  package mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }

  /// Adds a sequence of bytes to the hash, in order.
  /// - Complexity: O(*n*) in the bytes.
  @inlinable
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }
}
