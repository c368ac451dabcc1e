import CPQ
import SkiBase

/// The thread that receives notices, on a connection of its own.
///
/// A shared object; `Sendable`.
final class PostgresListener: Sendable {
  private struct State {
    var isClosed = false
    var isListening = false
    var thread: WorkerThreads?
    var waiting: [Waiting] = []
  }

  /// A call that waits until the thread listens.
  private struct Waiting {
    let deadline: Int64
    let continuation: CheckedContinuation<Void, any Error>
  }

  private let address: PostgresAddress
  private let options: PostgresOptions
  private let hub = NoticeHub()
  private let pipe: WakePipe
  private let state = Locked(State())

  /// - Throws: `SkiError` with code `.unavailable`.
  init(_ address: PostgresAddress, _ options: PostgresOptions) throws {
    self.address = address
    self.options = options
    pipe = try WakePipe()
  }

  /// Adds a listener and waits until the server reports to it.
  /// - Throws: `SkiError` with code `.unavailable`.
  func add(_ handler: @escaping @Sendable (StoreNotice) -> Void) async throws -> any StoreListening {
    let token = hub.add(handler)
    let deadline = Monitor.milliseconds() + Int64(max(0, min(options.waitSeconds, 3_600)) * 1_000)
    do {
      try await withCheckedThrowingContinuation { wait(Waiting(deadline: deadline, continuation: $0)) }
    } catch {
      token.cancel()
      throw error
    }
    return token
  }

  /// Ends the thread and all reports.
  func close() async {
    let (thread, waiting) = state.withLock { state in
      state.isClosed = true
      defer { (state.thread, state.waiting) = (nil, []) }
      return (state.thread, state.waiting)
    }
    hub.removeAll()
    pipe.wake()
    for call in waiting { call.continuation.resume(throwing: PostgresFailure.closed) }
    try? await BlockingWork.run { thread?.join() }
  }

  /// Resumes a call as soon as the thread listens, which is started by the first call.
  private func wait(_ call: Waiting) {
    let answer: Result<Void, any Error>? = state.withLock { state in
      if state.isClosed { return .failure(PostgresFailure.closed) }
      if state.isListening { return .success(()) }
      state.waiting.append(call)
      if state.thread == nil { state.thread = WorkerThreads(0..<1) { [self] _ in listen() } }
      return nil
    }
    if let answer { call.continuation.resume(with: answer) }
  }

  /// Connects, listens and connects again, until closed; blocks its thread.
  private func listen() {
    var (pause, wasListening) = (Int32(20), false)
    while !state.withLock({ $0.isClosed }) {
      do {
        let session = try PostgresSession(address)
        try session.execute("LISTEN \"\(options.channel)\"")
        if wasListening { hub.deliver(.reconnected) }
        begin()
        (pause, wasListening) = (20, true)
        receive(session)
        state.withLock { $0.isListening = false }
      } catch {
        failLate(error)
        pipe.wait(socket: nil, milliseconds: pause)
        pause = min(2 * pause, 2_000)
      }
    }
  }

  /// Resumes all waiting calls.
  private func begin() {
    let waiting = state.withLock { state in
      state.isListening = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for call in waiting { call.continuation.resume() }
  }

  private func failLate(_ error: any Error) {
    let now = Monitor.milliseconds()
    let late = state.withLock { state in
      defer { state.waiting.removeAll { $0.deadline <= now } }
      return state.waiting.filter { $0.deadline <= now }
    }
    for call in late { call.continuation.resume(throwing: error) }
  }

  /// Delivers notices until the connection is lost or the listener is closed.
  private func receive(_ session: PostgresSession) {
    while !state.withLock({ $0.isClosed }) {
      while let notice = PQnotifies(session.handle) {
        hub.deliver(.committed(String(cString: notice.pointee.extra)))
        PQfreemem(notice)
      }
      pipe.wait(socket: PQsocket(session.handle), milliseconds: nil)
      guard PQconsumeInput(session.handle) == 1 else { return }
    }
  }
}
