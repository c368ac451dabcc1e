import SkiSystem

/// Reads a whole regular file after checking its size.
/// - Parameters:
///   - path: The path of the file.
///   - what: The expected file in messages: `an elevation tile`.
///   - limit: The greatest size.
/// - Throws: ``SkiError`` with code `.missingInput` when it can't be opened or is no regular file, `.limitExceeded`
///   when it is too large, `.inputOutput` when reading fails.
/// - Complexity: O(*n*) in the bytes.
package func readFile(_ path: String, as what: String, atMostBytes limit: Int) throws(SkiError) -> [UInt8] {
  try readFileWithMode(path, as: what, atMostBytes: limit).bytes
}

/// Reads a whole regular file as ``readFile(_:as:atMostBytes:)`` does, with its permissions.
func readFileWithMode(_ path: String, as what: String, atMostBytes limit: Int) throws(SkiError) -> (
  bytes: [UInt8], mode: mode_t
) {
  // Without O_NONBLOCK, opening a named pipe would block for ever.
  let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else {
    throw SkiError(
      .missingInput, "file can't be opened; check that it exists and may be read", subject: path,
      underlying: systemMessage(errno))
  }
  defer { close(descriptor) }
  var status = stat()
  guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    throw SkiError(.missingInput, "not a regular file; name \(what)", subject: path)
  }
  let size = Int(status.st_size)
  guard size <= limit else {
    throw SkiError(
      .limitExceeded, "file of \(size) bytes is larger than \(what) can be (\(limit) bytes); remove it",
      subject: path)
  }
  return (try read(descriptor, count: size, path: path), status.st_mode & 0o777)
}

/// Reads the next bytes of an open file, pipe or terminal; returns their number, 0 at the end.
/// - Parameters:
///   - descriptor: The file descriptor.
///   - target: The buffer for the bytes.
///   - subject: The name in errors.
/// - Throws: ``SkiError`` with code `.inputOutput` when reading fails.
package func readSome(
  from descriptor: Int32, into target: UnsafeMutableRawBufferPointer, subject: String
) throws(SkiError) -> Int {
  while true {
    let count = SkiSystem.read(descriptor, target.baseAddress, target.count)
    if count >= 0 { return count }
    guard errno == EINTR else {
      throw SkiError(
        .inputOutput, "\(subject) can't be read; try again", subject: subject,
        underlying: systemMessage(errno))
    }
  }
}

private func read(_ descriptor: Int32, count: Int, path: String) throws(SkiError) -> [UInt8] {
  var failure: Int32 = 0
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    while filled < count, let base = buffer.baseAddress {
      let got = SkiSystem.read(descriptor, base + filled, count - filled)
      if got < 0 && errno == EINTR { continue }
      if got < 0 { failure = errno }
      if got <= 0 { break }
      filled += got
    }
  }
  guard failure == 0, bytes.count == count else {
    throw SkiError(
      .inputOutput, "only \(bytes.count) of \(count) bytes can be read; check the disk and try again",
      subject: path,
      underlying: failure == 0 ? nil : systemMessage(failure))
  }
  return bytes
}

/// Synchronises an open file or folder with the disk; returns false with the reason in `errno`.
///
/// Pipes, devices and read-only file systems have nothing to synchronise.
package func synchronizes(_ descriptor: Int32) -> Bool {
  while fsync(descriptor) != 0 {
    if errno == EINTR { continue }
    return errno == EINVAL || errno == EROFS
  }
  return true
}

/// Returns the system's message for an error number.
package func systemMessage(_ code: Int32) -> String {
  strerror(code).map { String(cString: $0) } ?? "error \(code)"
}
