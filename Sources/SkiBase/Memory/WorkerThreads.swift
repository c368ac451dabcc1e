import SkiSystem

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
      guard let thread = startThread(stackBytes: stackBytes, { body(number) }) else { break }
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
}
