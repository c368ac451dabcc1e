import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTiles

struct LevelTracerTests {
  @Test func `a contour around a peak is a ring with the higher ground on the right`() {
    let values: [Float] = [0, 0, 0, 0, 10, 0, 0, 0, 0]
    let lines = LevelTracer(values: values, columns: 3, void: .unknown).lines([5, 20])
    #expect(lines[0].count == 1 && lines[1].isEmpty && lines[0][0].isRing)
    #expect(Set(lines[0][0].points.map { [$0.x, $0.y] }) == [[1, 0.5], [0.5, 1], [1, 1.5], [1.5, 1]])
    var area = 0.0
    let points = lines[0][0].points
    for (a, b) in zip(points, points.dropFirst() + points.prefix(1)) { area += a.x * b.y - a.y * b.x }
    #expect(area > 0)
  }

  @Test func `contours end at voids, or surround voids that count as low`() {
    let values: [Float] = [9, 9, 9, 9, .nan, 9, 9, 9, 9]
    #expect(LevelTracer(values: values, columns: 3, void: .unknown).lines([5])[0].isEmpty)
    let around = LevelTracer(values: values, columns: 3, void: .low).lines([5])[0]
    #expect(around.count == 1 && around[0].isRing && around[0].points.count == 4)
    let flat = LevelTracer(values: [1, 2], columns: 2, void: .low).lines([1.5])
    #expect(flat.count == 1 && flat[0].isEmpty)
    #expect(LevelTracer(values: [], columns: 0, void: .low).lines([1]).count == 1)
  }

  /// Every grid edge has a crossing for each level between its values.
  @Test(arguments: UInt64(1)...40)
  func `every level between two neighbouring values has a crossing between them`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let (columns, rows) = (Int.random(in: 2...12, using: &random), Int.random(in: 2...12, using: &random))
    let values = (0..<columns * rows).map { _ in
      seed % 3 == 0 && Int.random(in: 0..<9, using: &random) == 0
        ? Float.nan : Float(Int.random(in: 0...40, using: &random)) / 4
    }
    let levels: [Float] = [1, 2.5, 4, 7.25, 9]
    let tracer = LevelTracer(
      values: values, columns: columns, originColumn: 100, originRow: 7, void: .unknown)
    for (level, lines) in zip(levels, tracer.lines(levels)) {
      // Rounded, since the offset of the grid is added to the fraction on an edge.
      func key(_ point: SIMD2<Double>) -> SIMD2<Int> {
        SIMD2(Int((point.x * 1e6).rounded()), Int((point.y * 1e6).rounded()))
      }
      let found = Set(lines.flatMap(\.points).map { key($0 - SIMD2(100, 7)) })
      func check(_ a: Int, _ b: Int, _ step: SIMD2<Double>, isShared: Bool) {
        guard isShared, (values[a] >= level) != (values[b] >= level) else { return }
        let share = (Double(level) - Double(values[a])) / (Double(values[b]) - Double(values[a]))
        let start = SIMD2(Double(a % columns), Double(a / columns))
        #expect(found.contains(key(start + step * share)), "seed \(seed), level \(level): \(a) to \(b)")
      }
      /// Returns whether a cell beside an edge has no void.
      func isWhole(_ column: Int, _ row: Int) -> Bool {
        guard (0..<columns - 1).contains(column), (0..<rows - 1).contains(row) else { return false }
        return [0, 1, columns, columns + 1].allSatisfy { !values[row * columns + column + $0].isNaN }
      }
      for row in 0..<rows {
        for column in 0..<columns {
          let index = row * columns + column
          if column + 1 < columns {
            check(
              index, index + 1, SIMD2(1, 0), isShared: isWhole(column, row) || isWhole(column, row - 1))
          }
          if row + 1 < rows {
            check(
              index, index + columns, SIMD2(0, 1), isShared: isWhole(column, row) || isWhole(column - 1, row))
          }
        }
      }
    }
  }
}
