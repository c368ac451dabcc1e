import Glibc

/// The threads of one parallel operation.
package enum WorkerThreads {
  /// The number of threads the machine runs at once.
  package static var available: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

  /// Calls a body once on each of several threads, including the calling one as number 0, and waits for all.
  ///
  /// The body is called by fewer threads when the system can't create all.
  package static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    var threads: [pthread_t] = []
    for number in 1..<max(1, count) {
      let job = Unmanaged.passRetained(Job(number: number, body: body))
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { argument in
          guard let argument else { return nil }
          let job = Unmanaged<Job>.fromOpaque(argument).takeRetainedValue()
          job.body(job.number)
          return nil
        }, job.toOpaque())
      guard code == 0 else {
        job.release()
        break
      }
      threads.append(thread)
    }
    body(0)
    for thread in threads { pthread_join(thread, nil) }
  }

  private final class Job: Sendable {
    let number: Int
    let body: @Sendable (Int) -> Void

    init(number: Int, body: @escaping @Sendable (Int) -> Void) {
      self.number = number
      self.body = body
    }
  }
}
