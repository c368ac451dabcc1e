import CAllocator
import Glibc
import SkiGeo

/// What the system allows the process: refused with a reason where it is too little to work with, before anything is opened.
///
/// Below these limits the system libraries and the runtime of the language end a process without a word, or wait for threads for ever.
enum ProcessLimits {
  /// The fewest open files that the system libraries do with.
  static let fewestOpenFiles: rlim_t = 16
  /// The smallest stack, bytes; threads get as much as the first one.
  static let leastStackBytes: rlim_t = 256 << 10
  /// The smallest address space, bytes: libraries, stacks and heaps take 140 MiB of it.
  static let leastAddressSpaceBytes: rlim_t = 512 << 20
  /// The threads that must be to be had besides the first: one for each kind of work that waits for another.
  static let fewestThreads = 4

  /// Checks all of them.
  /// - Throws: ``SkiError`` with code `.inputOutput`, which says what is too little, and how to allow more.
  static func check() throws {
    if let count = limit(RLIMIT_NOFILE), count < fewestOpenFiles {
      throw SkiError(
        .inputOutput,
        "process may open only \(count) files; allow \(fewestOpenFiles) or more, for example by ulimit -n 64")
    }
    if let bytes = limit(RLIMIT_STACK), bytes < leastStackBytes {
      throw SkiError(
        .inputOutput,
        "process may have only \(bytes >> 10) KiB of stack; allow \(leastStackBytes >> 10) KiB or more, for example by ulimit -s 1024"
      )
    }
    if let bytes = limit(RLIMIT_AS), bytes < leastAddressSpaceBytes {
      throw SkiError(
        .inputOutput,
        "process may have only \(bytes >> 20) MiB of address space; allow \(leastAddressSpaceBytes >> 20) MiB or more, for example by ulimit -v 1048576"
      )
    }
    guard canStart(threads: fewestThreads) else {
      throw SkiError(
        .inputOutput,
        "system gives the process fewer than \(fewestThreads) threads; allow more, for example by ulimit -u 256, or wait until others end"
      )
    }
  }

  /// Lets the heaps of threads reserve a quarter of a limited address space at most, 128 MiB each; one heap is always there.
  ///
  /// Without this, each thread that allocates takes 128 MiB, and work ends for want of what nobody uses.
  static func limitHeaps() {
    guard let bytes = limit(RLIMIT_AS) else { return }
    let count = bytes / 4 / (128 << 20)
    _ = mallopt(M_ARENA_MAX, Int32(clamping: max(1, count)))
  }

  /// Returns a limit; nil where there is none.
  static func limit(_ kind: __rlimit_resource) -> rlim_t? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(kind.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max else {
      return nil
    }
    return limit.rlim_cur
  }

  /// Starts so many threads at once and ends them.
  private static func canStart(threads count: Int) -> Bool {
    let gate = Gate()
    gate.close()
    var threads: [pthread_t] = []
    while threads.count < count {
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          Unmanaged<Gate>.fromOpaque(argument).takeUnretainedValue().pass()
          return nil
        }, Unmanaged.passUnretained(gate).toOpaque())
      guard code == 0 else { break }
      threads.append(thread)
    }
    gate.open()
    for thread in threads { pthread_join(thread, nil) }
    return threads.count == count
  }
}

/// Holds threads until all have been started.
///
/// `@unchecked Sendable`: its only state is a POSIX mutex, at an address that does not move while the gate lives.
private final class Gate: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func close() { pthread_mutex_lock(mutex) }
  func open() { pthread_mutex_unlock(mutex) }
  func pass() {
    pthread_mutex_lock(mutex)
    pthread_mutex_unlock(mutex)
  }
}
