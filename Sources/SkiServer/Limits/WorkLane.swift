import SkiBase

/// A fixed number of threads that run searches, with a bounded queue before them.
///
/// Neither the event loops nor Swift's shared pool ever run a search, so that a slow one delays no other connection.
/// Jobs start in order of their arrival. A shared object; `Sendable`.
package final class WorkLane: Sendable {
  /// The name in messages and metrics.
  package let name: String
  /// The number of threads.
  package let width: Int
  /// The greatest number of waiting jobs.
  package let waitingLimit: Int
  /// The greatest number of bytes of labels and tables of one search.
  package let searchBytes: Int
  private let jobs = JobQueue()

  /// Starts the threads of a lane.
  /// - Parameters:
  ///   - name: The name.
  ///   - width: The number of threads.
  ///   - waitingLimit: The greatest number of waiting jobs; a further one is refused.
  ///   - searchBytes: The greatest number of bytes of labels and tables of one search.
  package init(
    name: String, width: Int, waitingLimit: Int, searchBytes: Int = WorkLimit.defaultSearchBytes
  ) {
    (self.name, self.width, self.waitingLimit) = (name, width, waitingLimit)
    self.searchBytes = searchBytes
    let jobs = jobs
    let threads = WorkerThreads(0..<width, stackBytes: 4 << 20) { _ in
      while let job = jobs.next() { job() }
    }
    threads.detach()
  }

  deinit { close() }

  /// Ends the threads after the waiting jobs.
  package func close() { jobs.close() }

  /// The number of waiting jobs.
  package var waitingCount: Int { jobs.count }

  /// Runs a body on a thread of the lane, under a work limit, and returns its result.
  ///
  /// A job whose time is over before it starts is not run. When the task is cancelled or the client is gone, the body's
  /// limit is reached.
  /// - Parameters:
  ///   - timeout: The time for waiting and running.
  ///   - isAbandoned: Returns whether the result is no longer wanted.
  ///   - body: The work.
  /// - Throws: ``SkiError`` with code `.unavailable` when too many jobs wait, `.timedOut` or `.cancelled` by the limit;
  ///   the errors of the body.
  package func run<Result: Sendable>(
    timeout: Duration, isAbandoned: @escaping @Sendable () -> Bool = { false },
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let cancelled = Locked(false)
    var limit = WorkLimit(timeout: timeout, searchBytes: searchBytes)
    limit.isCancelled = { cancelled.withLock { $0 } || isAbandoned() }
    let bound = limit
    return try await withTaskCancellationHandler {
      try await ThreadResult.wait { finish in
        let job: JobQueue.Job = {
          finish(
            Swift.Result {
              try bound.check("the answer")
              return try bound.run(body)
            })
        }
        if !jobs.add(job, limit: waitingLimit) { finish(.failure(busy)) }
      }
    } onCancel: {
      cancelled.withLock { $0 = true }
    }
  }

  private var busy: SkiError {
    SkiError(.unavailable, "\(waitingLimit) \(name) requests are waiting already; ask again in a second")
  }
}
