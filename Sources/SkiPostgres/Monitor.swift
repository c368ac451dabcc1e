import SkiSystem

/// A mutex with conditions: threads wait for an event until another signals it.
///
/// A shared object; `@unchecked Sendable`: its parts are made to be used by many threads.
final class Monitor: @unchecked Sendable {
  /// An event that threads wait for.
  enum Event: Int, CaseIterable {
    /// A call was added.
    case call
    /// The first deadline changed.
    case deadline
    /// The list was closed.
    case end
  }

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let conditions: UnsafeMutablePointer<pthread_cond_t>

  init() {
    mutex = .allocate(capacity: 1)
    conditions = .allocate(capacity: Event.allCases.count)
    var codes = [pthread_mutex_init(mutex, nil)]
    for event in Event.allCases { codes.append(initializeMonotonicCondition(conditions + event.rawValue)) }
    precondition(codes.allSatisfy { $0 == 0 }, "a monitor can't be made: codes \(codes)")
  }

  deinit {
    for event in Event.allCases { pthread_cond_destroy(conditions + event.rawValue) }
    pthread_mutex_destroy(mutex)
    conditions.deallocate()
    mutex.deallocate()
  }

  /// The milliseconds of the monotonic clock.
  static func milliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// Calls a body while no other thread is in the monitor.
  func locked<T>(_ body: () -> T) -> T {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// Waits for an event, at most until a time of the monotonic clock; within ``locked(_:)`` only. It may return earlier.
  func wait(for event: Event, until end: Int64? = nil) {
    let condition = conditions + event.rawValue
    guard let end else {
      pthread_cond_wait(condition, mutex)
      return
    }
    SkiSystem.wait(for: condition, mutex, milliseconds: end - Self.milliseconds())
  }

  /// Wakes one thread that waits for an event.
  func signal(_ event: Event) { pthread_cond_signal(conditions + event.rawValue) }

  /// Wakes all waiting threads.
  func signalAll() {
    for event in Event.allCases { pthread_cond_broadcast(conditions + event.rawValue) }
  }
}
