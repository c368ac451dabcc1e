import Dispatch
import SkiBase
import SkiPeople
import SkiPostgres

/// A transaction that keeps its connection until it is released.
final class HeldConnection: Sendable {
  private let driver: PostgresDriver
  private let end = DispatchSemaphore(value: 0)
  private let started: AsyncStream<Void>
  private let start: AsyncStream<Void>.Continuation
  private let ended: AsyncStream<Void>
  private let finish: AsyncStream<Void>.Continuation

  init(_ driver: PostgresDriver) {
    self.driver = driver
    (started, start) = AsyncStream.makeStream()
    (ended, finish) = AsyncStream.makeStream()
  }

  /// Returns when the transaction has begun, or can't begin.
  func hold() async {
    Task {
      _ = try? await driver.read { [start, end] _ in
        start.yield()
        end.wait()
      }
      // A call that fails must not be waited for.
      start.finish()
      finish.finish()
    }
    for await _ in started { break }
  }

  /// Ends the transaction.
  func release() async {
    end.signal()
    for await _ in ended {}
  }
}
