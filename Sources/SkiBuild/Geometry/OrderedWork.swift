import Dispatch
import SkiBase
import Synchronization

/// The parallel execution of work whose results are consumed in order, with a bounded number in progress.
///
/// The order of results, and the error thrown, depend on the input alone, not on the timing of threads.
enum OrderedWork {
  /// A cancellation signal for work on threads that have no task of their own.
  ///
  /// It includes the limit of the task in which it is created.
  final class CancellationSignal: Sendable {
    private let isSet = Atomic(false)
    private let limit = WorkLimit.current

    /// Requests cancellation.
    func set() { isSet.store(true, ordering: .relaxed) }

    /// Indicates whether the work should stop, by request or by the task's cancellation or limit.
    var isStopped: Bool { isSet.load(ordering: .relaxed) || limit.isReached }

    /// Throws when the work should stop.
    /// - Throws: ``SkiError`` with code `.cancelled` after a request or the task's cancellation, `.timedOut` or
    ///   `.limitExceeded` by its work limit.
    func check() throws {
      guard isStopped else { return }
      if !isSet.load(ordering: .relaxed), !Task.isCancelled { try limit.check("the build") }
      throw SkiError(.cancelled, "build was cancelled by its caller; start it again for a map")
    }
  }

  /// Calls `make` for 0..<`count` on several threads, and `consume` with each result in order on the caller's.
  ///
  /// At most `ahead` results are in progress or queued at any time. Returns only when all threads have ended.
  /// - Throws: The error of `make` for the least number, that of `consume`, or ``SkiError`` with code `.cancelled`.
  /// - Complexity: O(`count`) besides the work; memory of `ahead` results.
  /// - Precondition: `threads` and `ahead` are positive.
  static func forEach<Made>(
    _ count: Int, threads: Int, ahead: Int,
    make: @escaping @Sendable (Int, CancellationSignal) throws -> Made,
    consume: (Int, Made) throws -> Void
  ) throws {
    precondition(threads > 0 && ahead > 0, "threads and ahead must be positive, got \(threads) and \(ahead)")
    let stop = CancellationSignal()
    let bench = ResultQueue<Made>(count: count, stop: stop)
    let wanted = min(threads, count)
    let workers = WorkerThreads(0..<(wanted > 1 ? wanted : 0), stackBytes: 8 << 20) { _ in bench.work(make) }
    guard workers.count > 0 else {
      for number in 0..<count {
        try stop.check()
        try consume(number, make(number, stop))
      }
      return
    }
    defer { bench.finish(workers) }
    for _ in 0..<ahead { bench.capacity.signal() }
    for number in 0..<count {
      try consume(number, bench.result(number))
      bench.capacity.signal()
    }
  }

  /// A value passed from the thread that made it to the one that consumes it.
  ///
  /// `@unchecked Sendable`: the maker gives up its only reference before the value is visible under the lock of
  /// ``ResultQueue/made``, and the consumer takes it under the same lock, so that only one thread accesses it at a time.
  private final class Transferred<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  /// The state shared by the threads.
  private final class ResultQueue<Made>: Sendable {
    let count: Int
    let stop: CancellationSignal
    /// The semaphore of the numbers that may be started.
    let capacity = DispatchSemaphore(value: 0)
    private let ready = DispatchSemaphore(value: 0)
    private let next = Atomic(0)
    private let made = Locked<[Int: Result<Transferred<Made>, any Error>]>([:])

    init(count: Int, stop: CancellationSignal) {
      self.count = count
      self.stop = stop
    }

    /// Makes results until there are none left, or an end was asked for.
    func work(_ make: (Int, CancellationSignal) throws -> Made) {
      while true {
        capacity.wait()
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < count, !stop.isStopped else { break }
        let result = Result { Transferred(try make(number, stop)) }
        made.withLock { $0[number] = result }
        ready.signal()
      }
    }

    /// Returns a result when it is available, and checks fifty times a second for cancellation.
    func result(_ number: Int) throws -> Made {
      while true {
        try stop.check()
        if let result = made.withLock({ $0.removeValue(forKey: number) }) { return try result.get().value }
        _ = ready.wait(timeout: .now() + .milliseconds(20))
      }
    }

    /// Lets every thread run out, and waits for them.
    func finish(_ workers: WorkerThreads) {
      stop.set()
      for _ in 0..<workers.count { capacity.signal() }
      workers.join()
    }
  }
}
