/// The values of something that changes: the present one, then the newest after each change.
///
/// A consumer that is slower than the changes receives the newest value only. Each iteration begins with the value that is present
/// then, and ends when its task is cancelled or the owner of the value is released. `Sendable`: any number of tasks may iterate.
public struct LatestValues<Value: Sendable>: AsyncSequence, Sendable {
  /// The values are never missing.
  public typealias Failure = Never
  private let begin: @Sendable () -> AsyncStream<Value>

  fileprivate init(_ begin: @escaping @Sendable () -> AsyncStream<Value>) { self.begin = begin }

  /// Creates an iterator that begins with the present value.
  public func makeAsyncIterator() -> Iterator { Iterator(values: begin().makeAsyncIterator()) }

  /// An iterator over the values.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var values: AsyncStream<Value>.Iterator

    /// Returns the present value at first, then waits for another; nil at the end.
    public mutating func next() async -> Value? { await values.next() }
  }
}

/// A value that is replaced as a whole, and the tasks that wait for its changes.
///
/// A shared object; `Sendable`.
package final class LatestValue<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var consumers: [Int: AsyncStream<Value>.Continuation] = [:]
    var next = 0
  }

  private let state: Locked<State>

  /// Creates a value without consumers.
  package init(_ value: Value) { state = Locked(State(value: value)) }

  deinit { for consumer in state.withLock({ Array($0.consumers.values) }) { consumer.finish() } }

  /// The present value.
  package var value: Value { state.withLock { $0.value } }

  /// Replaces the value, and passes it to all consumers. The value before is released outside the lock.
  /// - Complexity: O(*n*) in consumers.
  package func replace(by value: Value) {
    let before = state.withLock { state in
      let before = state.value
      state.value = value
      // In order of the changes: yielding neither blocks nor calls the consumer.
      for consumer in state.consumers.values { consumer.yield(value) }
      return before
    }
    withExtendedLifetime(before) {}
  }

  /// The present value and the newest after each change.
  package var values: LatestValues<Value> {
    LatestValues { [weak self] in
      AsyncStream(bufferingPolicy: .bufferingNewest(1)) { consumer in
        guard let self else { return consumer.finish() }
        self.add(consumer)
      }
    }
  }

  private func add(_ consumer: AsyncStream<Value>.Continuation) {
    let number = state.withLock { state in
      state.next += 1
      state.consumers[state.next] = consumer
      consumer.yield(state.value)
      return state.next
    }
    consumer.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.consumers.removeValue(forKey: number) }
    }
  }
}

/// The values of something that is read again and again, each of them when it differs from the one before.
///
/// The first reading is at the start of an iteration, and its errors end the iteration. Later ones that fail with the codes that
/// pass by, `.unavailable`, `.timedOut` and `.rateLimited`, are repeated at the next time; other errors end it. A consumer that is busy
/// postpones the next reading. `Sendable`: each iteration reads for itself.
public struct PolledValues<Value: Sendable>: AsyncSequence, Sendable {
  /// The errors of the readings.
  public typealias Failure = any Error
  /// Returns the value; nil while it is as before.
  package typealias Reader = @Sendable () async throws -> Value?

  private let seconds: Double
  private let makeReader: @Sendable () -> Reader

  /// Creates the values of a reader.
  /// - Parameters:
  ///   - seconds: The time between readings, at least 0.01 and at most a day.
  ///   - makeReader: Returns the reader of one iteration, which returns nil while the value is as before.
  package init(everySeconds seconds: Double, _ makeReader: @escaping @Sendable () -> Reader) {
    (self.seconds, self.makeReader) = (Swift.min(Swift.max(seconds, 0.01), 86_400), makeReader)
  }

  /// Creates an iterator, which reads for the first time when it is asked for a value.
  public func makeAsyncIterator() -> some AsyncIteratorProtocol<Value, any Error> {
    Iterator(seconds: seconds, read: makeReader())
  }

  private struct Iterator: AsyncIteratorProtocol {
    let seconds: Double
    let read: Reader
    var isFirst = true

    mutating func next() async throws -> Value? {
      while !Task.isCancelled {
        if !isFirst {
          do { try await Task.sleep(for: .seconds(seconds)) } catch { return nil }
        }
        do {
          let value = try await read()
          isFirst = false
          if let value { return value }
        } catch let error as SkiError where !isFirst && error.code.isPassing {
          continue
        }
      }
      return nil
    }
  }
}

extension PolledValues where Value: Equatable {
  /// Creates the values of a function.
  /// - Parameters:
  ///   - seconds: The time between calls, at least 0.01 and at most a day.
  ///   - read: Returns the present value.
  package init(everySeconds seconds: Double, of read: @escaping @Sendable () async throws -> Value) {
    self.init(everySeconds: seconds) {
      let last = Locked<Value?>(nil)
      return {
        let value = try await read()
        return last.withLock { last in
          if last == value { return nil }
          last = value
          return value
        }
      }
    }
  }
}

extension SkiError.Code {
  /// Indicates errors after which a repetition may succeed.
  fileprivate var isPassing: Bool { [.unavailable, .timedOut, .rateLimited].contains(self) }
}
