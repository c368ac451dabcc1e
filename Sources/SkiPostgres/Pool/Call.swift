import SkiBase

/// A call that waits for a connection, or runs on one.
///
/// A shared object; `Sendable`. Its end is reported once: by the worker that took it, or by the one that took it off the list.
final class Call: Sendable {
  /// The time of the monotonic clock at which its transaction must have begun, in milliseconds.
  let deadline: Int64
  private let isCancelledFlag = Locked(false)
  private let work: Locked<(@Sendable (Result<Worker, SkiError>) -> Void)?>

  init(deadline: Int64) {
    self.deadline = deadline
    work = Locked(nil)
  }

  /// True after the calling task was cancelled.
  var isCancelled: Bool { isCancelledFlag.withLock { $0 } }

  /// Marks the call as cancelled.
  func cancel() { isCancelledFlag.withLock { $0 = true } }

  /// Sets the work, which receives a worker or the reason why there is none; before the call is added to a list.
  func set(_ work: @escaping @Sendable (Result<Worker, SkiError>) -> Void) {
    self.work.withLock { $0 = work }
  }

  /// Runs the work, once.
  func end(_ result: Result<Worker, SkiError>) {
    let work = self.work.withLock { work in
      defer { work = nil }
      return work
    }
    work?(result)
  }
}
