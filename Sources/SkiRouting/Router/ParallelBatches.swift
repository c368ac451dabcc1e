import SkiBase

/// The batches of some numbered pieces of work, done by several threads.
enum ParallelBatches {
  private struct State {
    var next = 0
    /// The first batch that failed, with its error.
    var failure: (first: Int, error: any Error)?
  }

  /// Calls closures with all numbers below a count, in batches of consecutive ones, and waits for them.
  /// - Parameters:
  ///   - count: The number of pieces of work.
  ///   - size: The maximum number of pieces in a batch.
  ///   - threads: The maximum number of threads, the calling one among them.
  ///   - worker: Called once on each thread; returns the closure that does the batches of the thread.
  /// - Throws: The error of the failing batch of least numbers; ``SkiError`` by the work limit, as
  ///   ``WorkLimit/check(_:subject:)``.
  static func run(
    _ count: Int, by size: Int, threads: Int, worker: @escaping @Sendable () -> (Range<Int>) throws -> Void
  ) throws {
    let state = Locked(State())
    let limit = WorkLimit.current
    WorkerThreads.run(min(threads, (count + size - 1) / size)) { number in
      let work = worker()
      while let first = next(size, below: count, state) {
        do {
          // Only the calling thread runs in the task that may be cancelled.
          if number == 0 { try limit.check() }
          try limit.run { try work(first..<min(first + size, count)) }
        } catch {
          state.withLock { state in
            if state.failure.map({ first < $0.first }) ?? true { state.failure = (first, error) }
          }
        }
      }
    }
    if let error = state.withLock({ $0.failure?.error }) { throw error }
  }

  /// The number of elements of a batch of ``map(_:_:)``, 0.1 ms or more of snapping.
  private static let mapSize = 64

  /// Returns the results of a closure for all elements, in order, each computed by one of several threads.
  /// - Throws: As ``run(_:by:threads:worker:)``.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ body: @escaping @Sendable (Element) throws -> Result
  ) throws -> [Result] {
    let results = Locked([Result?](repeating: nil, count: elements.count))
    try run(elements.count, by: mapSize, threads: WorkerThreads.available) {
      { batch in
        let part = try elements[batch].map { Optional(try body($0)) }
        results.withLock { $0.replaceSubrange(batch, with: part) }
      }
    }
    return results.withLock { $0.compactMap(\.self) }
  }

  /// Returns the first number of the next batch; nil after the last one, and where one has failed.
  private static func next(_ size: Int, below count: Int, _ state: Locked<State>) -> Int? {
    state.withLock { state in
      guard state.failure == nil, state.next < count else { return nil }
      defer { state.next += size }
      return state.next
    }
  }
}
