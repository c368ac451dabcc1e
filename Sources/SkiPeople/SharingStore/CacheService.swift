package import SkiAPI
import SkiBase

/// A cache of values that are loaded when they are asked for: one load for all who wait, old values while one load renews them.
///
/// For users, trips, events and feeds. Places, grants and memberships decide what a person may see: they are never kept here,
/// unless the key contains their version.
///
/// A value that is older than ``CachePolicy/freshMilliseconds`` is returned at once while one load renews it; one that is older
/// than that and ``CachePolicy/staleMilliseconds`` is not returned any more. Beyond ``CachePolicy/capacity`` those asked for
/// longest ago are dropped. Times are measured by the monotonic clock. A shared object; any number of tasks may use it.
package actor CacheService<Key: Hashable & Sendable, Value: Sendable> {
  private let policy: CachePolicy
  private let clock: SharingClock
  private let load: @Sendable (Key) async throws -> Value

  private var entries: [Key: CacheEntry<Value>] = [:]
  private var failures: [Key: CacheFailure] = [:]
  private var loads: [UInt64: CacheLoad<Key, Value>] = [:]
  /// The load that decides the value of a key; none after the key was forgotten.
  private var deciding: [Key: UInt64] = [:]
  private var lastNumber: UInt64 = 0

  /// Creates an empty cache.
  /// - Parameters:
  ///   - policy: Times and bounds.
  ///   - clock: The clocks; the monotonic one is used.
  ///   - load: Returns the value of a key; it must end by itself, it is not cancelled.
  package init(
    _ policy: CachePolicy, clock: SharingClock, load: @escaping @Sendable (Key) async throws -> Value
  ) {
    (self.policy, self.clock, self.load) = (policy, clock, load)
  }

  /// The number of values kept, old ones included.
  package var count: Int { entries.count }

  /// Returns the value of a key, after loading it where there is none that may be returned.
  ///
  /// Cancelling the calling task ends its wait only; the load goes on for the others, and its value is kept.
  /// - Throws: The error of the load, also within ``CachePolicy/failureMilliseconds`` after it; `SkiError` with code
  ///   `.cancelled` when the calling task is cancelled while it waits, `.unavailable` beyond
  ///   ``CachePolicy/greatestLoads``.
  /// - Complexity: O(1), O(log *n*) on average where a value is dropped; *n* values.
  package func value(for key: Key) async throws -> Value {
    let now = clock.monotonicMilliseconds()
    if let value = kept(key, now) { return value }
    if let failure = failures[key], now < failure.until { throw failure.error }
    guard let number = deciding[key] ?? begin(key) else {
      throw SkiError(.unavailable, "\(loads.count) loads are on their way, the most there may be; try again")
    }
    return try await result(of: number)
  }

  /// Drops the value of a key, so that the next caller loads it; a load on its way is not kept.
  package func forget(_ key: Key) {
    entries[key] = nil
    failures[key] = nil
    deciding[key] = nil
  }

  /// Drops all values; loads on their way are not kept.
  /// - Complexity: O(*n*) in the values.
  package func forgetAll() {
    entries = [:]
    failures = [:]
    deciding = [:]
  }

  /// Returns a value that may be returned, after beginning its renewal where it is old.
  private func kept(_ key: Key, _ now: Int64) -> Value? {
    guard let entry = entries[key] else { return nil }
    guard now < entry.usableUntil else {
      entries[key] = nil
      return nil
    }
    entries[key]?.lastUse = nextNumber()
    let hasFailed = failures[key].map { now < $0.until } ?? false
    if now >= entry.freshUntil, deciding[key] == nil, !hasFailed { _ = begin(key) }
    return entry.value
  }

  /// Begins a load; nil beyond the greatest number of them.
  private func begin(_ key: Key) -> UInt64? {
    guard loads.count < policy.greatestLoads else { return nil }
    let number = nextNumber()
    loads[number] = CacheLoad(key: key)
    deciding[key] = number
    Task { [load] in
      do {
        end(number, .success(try await load(key)))
      } catch {
        end(number, .failure(error))
      }
    }
    return number
  }

  private func result(of number: UInt64) async throws -> Value {
    let waiter = nextNumber()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(throwing: Self.cancelled)
        } else {
          loads[number]?.waiters[waiter] = continuation
        }
      }
    } onCancel: {
      Task { await self.leave(waiter, number) }
    }
  }

  private func leave(_ waiter: UInt64, _ number: UInt64) {
    loads[number]?.waiters.removeValue(forKey: waiter)?.resume(throwing: Self.cancelled)
  }

  /// Hands the result of a load to those who wait, and keeps it unless the key was forgotten meanwhile.
  private func end(_ number: UInt64, _ result: Result<Value, any Error>) {
    guard let load = loads.removeValue(forKey: number) else { return }
    for waiter in load.waiters.values { waiter.resume(with: result) }
    guard deciding[load.key] == number else { return }
    deciding[load.key] = nil
    let now = clock.monotonicMilliseconds()
    switch result {
    case .success(let value):
      failures[load.key] = nil
      let freshUntil = now + policy.freshMilliseconds
      entries[load.key] = CacheEntry(
        value: value, freshUntil: freshUntil, usableUntil: freshUntil + policy.staleMilliseconds,
        lastUse: nextNumber())
      dropOldUses()
    case .failure(let error):
      keep(error, of: load.key, now)
    }
  }

  private func keep(_ error: any Error, of key: Key, _ now: Int64) {
    guard policy.failureMilliseconds > 0 else { return }
    if failures.count >= policy.capacity { failures = failures.filter { now < $0.value.until } }
    if failures.count >= policy.capacity { failures = [:] }
    failures[key] = CacheFailure(error: error, until: now + policy.failureMilliseconds)
  }

  /// Drops the eighth of the values that was used longest ago where there are too many.
  private func dropOldUses() {
    guard entries.count > policy.capacity else { return }
    let excess = entries.count - policy.capacity
    let oldest = entries.map { ($0.value.lastUse, $0.key) }.sorted { $0.0 < $1.0 }
    for (_, key) in oldest.prefix(max(excess, policy.capacity / 8)) { entries[key] = nil }
  }

  private func nextNumber() -> UInt64 {
    lastNumber += 1
    return lastNumber
  }

  private static var cancelled: SkiError { SkiError(.cancelled, "the wait was cancelled; ask again") }
}

/// A value of a cache, with times in milliseconds of the monotonic clock.
private struct CacheEntry<Value: Sendable> {
  var value: Value
  var freshUntil: Int64
  var usableUntil: Int64
  var lastUse: UInt64
}

/// The error of a load, with the time until which it is returned.
private struct CacheFailure {
  var error: any Error
  var until: Int64
}

/// A load on its way, with those who wait for it.
private struct CacheLoad<Key: Sendable, Value: Sendable> {
  var key: Key
  var waiters: [UInt64: CheckedContinuation<Value, any Error>] = [:]
}
