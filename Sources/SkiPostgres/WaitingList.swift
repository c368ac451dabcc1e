import SkiBase

/// Calls in the order in which they came, taken by workers, by their deadline, or by cancellation.
///
/// A shared object; `@unchecked Sendable`: all that changes is accessed within the monitor.
final class WaitingList: @unchecked Sendable {
  private let monitor = Monitor()
  private let limit: Int
  private var calls: [ObjectIdentifier: Call] = [:]
  private var order: [Call] = []
  private var first = 0
  private var closed = false

  init(limit: Int) {
    self.limit = limit
  }

  /// True after ``close()``.
  var isClosed: Bool { monitor.locked { closed } }

  /// Adds a call, or ends it: if it was cancelled, if too many wait, or if the list is closed.
  func add(_ call: Call) {
    let refusal: SkiError? = monitor.locked {
      if closed { return PostgresFailure.closed }
      if call.isCancelled { return PostgresFailure.cancelled }
      if calls.count >= limit { return PostgresFailure.overloaded }
      calls[ObjectIdentifier(call)] = call
      order.append(call)
      monitor.signal(.call)
      if calls.count == 1 { monitor.signal(.deadline) }
      return nil
    }
    if let refusal { call.end(.failure(refusal)) }
  }

  /// Waits for a call and takes it; nil after closing.
  func take() -> Call? {
    monitor.locked {
      while !closed {
        if let call = next() {
          calls[ObjectIdentifier(call)] = nil
          first += 1
          return call
        }
        monitor.wait(for: .call)
      }
      return nil
    }
  }

  /// Ends a call as cancelled, if it waits; its worker notices otherwise.
  func cancel(_ call: Call) {
    call.cancel()
    guard monitor.locked({ calls.removeValue(forKey: ObjectIdentifier(call)) }) != nil else { return }
    call.end(.failure(PostgresFailure.cancelled))
  }

  /// Ends calls whose deadline passes while they wait, until the list is closed; blocks its thread.
  func expireCalls() {
    while !isClosed {
      let late: Call? = monitor.locked {
        guard !closed, let call = next() else {
          if !closed { monitor.wait(for: .deadline) }
          return nil
        }
        guard call.deadline <= Monitor.milliseconds() else {
          monitor.wait(for: .deadline, until: call.deadline)
          return nil
        }
        calls[ObjectIdentifier(call)] = nil
        return call
      }
      late?.end(.failure(PostgresFailure.waitedTooLong))
    }
  }

  /// Waits for some time, or until the list is closed.
  func pause(milliseconds: Int64) {
    let end = Monitor.milliseconds() + milliseconds
    monitor.locked {
      while !closed, Monitor.milliseconds() < end { monitor.wait(for: .end, until: end) }
    }
  }

  /// Refuses all waiting calls and all later ones.
  func close() {
    let left: [Call] = monitor.locked {
      closed = true
      monitor.signalAll()
      defer {
        calls = [:]
        (order, first) = ([], 0)
      }
      return order[first...].filter { calls[ObjectIdentifier($0)] != nil }
    }
    for call in left { call.end(.failure(PostgresFailure.closed)) }
  }

  /// The first waiting call; within the monitor only. Deadlines are in the same order: all calls wait equally long.
  private func next() -> Call? {
    while first < order.count, calls[ObjectIdentifier(order[first])] == nil { first += 1 }
    if first == order.count {
      order.removeAll(keepingCapacity: true)
      first = 0
      return nil
    }
    if first > 1_024 {
      order.removeFirst(first)
      first = 0
    }
    return order[first]
  }
}
