import SkiBase

/// A thread's connection, which is made when it is needed and made again after it was lost.
///
/// `@unchecked Sendable`: used by the thread of ``work()`` only.
final class Worker: @unchecked Sendable {
  private static let firstPause: Int64 = 20
  private static let longestPause: Int64 = 1_000

  private let address: PostgresAddress
  private let list: WaitingList
  private var session: PostgresSession?

  init(_ address: PostgresAddress, _ list: WaitingList) {
    self.address = address
    self.list = list
  }

  /// Runs calls until the list is closed; blocks its thread.
  func work() {
    while let call = list.take() {
      call.end(.success(self))
      if session?.isIdle == false { session = nil }
    }
    session = nil
  }

  /// Returns a connection on which a transaction has begun.
  ///
  /// A connection that was lost since its last use, as all are when the server was started again, is replaced.
  /// - Throws: `SkiError` with code `.unavailable` or `.cancelled`.
  func begin(_ command: String, for call: Call) throws -> PostgresSession {
    while true {
      guard !call.isCancelled else { throw PostgresFailure.cancelled }
      let isNew = session == nil
      let current = try session ?? connected(for: call)
      session = current
      do {
        let usual = current.limitMilliseconds
        current.limitMilliseconds = max(Self.firstPause, call.deadline - Monitor.milliseconds())
        try current.execute(command)
        current.limitMilliseconds = usual
        return current
      } catch {
        session = nil
        if isNew || call.deadline <= Monitor.milliseconds() { throw error }
      }
    }
  }

  /// Connects, again with longer and longer pauses until the deadline.
  private func connected(for call: Call) throws -> PostgresSession {
    var pause = Self.firstPause
    while true {
      do {
        return try PostgresSession(address)
      } catch let error as SkiError where error.code == .unavailable {
        let left = call.deadline - Monitor.milliseconds()
        guard left > 0, !list.isClosed else { throw error }
        list.pause(milliseconds: min(pause, left))
        pause = min(2 * pause, Self.longestPause)
      }
      guard !call.isCancelled else { throw PostgresFailure.cancelled }
    }
  }
}

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
