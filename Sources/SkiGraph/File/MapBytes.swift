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

/// Bytes of a map in memory, never changed after they were made.
///
/// `@unchecked Sendable`: the only stored property is a pointer to bytes that are written before `init` returns and
/// freed in `deinit`; nothing hands out a mutable view.
final class MapBytes: @unchecked Sendable {
  let buffer: UnsafeRawBufferPointer
  private let release: @Sendable (UnsafeRawBufferPointer) -> Void

  /// Takes over bytes that nobody else writes to; `release` frees them.
  private init(
    taking buffer: UnsafeRawBufferPointer, release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    self.buffer = buffer
    self.release = release
  }

  deinit { release(buffer) }

  /// Copies an array into aligned memory.
  convenience init(copying bytes: [UInt8]) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(64, bytes.count), alignment: 64)
    bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
    self.init(taking: UnsafeRawBufferPointer(rebasing: memory[0..<bytes.count])) {
      UnsafeRawBufferPointer(start: $0.baseAddress, count: $0.count).deallocate()
    }
  }

  /// Shares a piece of other bytes, which it keeps alive.
  convenience init(_ whole: MapBytes, _ range: Range<Int>) {
    self.init(taking: UnsafeRawBufferPointer(rebasing: whole.buffer[range])) { _ in
      withExtendedLifetime(whole) {}
    }
  }

  /// Makes memory that is filled once, piece by piece.
  ///
  /// Pages come straight from the system, and only as they are written to: a length that was believed wrongly ends as an error.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there is no such room, and what `fill` throws.
  convenience init(count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws -> Void) throws {
    guard count > 0 else {
      self.init(taking: UnsafeRawBufferPointer(start: nil, count: 0)) { _ in }
      return
    }
    guard
      let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else {
      throw SkiError(.limitExceeded, "map needs \(count) bytes of memory at once; make room for it")
    }
    do {
      try fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
    } catch {
      munmap(memory, count)
      throw error
    }
    self.init(taking: UnsafeRawBufferPointer(start: memory, count: count)) { buffer in
      munmap(UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count)
    }
  }
}
