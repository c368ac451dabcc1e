extension Sequence {
  /// Returns the elements in order, of those with the same key only the first. Complexity: O(*n*).
  @inlinable
  package func uniqued<Key: Hashable>(on key: (Element) -> Key) -> [Element] {
    var seen: Set<Key> = []
    return filter { seen.insert(key($0)).inserted }
  }
}

extension Sequence where Element: Hashable {
  /// Returns the elements, each once, in the order of their first appearance. Complexity: O(*n*).
  @inlinable
  package func uniqued() -> [Element] { uniqued(on: \.self) }
}
