import Dispatch
import SkiBase
import Synchronization

/// The threads that run jobs in the order of submission, urgent ones first.
///
/// `Sendable`: shared state is behind a lock.
final class ContourWorkers: Sendable {
  /// The future result of a job, taken once.
  final class Slot<Value: Sendable>: Sendable {
    private let value = Locked<Result<Value, any Error>?>(nil)
    private let ready = DispatchSemaphore(value: 0)

    fileprivate func set(_ result: Result<Value, any Error>) {
      value.withLock { $0 = result }
      ready.signal()
    }

    /// Waits for the result, and checks ten times a second whether the caller's task was cancelled.
    func take() throws -> Value {
      while true {
        if let result = value.withLock({ $0.take() }) { return try result.get() }
        _ = ready.wait(timeout: .now() + .milliseconds(100))
        try ContourWorkers.checkCancellation()
      }
    }

    /// Indicates whether the result is available.
    var isReady: Bool { value.withLock { $0 != nil } }
  }

  /// The state shared by the threads.
  private final class SharedQueue: Sendable {
    struct Queue {
      var urgent: [@Sendable (BandReader) -> Void] = []
      var later: [@Sendable (BandReader) -> Void] = []
    }

    let queue = Locked(Queue())
    let waiting = DispatchSemaphore(value: 0)
    let isStopped = Atomic(false)

    func work(_ reader: BandReader) {
      while true {
        waiting.wait()
        if isStopped.load(ordering: .relaxed) { break }
        let job = queue.withLock { queue in
          queue.urgent.isEmpty ? queue.later.removeFirst() : queue.urgent.removeFirst()
        }
        job(reader)
      }
    }
  }

  private let shared = SharedQueue()
  private let threads: WorkerThreads

  /// Creates and starts threads, each with its own reader.
  /// - Throws: ``SkiError`` with code `.inputOutput` when the system can't start any.
  init(count: Int, makeReader: @escaping @Sendable () -> BandReader) throws {
    threads = WorkerThreads(0..<count, stackBytes: 4 << 20) { [shared] _ in shared.work(makeReader()) }
    guard threads.count > 0 else {
      throw SkiError(
        .inputOutput, "system gives no thread for drawing contours; end other processes and try again")
    }
  }

  /// Submits a job.
  func submit<Value: Sendable>(isUrgent: Bool, _ job: @escaping @Sendable (BandReader) throws -> Value)
    -> Slot<Value>
  {
    let slot = Slot<Value>()
    shared.queue.withLock { queue in
      let run: @Sendable (BandReader) -> Void = { reader in slot.set(Result { try job(reader) }) }
      if isUrgent { queue.urgent.append(run) } else { queue.later.append(run) }
    }
    shared.waiting.signal()
    return slot
  }

  /// Drops the jobs not yet begun and waits for the threads.
  func finish() {
    shared.isStopped.store(true, ordering: .relaxed)
    for _ in 0..<threads.count { shared.waiting.signal() }
    threads.join()
  }

  /// Throws once ``finish()`` was called, which ends jobs early.
  func check() throws {
    guard shared.isStopped.load(ordering: .relaxed) else { return }
    throw SkiError(.cancelled, "drawing contours was stopped; start it again")
  }

  static func checkCancellation() throws { try WorkLimit.check("drawing contours") }
}
