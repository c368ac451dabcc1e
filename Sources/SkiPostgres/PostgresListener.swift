import CPQ
import SkiBase
import SkiSystem

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

/// A pipe by which a thread that waits for a socket is woken.
///
/// A shared object; `Sendable`.
final class WakePipe: Sendable {
  private let reading: Int32
  private let writing: Int32

  /// - Throws: `SkiError` with code `.unavailable` if the process has too many open files.
  init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw SkiError(
        .unavailable, "a pipe can't be made; raise the limit of open files",
        underlying: String(cString: strerror(errno)))
    }
    (reading, writing) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// Wakes the waiting thread, now or as soon as it waits.
  func wake() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  /// Waits until a socket can be read, the pipe is woken, or a time has passed; nil for the socket or the time is none.
  func wait(socket: Int32?, milliseconds: Int32?) {
    var descriptors = [pollfd(fd: reading, events: Int16(POLLIN), revents: 0)]
    if let socket { descriptors.append(pollfd(fd: socket, events: Int16(POLLIN), revents: 0)) }
    _ = poll(&descriptors, nfds_t(descriptors.count), milliseconds ?? -1)
    if descriptors[0].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 64)
      _ = read(reading, &bytes, bytes.count)
    }
  }
}
