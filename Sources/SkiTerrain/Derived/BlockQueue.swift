import SkiSystem

/// A work queue of numbered blocks, with optional ordering of their output.
///
/// A class that may be shared. `@unchecked Sendable`: every variable is accessed with the mutex held only.
package final class BlockQueue: @unchecked Sendable {
  private let count: Int
  private let progress: @Sendable (Double) -> Void
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let turned: UnsafeMutablePointer<pthread_cond_t>
  private var next = 0
  private var turn = 0
  private var finished = 0
  private var failure: (any Error)?

  private let longestRun: Int
  /// The number of workers that take runs of blocks; nil when each takes one block at a time, in order.
  private let sharers: Int?

  /// Creates a queue of blocks.
  /// - Parameters:
  ///   - count: The number of blocks.
  ///   - sharers: The number of workers that take runs of blocks, long ones first; nil for single blocks.
  ///   - longestRun: The greatest number of blocks in a run.
  ///   - progress: A closure called with the share of blocks done, 0 to 1: one call at a time, at most a hundred.
  package init(
    count: Int, sharers: Int? = nil, longestRun: Int = 1, progress: @escaping @Sendable (Double) -> Void
  ) {
    self.count = count
    self.sharers = sharers
    self.longestRun = longestRun
    self.progress = progress
    mutex = .allocate(capacity: 1)
    turned = .allocate(capacity: 1)
    let codes = (pthread_mutex_init(mutex, nil), pthread_cond_init(turned, nil))
    precondition(codes == (0, 0), "a queue can't be made: codes \(codes)")
  }

  deinit {
    pthread_cond_destroy(turned)
    pthread_mutex_destroy(mutex)
    turned.deallocate()
    mutex.deallocate()
  }

  /// Returns the next blocks, or nil when there are none or the run has failed.
  ///
  /// Runs get shorter towards the end, so that all workers finish at about the same time.
  /// **Source:** guided self-scheduling, Polychronopoulos and Kuck 1987.
  package func takeRun() -> Range<Int>? {
    locked {
      guard next < count, failure == nil else { return nil }
      let share = sharers.map { min(longestRun, (count - next) / (2 * $0)) } ?? 1
      let first = next
      next = min(count, next + max(1, share))
      return first..<next
    }
  }

  /// Indicates whether no worker has failed.
  package var continues: Bool { locked { failure == nil } }

  /// Waits until all blocks before one are finished, and returns false when the run has failed.
  package func waitForTurn(_ block: Int) -> Bool {
    locked {
      while turn != block, failure == nil { pthread_cond_wait(turned, mutex) }
      return failure == nil
    }
  }

  /// Marks a block as finished and lets the next one write.
  package func finish(_ block: Int) {
    locked {
      finished += 1
      turn = block + 1
      pthread_cond_broadcast(turned)
      if finished * 100 / count > (finished - 1) * 100 / count { progress(Double(finished) / Double(count)) }
    }
  }

  /// Ends the run with an error; the first of several is kept.
  package func fail(_ error: any Error) {
    locked {
      if failure == nil { failure = error }
      pthread_cond_broadcast(turned)
    }
  }

  /// Throws the error that ended the run, if any.
  package func check() throws {
    if let failure = locked({ failure }) { throw failure }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
