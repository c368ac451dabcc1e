import Dispatch
import SkiBase
import SkiSystem
import Synchronization

/// A queue of jobs in order of their arrival, for the threads of one lane.
///
/// A thread that has ended a job polls for the next one for a short time before it sleeps: a client that asks one question after the
/// other need not wait until a thread is woken, which takes longer than many a search. A shared object; `Sendable`.
final class JobQueue: Sendable {
  /// Work without a result.
  typealias Job = @Sendable () -> Void

  /// The time for which a thread polls before it sleeps: that in which a client near by sends its next question.
  private static let pollDuration = Duration.microseconds(250)

  private struct State {
    var jobs: [Job?] = []
    var first = 0
    var isClosed = false
    /// Indicates that a thread polls.
    var isPolling = false
    /// The threads that sleep, and have not been woken.
    var sleepingCount = 0

    var count: Int { jobs.count - first }

    mutating func removeFirst() -> Job? {
      guard first < jobs.count else { return nil }
      let job = jobs[first]
      jobs[first] = nil
      first += 1
      if first > 64, first * 2 > jobs.count {
        jobs.removeFirst(first)
        first = 0
      }
      return job
    }
  }

  private enum Next {
    case job(Job)
    /// There is none, and the thread is noted as one that polls.
    case poll
    /// There is none, and the thread is noted as one that sleeps.
    case sleep
    case end
  }

  private let state = Locked(State())
  /// The number of waiting jobs, as threads that poll see it.
  private let visibleCount = Atomic(0)
  private let wakeups = DispatchSemaphore(value: 0)

  /// The number of waiting jobs.
  var count: Int { state.withLock { $0.count } }

  /// Adds a job and returns true; returns false when the queue is closed or holds as many as the limit.
  func add(_ job: @escaping Job, limit: Int) -> Bool {
    let (isAdded, wakes) = state.withLock { state in
      guard !state.isClosed, state.count < limit else { return (false, false) }
      state.jobs.append(job)
      visibleCount.store(state.count, ordering: .relaxed)
      guard state.count > (state.isPolling ? 1 : 0), state.sleepingCount > 0 else { return (true, false) }
      state.sleepingCount -= 1
      return (true, true)
    }
    if wakes { wakeups.signal() }
    return isAdded
  }

  /// Returns the next job, which the thread waits for; nil after the last one of a closed queue.
  func next() -> Job? {
    var (mayPoll, hasPolled) = (true, false)
    while true {
      switch take(mayPoll: mayPoll, hasPolled: hasPolled) {
      case .job(let job): return job
      case .end: return nil
      case .poll:
        poll()
        (mayPoll, hasPolled) = (false, true)
      case .sleep:
        wakeups.wait()
        (mayPoll, hasPolled) = (false, false)
      }
    }
  }

  /// Refuses further jobs, and lets the threads end after those that wait.
  func close() {
    let sleepingCount = state.withLock { state in
      state.isClosed = true
      defer { state.sleepingCount = 0 }
      return state.sleepingCount
    }
    for _ in 0..<sleepingCount { wakeups.signal() }
  }

  /// Takes a job; without one, notes that the thread is about to poll or to sleep. One thread polls at a time.
  private func take(mayPoll: Bool, hasPolled: Bool) -> Next {
    state.withLock { state in
      if hasPolled { state.isPolling = false }
      if let job = state.removeFirst() {
        visibleCount.store(state.count, ordering: .relaxed)
        return .job(job)
      }
      if state.isClosed { return .end }
      if mayPoll, !state.isPolling {
        state.isPolling = true
        return .poll
      }
      state.sleepingCount += 1
      return .sleep
    }
  }

  /// Waits for a job for a short time, and leaves the processor to any other thread that wants it.
  private func poll() {
    let deadline = ContinuousClock.now + Self.pollDuration
    while visibleCount.load(ordering: .relaxed) == 0, ContinuousClock.now < deadline { sched_yield() }
  }
}
