import SkiBase
import SkiSystem

/// The immutable bytes of a map in memory.
///
/// `@unchecked Sendable`: the only stored property is a pointer to bytes that are written before `init` returns and
/// freed in `deinit`; no mutable view leaves it.
final class MapBytes: @unchecked Sendable {
  let buffer: UnsafeRawBufferPointer
  private let release: @Sendable (UnsafeRawBufferPointer) -> Void

  /// Takes ownership of bytes, which `release` frees.
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

  /// Shares a range of other bytes and keeps them alive.
  convenience init(_ whole: MapBytes, _ range: Range<Int>) {
    self.init(taking: UnsafeRawBufferPointer(rebasing: whole.buffer[range])) { _ in
      withExtendedLifetime(whole) {}
    }
  }

  /// The greatest number of bytes whose pages are mapped at once.
  private static let greatestMappedCount = 16 << 20

  /// Creates memory and fills it once.
  ///
  /// Up to 16 MiB the pages are mapped at once, which takes less time. Beyond, they are mapped on first write, so that a
  /// wrong length in a file ends as an error, not as used memory.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when the memory cannot be mapped, and the errors of `fill`.
  convenience init(count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws -> Void) throws {
    guard count > 0 else {
      self.init(taking: UnsafeRawBufferPointer(start: nil, count: 0)) { _ in }
      return
    }
    var flags = MAP_PRIVATE | MAP_ANONYMOUS
    if count <= Self.greatestMappedCount { flags |= mapAllPagesFlag }
    guard let memory = mmap(nil, count, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED
    else {
      throw SkiError(.limitExceeded, "map needs \(count) bytes of memory at once; free some memory")
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
