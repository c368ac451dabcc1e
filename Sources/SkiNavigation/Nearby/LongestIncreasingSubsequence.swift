import SkiBase

/// Returns the positions of a longest strictly increasing subsequence.
///
/// **Source:** patience sorting, Fredman 1975, "On computing the length of longest increasing subsequences".
/// Complexity: O(*n* log *n*).
func longestIncreasingSubsequence(_ numbers: [Int]) -> [Int] {
  /// The position of the least last number of a subsequence of each length.
  var ends: [Int] = []
  var before = [Int?](repeating: nil, count: numbers.count)
  for (position, number) in numbers.enumerated() {
    let low = ends.partitioningIndex { numbers[$0] >= number }
    before[position] = low > 0 ? ends[low - 1] : nil
    if low == ends.count { ends.append(position) } else { ends[low] = position }
  }
  var rise: [Int] = []
  var at = ends.last
  while let position = at {
    rise.append(position)
    at = before[position]
  }
  return rise.reversed()
}
