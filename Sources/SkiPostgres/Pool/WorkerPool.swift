import SkiBase

/// Threads with a connection each, and the calls that wait for them.
///
/// A shared object; `Sendable`.
final class WorkerPool: Sendable {
  private let list: WaitingList
  private let waitMilliseconds: Int64
  private let threads: Locked<WorkerThreads?>

  /// Starts the threads; connections are made by the first calls.
  init(_ address: PostgresAddress, _ options: PostgresOptions) {
    let list = WaitingList(limit: max(1, options.waitingLimit))
    self.list = list
    waitMilliseconds = Int64(max(0, min(options.waitSeconds, 3_600)) * 1_000)
    let started = WorkerThreads(0..<max(1, options.connections) + 1) { number in
      if number == 0 { list.expireCalls() } else { Worker(address, list).work() }
    }
    threads = Locked(started)
  }

  deinit {
    list.close()
    threads.withLock { $0?.detach() }
  }

  /// Runs work on a thread with a connection and waits for its result.
  /// - Throws: `SkiError` with code `.unavailable` after the time limit or when the pool is closed, `.cancelled` if the task
  ///   is cancelled while it waits; errors of the work unchanged.
  func run<T: Sendable>(_ work: @escaping @Sendable (Worker, Call) throws -> T) async throws -> T {
    let call = Call(deadline: Monitor.milliseconds() + waitMilliseconds)
    return try await withTaskCancellationHandler {
      try await ThreadResult.wait { finish in
        call.set { [unowned call] worker in
          finish(Result { try work(worker.get(), call) })
        }
        list.add(call)
      }
    } onCancel: {
      list.cancel(call)
    }
  }

  /// Refuses waiting calls and waits until the running ones have ended.
  func close() async {
    list.close()
    let running = threads.withLock { threads in
      defer { threads = nil }
      return threads
    }
    try? await BlockingWork.run { running?.join() }
  }
}
