import Glibc
import SkiGeo

/// The bytes of one map: a mapped file or owned memory, never changed after it was made.
///
/// `@unchecked Sendable`: the only stored property is a pointer to bytes that are written before `init` returns and
/// freed in `deinit`; nothing hands out a mutable view.
final class MapBytes: @unchecked Sendable {
  let buffer: UnsafeRawBufferPointer
  private let release: @Sendable (UnsafeRawBufferPointer) -> Void

  /// Takes over bytes that nobody else writes to; `release` frees them.
  init(
    taking buffer: UnsafeRawBufferPointer, release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    self.buffer = buffer
    self.release = release
  }

  deinit { release(buffer) }

  /// Copies an array into 64-byte aligned memory.
  convenience init(copying bytes: [UInt8]) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(64, bytes.count), alignment: 64)
    bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
    self.init(taking: UnsafeRawBufferPointer(rebasing: memory[0..<bytes.count])) {
      UnsafeRawBufferPointer(start: $0.baseAddress, count: $0.count).deallocate()
    }
  }

  /// Maps a file for reading.
  /// - Throws: ``SkiError`` with code `.missingInput` when there is no such file, `.malformedData` when it is no file or
  ///   shorter than a map's head, `.inputOutput` when it can't be mapped.
  convenience init(mapping path: String) throws {
    // Without O_NONBLOCK a pipe with no writer would hold the caller for ever.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      throw SkiError(
        .missingInput,
        "map can't be opened: \(String(cString: strerror(errno))); make one with skiroute build")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SkiError(.malformedData, "map is not a file; name a .skimap")
    }
    guard status.st_size >= MapDirectory.headerSize else {
      throw SkiError(
        .malformedData, "map of \(status.st_size) bytes is too short to be one; build it again")
    }
    guard let memory = mmap(nil, status.st_size, PROT_READ, MAP_SHARED, descriptor, 0), memory != MAP_FAILED
    else {
      throw SkiError(.inputOutput, "map can't be mapped: \(String(cString: strerror(errno)))")
    }
    self.init(taking: UnsafeRawBufferPointer(start: memory, count: status.st_size)) { buffer in
      munmap(UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count)
    }
  }
}
