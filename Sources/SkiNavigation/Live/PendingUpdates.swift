/// The undelivered updates of one listener: the newest value of each key, in the order of their first.
///
/// A value replaces an earlier one of the same key at its position in the queue, so that frequent updates do not delay
/// others. Holds at most one update for each key that has a value or was delivered.
@usableFromInline
package struct PendingUpdates<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// An update in the queue.
  @usableFromInline package typealias Element = UpdateElement<Key, Value>

  @usableFromInline
  struct Entry: Sendable {
    /// The value; nil when it was removed.
    @usableFromInline var value: Value?
    @usableFromInline var ticket: UInt64

    @usableFromInline
    init(value: Value?, ticket: UInt64) { (self.value, self.ticket) = (value, ticket) }
  }

  @usableFromInline var entries: [Key: Entry] = [:]
  /// The queue; tickets without an entry are skipped.
  @usableFromInline var line: [(key: Key, ticket: UInt64)] = []
  @usableFromInline var lineStart = 0
  @usableFromInline var nextTicket: UInt64 = 0
  /// The keys delivered to the listener, unless delivered as removed, with the ticket of their first delivery.
  @usableFromInline var known: [Key: UInt64] = [:]
  /// The number of updates replaced by newer ones before delivery.
  package var droppedCount: UInt64 { dropped }
  @usableFromInline var dropped: UInt64 = 0

  /// Creates an empty queue.
  @inlinable
  package init() {}

  /// The number of undelivered updates.
  @inlinable
  package var count: Int { entries.count }
  /// The length of the queue with skipped tickets; at most twice the entries and a constant.
  var lineCount: Int { line.count - lineStart }

  /// Adds the newest value of a key, in place of an undelivered update of it. Complexity: O(1) amortised.
  @inlinable
  package mutating func put(_ key: Key, _ value: Value) { replace(key, by: value) }

  /// Removes the undelivered value of a key; a listener who received one before will receive that it was removed.
  /// - Complexity: O(1) amortised.
  @inlinable
  package mutating func withdraw(_ key: Key) {
    if known[key] == nil {
      entries[key] = nil
      shorten()
    } else if entries[key]?.value != nil || entries[key] == nil {
      replace(key, by: nil)
    }
  }

  /// Withdraws all keys that satisfy a condition, those without an undelivered update in the order of first delivery.
  /// - Complexity: O(*n* + *k* log *k*) in the keys that have a value or were delivered *n*, and those withdrawn *k*.
  @inlinable
  package mutating func withdrawAll(where isWithdrawn: (Key) -> Bool) {
    for key in entries.keys where known[key] == nil && isWithdrawn(key) { entries[key] = nil }
    let delivered = known.filter { isWithdrawn($0.key) }.sorted { $0.value < $1.value }
    for (key, _) in delivered { withdraw(key) }
    shorten()
  }

  /// Removes and returns the oldest update; nil when there is none. Complexity: O(1) amortised.
  @inlinable
  package mutating func take() -> Element? {
    while lineStart < line.count {
      let (key, ticket) = line[lineStart]
      lineStart += 1
      guard let entry = entries[key], entry.ticket == ticket else { continue }
      entries[key] = nil
      shorten()
      note(key, entry)
      return entry.value.map { .value(key, $0) } ?? .removed(key)
    }
    shorten()
    return nil
  }

  @inlinable
  mutating func replace(_ key: Key, by value: Value?) {
    if let place = entries.index(forKey: key) {
      entries.values[place].value = value
      dropped += 1
      return
    }
    entries[key] = Entry(value: value, ticket: nextTicket)
    line.append((key, nextTicket))
    nextTicket += 1
  }

  @inlinable
  mutating func note(_ key: Key, _ delivered: Entry) {
    if delivered.value == nil {
      known[key] = nil
    } else if known[key] == nil {
      known[key] = delivered.ticket
    }
  }

  /// Removes delivered and skipped tickets when they are more than half of the queue.
  @inlinable
  mutating func shorten() {
    guard line.count > 2 * entries.count + 16 else { return }
    line = line[lineStart...].filter { entries[$0.key]?.ticket == $0.ticket }
    lineStart = 0
  }
}

/// An update of one key, which supersedes earlier ones of the same key.
@usableFromInline
package enum UpdateElement<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  /// The newest value of a key.
  case value(Key, Value)
  /// A key whose value was delivered has none any more.
  case removed(Key)

  /// The key of the update.
  @inlinable
  package var key: Key {
    switch self {
    case .value(let key, _), .removed(let key): key
    }
  }

  /// The value; nil when it was removed.
  @inlinable
  package var value: Value? {
    if case .value(_, let value) = self { value } else { nil }
  }
}

extension UpdateElement: Equatable where Value: Equatable {}

extension UpdateElement: Hashable where Value: Hashable {}
