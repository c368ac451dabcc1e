import Glibc
import SkiGeo

/// Hands out the blocks of a run to its workers, and lets them write in order where that is wanted.
///
/// A class that may be shared. `@unchecked Sendable`: every variable is reached with the mutex held only.
final class BlockQueue: @unchecked Sendable {
  private let count: Int
  private let progress: @Sendable (Double) -> Void
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let turned: UnsafeMutablePointer<pthread_cond_t>
  private var next = 0
  private var turn = 0
  private var finished = 0
  private var failure: (any Error)?

  /// Makes a queue of so many blocks.
  /// - Parameter progress: Called with the share that is done, one call at a time, a hundred calls at most.
  init(count: Int, progress: @escaping @Sendable (Double) -> Void) {
    self.count = count
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

  /// Returns a block nobody has, or nil when there is none or the run has failed.
  func take() -> Int? {
    locked {
      guard next < count, failure == nil else { return nil }
      next += 1
      return next - 1
    }
  }

  /// Waits until all blocks before one are finished; false when the run has failed.
  func waitForTurn(_ block: Int) -> Bool {
    locked {
      while turn != block, failure == nil { pthread_cond_wait(turned, mutex) }
      return failure == nil
    }
  }

  /// Counts a block as finished and lets the one after it have its turn.
  func finish(_ block: Int) {
    locked {
      finished += 1
      turn = block + 1
      pthread_cond_broadcast(turned)
      if finished * 100 / count > (finished - 1) * 100 / count { progress(Double(finished) / Double(count)) }
    }
  }

  /// Ends the run; of several errors the first counts.
  func fail(_ error: any Error) {
    locked {
      if failure == nil { failure = error }
      pthread_cond_broadcast(turned)
    }
  }

  /// Throws what ended the run early.
  func check() throws {
    if let failure = locked({ failure }) { throw failure }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
