import CAllocator
import SkiBase
import SkiSystem

/// The minimum resource limits of the process; all but that on threads are checked before any file is opened.
///
/// Below these limits the system libraries and the runtime end the process without a message, or wait for threads for
/// ever.
enum ProcessLimits {
  /// The minimum number of open files.
  static let fewestOpenFiles: rlim_t = 16
  /// The minimum stack size in bytes; threads get as much as the first one.
  static let leastStackBytes: rlim_t = 256 << 10
  /// The minimum address space in bytes: libraries, stacks and heaps take 140 MiB of it.
  static let leastAddressSpaceBytes: rlim_t = 512 << 20
  /// The minimum number of additional threads: one for each kind of work that waits for another.
  static let fewestThreads = 4

  /// Checks the limits on files, stack and memory.
  /// - Throws: ``SkiError`` with code `.inputOutput`, naming the limit and a remedy.
  static func check() throws {
    if let count = ResourceLimit.openFiles.current, count < fewestOpenFiles {
      throw SkiError(
        .inputOutput,
        "process may open only \(count) files; allow \(fewestOpenFiles) or more, for example by ulimit -n 64")
    }
    if let bytes = ResourceLimit.stack.current, bytes < leastStackBytes {
      throw SkiError(
        .inputOutput,
        "process may have only \(bytes >> 10) KiB of stack; allow \(leastStackBytes >> 10) KiB or more, for example by ulimit -s 1024"
      )
    }
    if let bytes = ResourceLimit.addressSpace.current, bytes < leastAddressSpaceBytes {
      throw SkiError(
        .inputOutput,
        "process may have only \(bytes >> 20) MiB of address space; allow \(leastAddressSpaceBytes >> 20) MiB or more, for example by ulimit -v 1048576"
      )
    }
  }

  /// Checks that threads can be started, by starting some; for work that starts any.
  /// - Throws: ``SkiError`` with code `.inputOutput`, naming a remedy.
  static func checkThreads() throws {
    guard canStart(threads: fewestThreads) else {
      throw SkiError(
        .inputOutput,
        "system gives the process fewer than \(fewestThreads) threads; allow more, for example by ulimit -u 256, or end other processes"
      )
    }
  }

  /// Limits the heaps of threads, which reserve 128 MiB each, to a quarter of a limited address space, at least one
  /// heap.
  ///
  /// Without this, each thread that allocates reserves 128 MiB, which exhausts the address space.
  static func limitHeaps() {
    guard let bytes = ResourceLimit.addressSpace.current else { return }
    let count = bytes / 4 / (128 << 20)
    _ = mallopt(M_ARENA_MAX, Int32(clamping: max(1, count)))
  }

  /// Returns whether a number of threads can run at once.
  private static func canStart(threads count: Int) -> Bool {
    let gate = Gate()
    gate.close()
    var threads: [pthread_t] = []
    while threads.count < count, let thread = startThread({ gate.pass() }) { threads.append(thread) }
    gate.open()
    for thread in threads { pthread_join(thread, nil) }
    return threads.count == count
  }
}

/// A gate that holds threads until all have been started.
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
