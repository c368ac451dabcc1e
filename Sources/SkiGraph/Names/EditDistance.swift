/// Returns how many letters must be added, taken, changed or swapped with a neighbour to make one word of another.
///
/// **Source:** the optimal string alignment distance (Damerau 1964, Levenshtein 1965).
/// - Parameter limit: The greatest distance of interest.
/// - Returns: The distance, or nil when it is beyond the limit.
/// - Complexity: O(*a* · *b*) in the lengths.
func editDistance(_ a: [Character], _ b: [Character], limit: Int) -> Int? {
  guard abs(a.count - b.count) <= limit else { return nil }
  guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) <= limit ? max(a.count, b.count) : nil }
  var beforeLast = [Int](repeating: 0, count: b.count + 1)
  var last = Array(0...b.count)
  for i in 1...a.count {
    var row = [Int](repeating: i, count: b.count + 1)
    for j in 1...b.count {
      let change = a[i - 1] == b[j - 1] ? 0 : 1
      row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + change)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        row[j] = min(row[j], beforeLast[j - 2] + 1)
      }
    }
    guard (row.min() ?? 0) <= limit else { return nil }
    (beforeLast, last) = (last, row)
  }
  return last[b.count] <= limit ? last[b.count] : nil
}
