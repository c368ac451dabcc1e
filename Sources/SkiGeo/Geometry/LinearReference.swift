extension RandomAccessCollection<Double> where Index == Int {
  /// Returns the piece of a line on which a place lies, and the share of the piece before the place, 0...1, given the metres
  /// along the line to each of its points.
  ///
  /// Of points at the same distance the last counts. A place before the start is at the start, one beyond the end at the end;
  /// the share is 0 on a piece without length.
  /// - Precondition: There are two points or more, and their metres never fall.
  /// - Complexity: O(log *n*).
  package func piece(at along: Double) -> (index: Int, share: Double) {
    let index = (startIndex + 1..<endIndex - 1).partitioningIndex { !(self[$0] <= along) } - 1
    let length = self[index + 1] - self[index]
    return (index, length > 0 ? Swift.max(0, Swift.min(1, (along - self[index]) / length)) : 0)
  }
}
