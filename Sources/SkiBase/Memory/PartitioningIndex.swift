extension Range<Int> {
  /// Returns the first number that satisfies a predicate which all larger ones satisfy too; the upper bound when none
  /// does.
  /// - Complexity: O(log *n*).
  @inlinable
  @inline(__always)
  package func partitioningIndex(where isSecond: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isSecond(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element satisfies a predicate which all later ones satisfy too; the end index when
  /// none does.
  /// - Complexity: O(log *n*).
  @inlinable
  @inline(__always)
  package func partitioningIndex(where isSecond: (Element) -> Bool) -> Int {
    (startIndex..<endIndex).partitioningIndex { (position: Int) in isSecond(self[position]) }
  }
}
