/// The criteria of the labels settled at each node, those of a node side by side and none dominated by another.
struct LabelFronts {
  /// The place of a front in the memory of all.
  private struct Span {
    var start = 0
    var count = 0
    var capacity = 0
  }

  private var entries: [UInt64] = []
  private var spans: [Span]

  /// Creates empty fronts.
  init(count: Int) { spans = [Span](repeating: Span(), count: count) }

  /// Adds an empty front and returns its number.
  mutating func addFront() -> Int {
    spans.append(Span())
    return spans.count - 1
  }

  /// Returns whether an entry of a front is at most a word in all criteria.
  /// - Complexity: O(*k*) in the entries of the front.
  @inline(__always)
  func dominate(_ word: UInt64, in front: Int, _ fields: LabelFields) -> Bool {
    let span = spans[front]
    let (guards, guarded) = (fields.guards, word | fields.guards)
    return entries.withUnsafeBufferPointer { entries in
      // A span ends within the entries, which never become fewer.
      var index = span.start
      let end = span.start &+ span.count
      while index < end {
        if (guarded &- entries[index]) & guards == guards { return true }
        index &+= 1
      }
      return false
    }
  }

  /// Adds a word to a front and removes those that it dominates.
  /// - Complexity: O(*k*) in the entries of the front, amortised over its moves to larger memory.
  mutating func add(_ word: UInt64, to front: Int, _ fields: LabelFields) {
    var span = spans[front]
    var kept = span.start
    for index in span.start..<span.start + span.count where !fields.isAtMost(word, entries[index]) {
      entries[kept] = entries[index]
      kept += 1
    }
    span.count = kept - span.start
    if span.count == span.capacity {
      let capacity = max(4, span.capacity * 2)
      let start = entries.count
      entries.append(contentsOf: repeatElement(0, count: capacity))
      for offset in 0..<span.count { entries[start + offset] = entries[span.start + offset] }
      (span.start, span.capacity) = (start, capacity)
    }
    entries[span.start + span.count] = word
    span.count += 1
    spans[front] = span
  }
}
