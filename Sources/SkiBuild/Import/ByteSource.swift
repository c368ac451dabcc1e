import SkiBase
import SkiSystem

/// A sequential reader of bytes in windows; a file is never loaded or mapped as a whole.
struct ByteSource: ~Copyable {
  private enum Origin {
    case memory([UInt8])
    case file(descriptor: Int32, isRegular: Bool)
  }

  private let origin: Origin
  private let name: String
  /// The number of bytes; 0 for a pipe.
  let byteCount: Int64
  private var position: Int64 = 0
  /// The bytes peeked at and not yet read.
  private var ahead: ArraySlice<UInt8> = []

  /// Creates a source by opening a document.
  /// - Throws: ``SkiError`` with code `.missingInput` when a file can't be opened.
  init(_ document: SkiDocument) throws {
    name = document.name
    switch document.content {
    case .bytes(let bytes):
      origin = .memory(bytes)
      byteCount = Int64(bytes.count)
    case .path(let path):
      // Without O_NONBLOCK, opening a pipe without a writer would block beyond cancellation.
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { throw Self.unreadable(path, errno) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
        let number = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : errno
        close(descriptor)
        throw Self.unreadable(path, number)
      }
      let isRegular = status.st_mode & S_IFMT == S_IFREG
      origin = .file(descriptor: descriptor, isRegular: isRegular)
      byteCount = isRegular ? Int64(status.st_size) : 0
    }
  }

  deinit {
    if case .file(let descriptor, _) = origin { close(descriptor) }
  }

  private static func unreadable(_ path: String, _ number: Int32) -> SkiError {
    SkiError(
      .missingInput, "file can't be opened; give the path of a GeoJSON file that may be read",
      subject: path, underlying: String(cString: strerror(number)))
  }

  /// Returns the size of a document in bytes without reading it; 0 when unknown.
  static func size(of document: SkiDocument) -> Int64 {
    switch document.content {
    case .bytes(let bytes): return Int64(bytes.count)
    case .path(let path):
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return 0 }
      return Int64(status.st_size)
    }
  }

  /// Reads the next bytes into a buffer; returns their number, 0 at the end.
  /// - Throws: ``SkiError`` with code `.inputOutput` when reading fails; `.cancelled`, `.timedOut` or `.limitExceeded`
  ///   while waiting for a pipe.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard ahead.isEmpty else {
      let count = min(buffer.count, ahead.count)
      buffer.copyBytes(from: ahead.prefix(count))
      ahead = ahead.dropFirst(count)
      return count
    }
    return try readNext(into: buffer)
  }

  /// Returns the first bytes, which are read again afterwards: so many, or all of a shorter document.
  /// - Precondition: Nothing has been read.
  /// - Throws: The errors of ``read(into:)``.
  mutating func peek(_ count: Int) throws -> [UInt8] {
    precondition(position == 0, "the start is read before the rest, not at \(position)")
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
    defer { buffer.deallocate() }
    while bytes.count < count {
      let read = try readNext(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<(count - bytes.count)]))
      guard read > 0 else { break }
      bytes.append(contentsOf: buffer[..<read])
    }
    ahead = bytes[...]
    return bytes
  }

  private mutating func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    switch origin {
    case .memory(let bytes):
      let count = min(buffer.count, bytes.count - Int(position))
      bytes.withUnsafeBytes { all in
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[Int(position)..<Int(position) + count]))
      }
      position += Int64(count)
      return count
    case .file(let descriptor, let isRegular):
      return try readFile(descriptor, isRegular, into: buffer)
    }
  }

  private mutating func readFile(
    _ descriptor: Int32, _ isRegular: Bool, into buffer: UnsafeMutableRawBufferPointer
  ) throws -> Int {
    while true {
      if !isRegular { try Self.waitForBytes(descriptor) }
      let count =
        isRegular
        ? pread(descriptor, buffer.baseAddress, buffer.count, off_t(position))
        : SkiSystem.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 {
        position += Int64(count)
        return count
      }
      guard errno == EINTR || errno == EAGAIN else {
        throw SkiError(
          .inputOutput, "reading the file failed; check the disk and try again",
          subject: "\(name), byte \(position)",
          underlying: String(cString: strerror(errno)))
      }
    }
  }

  /// Waits until a pipe has bytes or ends, or a first writer opens it.
  private static func waitForBytes(_ descriptor: Int32) throws {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      try WorkLimit.check("reading")
      let ready = poll(&entry, 1, 100)
      if ready > 0 || (ready < 0 && errno != EINTR) { return }
    }
  }
}
