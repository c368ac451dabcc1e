/// Returns the positions of a longest strictly rising part of some numbers.
///
/// **Source:** patience sorting, Fredman 1975. Complexity: O(*n* log *n*).
func longestRise(_ numbers: [Int]) -> [Int] {
  /// The position of the least last number of a rise of each length.
  var ends: [Int] = []
  var before = [Int?](repeating: nil, count: numbers.count)
  for (position, number) in numbers.enumerated() {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
    }
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
