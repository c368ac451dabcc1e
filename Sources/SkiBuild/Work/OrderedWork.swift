import Foundation
import SkiGeo
import Synchronization

/// Makes values on several cores and hands them on in order, a bounded number ahead.
///
/// The order of results, and which fault is thrown, depend on the numbers alone, never on which core was faster.
enum OrderedWork {
  /// A way to ask work on other threads to stop; they have no task of their own that could be cancelled.
  ///
  /// It takes the limit of the task it is made in.
  final class StopSignal: Sendable {
    private let isSet = Atomic(false)
    private let limit = WorkLimit.current

    /// Asks for an end.
    func set() { isSet.store(true, ordering: .relaxed) }

    /// Whether this work, or the task it runs in, should stop.
    var isStopped: Bool { isSet.load(ordering: .relaxed) || limit.isReached }

    /// Ends work that was cancelled, or that has taken the time it was given.
    /// - Throws: ``SkiError`` with code `.cancelled` once somebody asked for an end, `.timedOut` after the limit of the task.
    func check() throws {
      guard isStopped else { return }
      if !isSet.load(ordering: .relaxed), !Task.isCancelled { try limit.check("the build") }
      throw SkiError(.cancelled, "build was cancelled by its caller; start it again for a map")
    }
  }

  /// Calls `make` for 0..<`count` on some threads, and `consume` with each result in order on the caller's.
  ///
  /// At most `ahead` results are made or waiting at any time. Returns only when no thread is left.
  /// - Throws: What `make` throws for the least number, what `consume` throws, ``SkiError`` `.cancelled`.
  /// - Complexity: One hand-over a number; memory of `ahead` results.
  /// - Precondition: `threads` and `ahead` are positive.
  static func forEach<Made>(
    _ count: Int, threads: Int, ahead: Int, make: @escaping @Sendable (Int, StopSignal) throws -> Made,
    consume: (Int, Made) throws -> Void
  ) throws {
    precondition(threads > 0 && ahead > 0, "threads and ahead must be positive, got \(threads) and \(ahead)")
    let stop = StopSignal()
    guard threads > 1, count > 1 else {
      for number in 0..<count {
        try stop.check()
        try consume(number, make(number, stop))
      }
      return
    }
    let bench = Bench<Made>(count: count, stop: stop)
    bench.start(min(threads, count), make)
    defer { bench.finish(min(threads, count)) }
    for _ in 0..<ahead { bench.room.signal() }
    for number in 0..<count {
      try consume(number, bench.result(number))
      bench.room.signal()
    }
  }

  /// A value on its way from the thread that made it to the one that uses it.
  ///
  /// `@unchecked Sendable`: the maker gives up its only reference before the value can be found under the lock of
  /// ``Bench/made``, and the taker found it under the same lock, so that never two threads see it.
  private final class Handover<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  /// What the threads share.
  private final class Bench<Made>: Sendable {
    let count: Int
    let stop: StopSignal
    /// One signal for each number that may be begun.
    let room = DispatchSemaphore(value: 0)
    private let ready = DispatchSemaphore(value: 0)
    private let ended = DispatchSemaphore(value: 0)
    private let next = Atomic(0)
    private let made = Locked<[Int: Result<Handover<Made>, any Error>]>([:])

    init(count: Int, stop: StopSignal) {
      self.count = count
      self.stop = stop
    }

    func start(_ threads: Int, _ make: @escaping @Sendable (Int, StopSignal) throws -> Made) {
      for _ in 0..<threads {
        let thread = Thread { self.work(make) }
        thread.stackSize = 8 << 20
        thread.start()
      }
    }

    private func work(_ make: (Int, StopSignal) throws -> Made) {
      while true {
        room.wait()
        let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
        guard number < count, !stop.isStopped else { break }
        let result = Result { Handover(try make(number, stop)) }
        made.withLock { $0[number] = result }
        ready.signal()
      }
      ended.signal()
    }

    /// Waits for a result; looks fifty times a second whether the caller's task was cancelled.
    func result(_ number: Int) throws -> Made {
      while true {
        try stop.check()
        if let result = made.withLock({ $0.removeValue(forKey: number) }) { return try result.get().value }
        _ = ready.wait(timeout: .now() + .milliseconds(20))
      }
    }

    /// Lets every thread run out, and waits for them.
    func finish(_ threads: Int) {
      stop.set()
      for _ in 0..<threads { room.signal() }
      for _ in 0..<threads { ended.wait() }
    }
  }
}
