import SkiBase
import SkiSystem

/// A check of the free address space, so that work ends with an error instead of a failed allocation.
///
/// Any thread may use it; the system is queried every few milliseconds at most.
final class MemoryGauge: Sendable {
  /// The minimum time between queries in nanoseconds.
  private static let intervalNanoseconds: UInt64 = 5_000_000

  private let limitBytes: Int
  private let state = Locked((askedAt: UInt64(0), isExhausted: false))

  /// Creates a gauge; nil when the address space is unlimited.
  init?() {
    guard let limit = ResourceLimit.addressSpace.current, let bytes = Int(exactly: limit) else { return nil }
    limitBytes = bytes
  }

  /// The reserve in bytes: arrays grow by doubling, so that a step may need as much as is in use.
  private var reserveBytes: Int { min(1 << 30, limitBytes / 4) }

  /// Returns whether less than a quarter of the limit, and less than 1 GiB, is free.
  func isExhausted() -> Bool {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
    let now = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    return state.withLock { state in
      guard now >= state.askedAt + Self.intervalNanoseconds else { return state.isExhausted }
      state.askedAt = now
      state.isExhausted = Self.addressSpaceBytes().map { limitBytes - $0 < reserveBytes } ?? false
      return state.isExhausted
    }
  }

  /// Returns the address space in use in bytes: the first number of /proc/self/statm, in pages.
  private static func addressSpaceBytes() -> Int? {
    let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = read(file, &buffer, buffer.count)
    guard count > 0 else { return nil }
    let pages = Int(String(decoding: buffer[..<count].prefix { $0 != 0x20 }, as: UTF8.self))
    return pages.map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  }
}
