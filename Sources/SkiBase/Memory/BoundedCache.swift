/// The values used last, up to a number of bytes.
///
/// A value whose owner protects it from concurrent use, for example by a lock. When a new value exceeds the limit, the
/// least recently used ones are removed; the value added last stays even if it is larger than the limit alone.
@usableFromInline
package struct BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline var value: Value
    @usableFromInline let byteCount: Int
    @usableFromInline var lastUse: UInt64

    @usableFromInline
    init(value: Value, byteCount: Int, lastUse: UInt64) {
      (self.value, self.byteCount, self.lastUse) = (value, byteCount, lastUse)
    }
  }

  /// The greatest number of bytes.
  @usableFromInline package let limitBytes: Int
  /// The bytes of all values, as stated when they were added.
  @usableFromInline package private(set) var byteCount = 0
  @usableFromInline var entries: [Key: Entry] = [:]
  @usableFromInline var clock: UInt64 = 0

  /// The number of entries above which an eighth of the limit is freed at once, so that a full cache is not sorted for each
  /// new value.
  private static var fewCount: Int { 64 }

  /// Creates an empty cache.
  /// - Parameter limitBytes: The greatest number of bytes.
  package init(limitBytes: Int) { self.limitBytes = limitBytes }

  /// The number of values.
  package var count: Int { entries.count }

  /// Returns the value of a key, which becomes the most recently used one; nil when there is none.
  /// - Complexity: O(1).
  @inlinable
  package mutating func value(of key: Key) -> Value? {
    guard let place = entries.index(forKey: key) else { return nil }
    clock &+= 1
    entries.values[place].lastUse = clock
    return entries.values[place].value
  }

  /// Returns the value of a key without using it; nil when there is none.
  package func peek(_ key: Key) -> Value? { entries[key]?.value }

  /// Adds or replaces a value, which becomes the most recently used one.
  /// - Parameter bytes: The bytes that the value takes, with what it alone keeps alive.
  /// - Returns: The removed keys, the least recently used one first.
  /// - Complexity: O(1) amortised over values of equal size; O(*n* log *n*) when some are removed.
  @discardableResult
  package mutating func insert(_ value: Value, of key: Key, bytes: Int) -> [Key] {
    clock &+= 1
    byteCount -= entries[key]?.byteCount ?? 0
    byteCount += bytes
    entries[key] = Entry(value: value, byteCount: bytes, lastUse: clock)
    return byteCount > limitBytes ? makeRoom(for: key) : []
  }

  /// Removes a value.
  package mutating func remove(_ key: Key) {
    byteCount -= entries.removeValue(forKey: key)?.byteCount ?? 0
  }

  /// Removes all values whose key satisfies a condition.
  /// - Complexity: O(*n*).
  package mutating func removeAll(where isRemoved: (Key) -> Bool) {
    for key in entries.keys.filter(isRemoved) { remove(key) }
  }

  private mutating func makeRoom(for added: Key) -> [Key] {
    let goal = entries.count > Self.fewCount ? limitBytes - limitBytes / 8 : limitBytes
    var removed: [Key] = []
    for (key, _) in entries.sorted(by: { $0.value.lastUse < $1.value.lastUse })
    where key != added && byteCount > goal {
      remove(key)
      removed.append(key)
    }
    return removed
  }
}
