/// Returns the optimal string alignment distance of two words: the number of letters to insert, delete, replace, or
/// swap with a neighbour.
///
/// Only the band of `limit` letters around the diagonal is computed, since nothing outside it is within the limit.
///
/// **Source:** Damerau 1964, "A technique for computer detection and correction of spelling errors"; Levenshtein 1965;
/// banded after Ukkonen 1985, "Algorithms for approximate string matching".
/// - Parameters:
///   - a: One word.
///   - b: The other word.
///   - limit: The maximum distance of interest.
/// - Returns: The distance, or nil when it exceeds the limit.
/// - Complexity: O(*length* · *limit*) time, O(*length*) memory.
package func editDistance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar], limit: Int) -> Int? {
  guard limit >= 0, abs(a.count - b.count) <= limit else { return nil }
  guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
  let beyond = limit + 1
  var beforeLast = [Int](repeating: beyond, count: b.count + 1)
  var last = (0...b.count).map { min($0, beyond) }
  var row = beforeLast
  for i in 0..<a.count {
    let low = max(0, i - limit)
    let high = min(b.count, i + limit + 1)
    row[low] = low == 0 ? min(i + 1, beyond) : beyond
    var least = row[low]
    for j in low..<high {
      var distance = min(last[j] + (a[i] == b[j] ? 0 : 1), row[j] + 1)
      if j + 1 < i + 1 + limit { distance = min(distance, last[j + 1] + 1) }
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        distance = min(distance, beforeLast[j - 1] + 1)
      }
      row[j + 1] = min(distance, beyond)
      least = min(least, row[j + 1])
    }
    // A swap uses the row before the last, so that one row beyond the limit does not end the search.
    guard least <= limit || (last.min() ?? 0) <= limit else { return nil }
    (beforeLast, last, row) = (last, row, beforeLast)
  }
  return last[b.count] <= limit ? last[b.count] : nil
}
