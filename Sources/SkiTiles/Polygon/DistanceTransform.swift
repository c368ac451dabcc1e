/// The exact Euclidean distance transform of a grid, in cells.
///
/// **Source:** Felzenszwalb and Huttenlocher 2012, "Distance transforms of sampled functions": lower envelopes of
/// parabolas over rows, then columns.
enum DistanceTransform {
  /// Returns squared distances to the nearest mark; `infinity` everywhere without marks.
  /// - Complexity: O(*n*).
  static func squared(_ marks: [Bool], columns: Int) -> [Float] {
    guard columns > 0 else { return [] }
    var values = marks.map { $0 ? Float(0) : .infinity }
    let rows = values.count / columns
    var line = Line(capacity: max(rows, columns))
    for row in 0..<rows { line.transform(&values, first: row * columns, step: 1, count: columns) }
    for column in 0..<columns { line.transform(&values, first: column, step: columns, count: rows) }
    return values
  }

  /// The working memory of one row or column.
  private struct Line {
    private var input: [Float]
    /// The vertices of the parabolas of the lower envelope.
    private var tops: [Int]
    /// The start of the interval in which each parabola is the lowest.
    private var starts: [Float]

    init(capacity: Int) {
      input = Array(repeating: 0, count: capacity)
      tops = Array(repeating: 0, count: capacity)
      starts = Array(repeating: 0, count: capacity + 1)
    }

    mutating func transform(_ values: inout [Float], first: Int, step: Int, count: Int) {
      for index in 0..<count { input[index] = values[first + index * step] }
      var last = -1
      for place in 0..<count where input[place] < .infinity {
        var start = -Float.infinity
        while last >= 0 {
          let top = tops[last]
          let gap = Float(place - top) * 2
          start = (input[place] - input[top] + Float(place * place - top * top)) / gap
          if start > starts[last] { break }
          last -= 1
        }
        last += 1
        tops[last] = place
        starts[last] = last == 0 ? -.infinity : start
      }
      guard last >= 0 else { return }
      var current = 0
      for place in 0..<count {
        while current < last, starts[current + 1] < Float(place) { current += 1 }
        let away = Float(place - tops[current])
        values[first + place * step] = away * away + input[tops[current]]
      }
    }
  }
}
