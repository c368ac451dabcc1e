import SkiBase

/// A tracer of isolines through a grid of samples, by marching squares with linear interpolation.
///
/// Samples at or above the level lie to the right of a line, *y* pointing down. A crossing depends on the two samples
/// beside it and their position in the whole grid alone, so that overlapping windows have the same lines. In an
/// ambiguous cell the north-western and south-eastern corners are connected, above or below the level.
/// **Source:** Lorensen and Cline 1987, "Marching cubes", in two dimensions.
struct LevelTracer {
  /// A line in samples from the first of the whole grid; a ring doesn't repeat its first point.
  struct Line {
    var points: [SIMD2<Double>]
    var isRing: Bool
  }

  /// The meaning of a void.
  enum Void {
    /// An unknown value: lines end beside it.
    case unknown
    /// A value below every level: lines pass around it, at half a sample.
    case low
  }

  /// The values, rows from the north; NaN for a void.
  let values: [Float]
  let columns: Int
  /// The column of the first sample in the whole grid.
  var originColumn = 0
  /// The row of the first sample in the whole grid.
  var originRow = 0
  let void: Void

  private struct Step {
    var from: Int32
    var to: Int32
  }

  /// Returns the lines of each level.
  /// - Parameter levels: The levels, ascending.
  /// - Complexity: O(*n* log *l* + *k*) in samples, levels and crossings.
  func lines(_ levels: [Float]) -> [[Line]] {
    let rows = columns > 0 ? values.count / columns : 0
    guard rows > 1, columns > 1, !levels.isEmpty else { return levels.map { _ in [] } }
    var steps = [[Step]](repeating: [], count: levels.count)
    for row in 0..<rows - 1 { trace(row, levels, &steps) }
    var next = [Int32](repeating: -1, count: 2 * values.count)
    var hasPrevious = [Bool](repeating: false, count: 2 * values.count)
    return zip(levels, steps).map { level, steps in joined(steps, level, &next, &hasPrevious) }
  }

  private func trace(_ row: Int, _ levels: [Float], _ steps: inout [[Step]]) {
    values.withUnsafeBufferPointer { values in
      for index in row * columns..<(row + 1) * columns - 1 {
        var (nw, sw) = (values[index], values[index + columns])
        var (se, ne) = (values[index + columns + 1], values[index + 1])
        if nw.isNaN || sw.isNaN || se.isNaN || ne.isNaN {
          if void == .unknown { continue }
          (nw, sw) = (nw.isNaN ? -.infinity : nw, sw.isNaN ? -.infinity : sw)
          (se, ne) = (se.isNaN ? -.infinity : se, ne.isNaN ? -.infinity : ne)
        }
        let (low, high) = (min(min(nw, sw), min(se, ne)), max(max(nw, sw), max(se, ne)))
        guard low < levels[levels.count - 1], high >= levels[0] else { continue }
        var number = levels.partitioningIndex { !($0 <= low) }
        while number < levels.count, levels[number] <= high {
          let level = levels[number]
          let code =
            (nw >= level ? 1 : 0) | (sw >= level ? 2 : 0) | (se >= level ? 4 : 0) | (ne >= level ? 8 : 0)
          add(code, Int32(index), &steps[number])
          number += 1
        }
      }
    }
  }

  /// Appends the segments through a cell, with corner bits north-west 1, south-west 2, south-east 4, north-east 8.
  private func add(_ code: Int, _ cell: Int32, _ steps: inout [Step]) {
    let (top, left) = (cell * 2, cell * 2 + 1)
    let (bottom, right) = ((cell + Int32(columns)) * 2, (cell + 1) * 2 + 1)
    func join(_ from: Int32, _ to: Int32) { steps.append(Step(from: from, to: to)) }
    switch code {
    case 1: join(top, left)
    case 2: join(left, bottom)
    case 4: join(bottom, right)
    case 8: join(right, top)
    case 3: join(top, bottom)
    case 6: join(left, right)
    case 12: join(bottom, top)
    case 9: join(right, left)
    case 14: join(left, top)
    case 13: join(bottom, left)
    case 11: join(right, bottom)
    case 7: join(top, right)
    case 5:
      join(bottom, left)
      join(top, right)
    case 10:
      join(left, bottom)
      join(right, top)
    default: break
    }
  }

  /// Joins the segments of a level into lines and restores both tables.
  private func joined(
    _ steps: [Step], _ level: Float, _ next: inout [Int32], _ hasPrevious: inout [Bool]
  ) -> [Line] {
    for step in steps {
      next[Int(step.from)] = step.to
      hasPrevious[Int(step.to)] = true
    }
    var lines: [Line] = []
    func walk(from start: Int32) {
      var points: [SIMD2<Double>] = []
      var edge = start
      while true {
        points.append(crossing(Int(edge), level))
        let following = next[Int(edge)]
        next[Int(edge)] = -1
        if following < 0 { break }
        if following == start { return lines.append(Line(points: points, isRing: true)) }
        edge = following
      }
      lines.append(Line(points: points, isRing: false))
    }
    for step in steps where !hasPrevious[Int(step.from)] { walk(from: step.from) }
    for step in steps where next[Int(step.from)] >= 0 { walk(from: step.from) }
    for step in steps { hasPrevious[Int(step.to)] = false }
    return lines
  }

  /// Returns the point at which a level crosses the edge between two samples.
  private func crossing(_ edge: Int, _ level: Float) -> SIMD2<Double> {
    let (index, isVertical) = (edge >> 1, edge & 1 == 1)
    let (a, b) = (Double(values[index]), Double(values[index + (isVertical ? columns : 1)]))
    let share = (Double(level) - a) / (b - a)
    let fraction = share.isNaN ? 0.5 : max(0, min(1, share))
    let column = Double(originColumn + index % columns)
    let row = Double(originRow + index / columns)
    return isVertical ? SIMD2(column, row + fraction) : SIMD2(column + fraction, row)
  }
}
