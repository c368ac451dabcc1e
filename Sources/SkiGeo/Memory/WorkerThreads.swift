#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Darwin
#endif

/// Threads started for one piece of work, outside of Swift's task pool.
///
/// A value; `Sendable`. Must be joined or detached once: the system keeps the stack of a thread until then.
package struct WorkerThreads: Sendable {
  private let threads: [pthread_t]

  /// The number of threads that the machine can run at once.
  package static var available: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Starts threads, each of which calls a body once with its number.
  ///
  /// If the system can't start all threads, those of the last numbers are missing; see ``count``.
  /// - Parameters:
  ///   - numbers: The numbers of the threads, one each.
  ///   - stackBytes: The size of each thread's stack; nil for the system's default.
  package init(
    _ numbers: Range<Int>, stackBytes: Int? = nil, _ body: @escaping @Sendable (Int) -> Void
  ) {
    var threads: [pthread_t] = []
    for number in numbers {
      guard let thread = Self.start(Job(number: number, body: body), stackBytes) else { break }
      threads.append(thread)
    }
    self.threads = threads
  }

  /// The number of started threads.
  package var count: Int { threads.count }

  /// Waits until every thread has ended.
  package func join() {
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Lets every thread free what it holds at its end, without anyone who waits for it.
  package func detach() {
    for thread in threads { pthread_detach(thread) }
  }

  /// Calls a body once on each of several threads, the calling one among them as number 0, and waits for all.
  ///
  /// If the system can't start all threads, fewer call the body.
  package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let others = WorkerThreads(1..<max(1, count), body)
    body(0)
    others.join()
  }

  /// Starts a thread that runs a job; nil if the system can't.
  private static func start(_ job: Job, _ stackBytes: Int?) -> pthread_t? {
    #if canImport(Glibc) || canImport(Android)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }
    let kept = Unmanaged.passRetained(job)
    let code = pthread_create(
      &thread, &attributes,
      { argument in
        Job.work(argument)
        return nil
      }, kept.toOpaque())
    guard code == 0 else {
      kept.release()
      return nil
    }
    return thread
  }

  private final class Job: Sendable {
    let number: Int
    let body: @Sendable (Int) -> Void

    init(number: Int, body: @escaping @Sendable (Int) -> Void) {
      self.number = number
      self.body = body
    }

    /// Runs the job passed to a thread.
    static func work(_ handed: UnsafeMutableRawPointer?) {
      guard let handed else { return }
      let job = Unmanaged<Job>.fromOpaque(handed).takeRetainedValue()
      job.body(job.number)
    }
  }
}
