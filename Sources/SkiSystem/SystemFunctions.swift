// Names and declarations in which systems differ, under one name each.

extension stat {
  /// The time of the last modification.
  package var modificationTime: timespec {
    #if canImport(Darwin)
      st_mtimespec
    #else
      st_mtim
    #endif
  }
}

/// Overwrites bytes with zeros, also where the optimiser sees no use of them.
package func zeroSecurely(_ bytes: UnsafeMutableRawBufferPointer) {
  guard let base = bytes.baseAddress else { return }
  #if canImport(Darwin)
    memset_s(base, bytes.count, 0, bytes.count)
  #else
    explicit_bzero(base, bytes.count)
  #endif
}

/// The flag of mmap(2) that maps all pages at once; 0 where the system has none.
package var mapAllPagesFlag: Int32 {
  #if os(Linux) || os(Android)
    MAP_POPULATE
  #else
    0
  #endif
}

/// A limit of the process on a resource.
///
/// A value; `Sendable`. **Source:** getrlimit(2).
package enum ResourceLimit: Sendable {
  /// The open files.
  case openFiles
  /// The bytes of a stack.
  case stack
  /// The bytes of the address space.
  case addressSpace
  /// The bytes of an image of the memory that the system writes when the process fails.
  case coreDump

  /// The limits in force and at most; nil when the system doesn't tell. `rlim_t.max` stands for none.
  package var bounds: rlimit? {
    var bounds = rlimit()
    return getrlimit(resource, &bounds) == 0 ? bounds : nil
  }

  /// The limit in force; nil when there is none.
  package var current: rlim_t? {
    guard let bounds, bounds.rlim_cur != rlim_t.max else { return nil }
    return bounds.rlim_cur
  }

  /// Changes the limits; returns whether the system did so.
  @discardableResult
  package func set(_ bounds: rlimit) -> Bool {
    var bounds = bounds
    return setrlimit(resource, &bounds) == 0
  }

  #if canImport(Glibc)
    private var resource: __rlimit_resource_t {
      let kind: __rlimit_resource =
        switch self {
        case .openFiles: RLIMIT_NOFILE
        case .stack: RLIMIT_STACK
        case .addressSpace: RLIMIT_AS
        case .coreDump: RLIMIT_CORE
        }
      return __rlimit_resource_t(kind.rawValue)
    }
  #else
    private var resource: Int32 {
      switch self {
      case .openFiles: Int32(RLIMIT_NOFILE)
      case .stack: Int32(RLIMIT_STACK)
      case .addressSpace: Int32(RLIMIT_AS)
      case .coreDump: Int32(RLIMIT_CORE)
      }
    }
  #endif
}

/// Starts a thread that calls a body once; nil when the system can't.
///
/// - Parameter stackBytes: The size of its stack; nil for the system's default.
package func startThread(stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void) -> pthread_t? {
  #if canImport(Glibc) || canImport(Android)
    var thread = pthread_t()
  #else
    var thread: pthread_t?
  #endif
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  if let stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }
  let kept = Unmanaged.passRetained(ThreadBody(body))
  let code = pthread_create(
    &thread, &attributes,
    { argument in
      ThreadBody.take(argument)?.body()
      return nil
    }, kept.toOpaque())
  guard code == 0 else {
    kept.release()
    return nil
  }
  return thread
}

private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// The body that a thread was started with; the thread's argument is optional on some systems.
  static func take(_ argument: UnsafeMutableRawPointer?) -> ThreadBody? {
    argument.map { Unmanaged<ThreadBody>.fromOpaque($0).takeRetainedValue() }
  }
}

/// Initialises a condition whose waits are measured by the monotonic clock; returns the code of the system.
package func initializeMonotonicCondition(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> Int32 {
  var attributes = pthread_condattr_t()
  pthread_condattr_init(&attributes)
  defer { pthread_condattr_destroy(&attributes) }
  #if !canImport(Darwin)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
  #endif
  return pthread_cond_init(condition, &attributes)
}

/// Waits for a condition of ``initializeMonotonicCondition(_:)`` for some milliseconds at most; the mutex must be locked.
package func wait(
  for condition: UnsafeMutablePointer<pthread_cond_t>, _ mutex: UnsafeMutablePointer<pthread_mutex_t>,
  milliseconds: Int64
) {
  let left = max(0, milliseconds)
  #if canImport(Darwin)
    var time = timespec(tv_sec: Int(left / 1_000), tv_nsec: Int(left % 1_000) * 1_000_000)
    pthread_cond_timedwait_relative_np(condition, mutex, &time)
  #else
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let nanoseconds = Int64(time.tv_nsec) + (left % 1_000) * 1_000_000
    time.tv_sec += Int(left / 1_000 + nanoseconds / 1_000_000_000)
    time.tv_nsec = Int(nanoseconds % 1_000_000_000)
    pthread_cond_timedwait(condition, mutex, &time)
  #endif
}
