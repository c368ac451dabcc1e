/// The distance of each cell of a grid to the nearest marked cell, exact between cell centres.
///
/// The Euclidean distance transform in two passes: along columns by counting, along rows by the lower envelope of
/// parabolas.
///
/// **Source:** Felzenszwalb and Huttenlocher 2012, "Distance transforms of sampled functions"; Meijster, Roerdink and
/// Hesselink 2000 for the columns.
/// - Complexity: O(cells).
struct CellDistances {
  /// The squared distance in cells; ``none`` where no cell was marked, and in rows that were not requested.
  private(set) var squared: [Int32]
  /// The nearest marked cell; empty unless requested.
  private(set) var nearest: [Int32] = []

  /// The squared distance without any marked cell.
  static let none = Int32.max

  /// Computes the distances to all cells whose mark is `value`.
  /// - Parameters:
  ///   - side: The number of cells along each side.
  ///   - marks: The mark of each cell.
  ///   - value: The mark to measure from.
  ///   - rows: The rows to compute; nil for all.
  ///   - wantsNearest: A Boolean value that requests the nearest cells.
  init(
    side: Int, marks: [UInt8], equalTo value: UInt8, rows: Range<Int>? = nil, wantsNearest: Bool = false
  ) {
    squared = Array(repeating: Self.none, count: side * side)
    if wantsNearest { nearest = Array(repeating: -1, count: side * side) }
    let columns = Self.columnRows(side: side, marks: marks, value: value)
    var envelope = Envelope(side: side)
    for row in rows ?? 0..<side { measure(row, side, columns, &envelope) }
  }

  /// Returns for each cell the row of the nearest marked cell in its column; -1 without one.
  private static func columnRows(side: Int, marks: [UInt8], value: UInt8) -> [Int32] {
    var rows = [Int32](repeating: -1, count: side * side)
    rows.withUnsafeMutableBufferPointer { rows in
      marks.withUnsafeBufferPointer { marks in
        for row in 0..<side {
          for cell in row * side..<(row + 1) * side {
            rows[cell] = marks[cell] == value ? Int32(row) : row > 0 ? rows[cell - side] : -1
          }
        }
        for row in stride(from: side - 2, through: 0, by: -1) {
          for cell in row * side..<(row + 1) * side {
            let (above, below) = (rows[cell], rows[cell + side])
            let isNearer = below >= 0 && (above < 0 || below - Int32(row) < Int32(row) - above)
            rows[cell] = isNearer ? below : above
          }
        }
      }
    }
    return rows
  }

  /// The parabolas of the lower envelope from left to right, with the first column of each.
  private struct Envelope {
    var columns: [Int32]
    var heights: [Int32]
    var starts: [Int32]

    init(side: Int) {
      columns = Array(repeating: 0, count: side)
      heights = columns
      starts = columns
    }
  }

  private mutating func measure(_ row: Int, _ side: Int, _ columnRows: [Int32], _ envelope: inout Envelope) {
    var count = 0
    for column in 0..<side {
      let seed = columnRows[row * side + column]
      guard seed >= 0 else { continue }
      let rise = seed - Int32(row)
      let height = rise * rise
      var start: Int32 = 0
      while count > 0 {
        let (other, otherHeight) = (envelope.columns[count - 1], envelope.heights[count - 1])
        // The first column where the new parabola is below the previous one.
        let x = Int32(column)
        let numerator = height - otherHeight + x * x - other * other
        start = max(0, floorDivided(numerator, 2 * (x - other)) + 1)
        if start > envelope.starts[count - 1] { break }
        count -= 1
        start = 0
      }
      guard start < side else { continue }
      envelope.columns[count] = Int32(column)
      envelope.heights[count] = height
      envelope.starts[count] = start
      count += 1
    }
    guard count > 0 else { return }
    fill(row, side, columnRows, envelope, count)
  }

  private mutating func fill(
    _ row: Int, _ side: Int, _ columnRows: [Int32], _ envelope: Envelope, _ count: Int
  ) {
    var at = 0
    for column in 0..<side {
      while at + 1 < count, envelope.starts[at + 1] <= column { at += 1 }
      let across = Int32(column) - envelope.columns[at]
      squared[row * side + column] = envelope.heights[at] + across * across
      if !nearest.isEmpty {
        let other = Int(envelope.columns[at])
        nearest[row * side + column] = columnRows[row * side + other] * Int32(side) + Int32(other)
      }
    }
  }

  private func floorDivided(_ a: Int32, _ b: Int32) -> Int32 {
    let quotient = a / b
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient
  }
}
