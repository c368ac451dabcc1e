extension RandomAccessCollection<Double> where Index == Int {
  /// Returns the segment at a distance along a line and the fraction of the segment before it, 0...1.
  ///
  /// The elements are the distances along the line to each vertex, in metres. Of vertices at the same distance the last
  /// one counts. Distances outside the line are clamped to its ends; the fraction is 0 on a segment without length.
  /// - Precondition: There are two elements or more, in ascending order.
  /// - Complexity: O(log *n*).
  @inlinable
  package func segmentFraction(at along: Double) -> (index: Int, share: Double) {
    let index = (startIndex + 1..<endIndex - 1).partitioningIndex { !(self[$0] <= along) } - 1
    let length = self[index + 1] - self[index]
    return (index, length > 0 ? Swift.max(0, Swift.min(1, (along - self[index]) / length)) : 0)
  }
}
