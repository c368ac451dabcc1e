import SkiGeo

/// The values used last, in two generations of a bounded cost.
///
/// A value of the older generation that is used again moves to the newer one; when that is full, the older one is dropped.
/// A shared object; `Sendable`.
final class GenerationCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    var value: Value
    var cost: Int
  }

  private struct State {
    var recent: [Key: Entry] = [:]
    var older: [Key: Entry] = [:]
    var recentCost = 0
  }

  private let state = Locked(State())
  private let limit: Int

  /// Creates an empty cache.
  /// - Parameter limit: The greatest cost of a generation.
  init(limit: Int) { self.limit = limit }

  /// Returns the value of a key; nil when it is not known.
  /// - Complexity: O(1).
  func value(of key: Key) -> Value? { state.withLock { Self.known(key, in: &$0, limit) } }

  /// Returns the value of a key, made by a closure while others wait when it is not known.
  /// - Complexity: O(1), besides the closure.
  func value(of key: Key, cost: Int, make: () -> Value) -> Value {
    state.withLock { state in
      if let known = Self.known(key, in: &state, limit) { return known }
      let value = make()
      Self.add(Entry(value: value, cost: cost), of: key, to: &state, limit)
      return value
    }
  }

  /// Keeps a value.
  /// - Complexity: O(1).
  func keep(_ value: Value, of key: Key, cost: Int) {
    state.withLock { Self.add(Entry(value: value, cost: cost), of: key, to: &$0, limit) }
  }

  private static func known(_ key: Key, in state: inout State, _ limit: Int) -> Value? {
    if let entry = state.recent[key] { return entry.value }
    guard let entry = state.older[key] else { return nil }
    add(entry, of: key, to: &state, limit)
    return entry.value
  }

  private static func add(_ entry: Entry, of key: Key, to state: inout State, _ limit: Int) {
    if state.recentCost + entry.cost > limit {
      (state.older, state.recent, state.recentCost) = (state.recent, [:], 0)
    }
    state.recentCost += entry.cost - (state.recent.updateValue(entry, forKey: key)?.cost ?? 0)
  }
}
