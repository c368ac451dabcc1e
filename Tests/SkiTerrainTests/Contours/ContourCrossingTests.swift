import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Contours, simplified or not, never cross; they may touch at a sample that is exactly on their level.
struct ContourCrossingTests {
  /// Creates elevations whose differences are powers of two, so that all arithmetic of crossings is exact.
  private func drawn(_ seed: UInt64) -> DrawnRaster {
    var generator = SeededGenerator(seed: seed)
    return DrawnRaster(columns: 9, rows: 8, voids: 0.03, steps: [0, 8, 16], &generator)
  }

  @Test(arguments: 0..<120 as Range<UInt64>)
  func `contours never cross`(seed: UInt64) throws {
    for (interval, base) in [(2.0, 1.0), (4, 0), (8, 0), (1, 0.5)] {
      let lines = try drawn(seed).lines(ContourLevels(everyMetres: interval, baseMetres: base), bandRows: 3)
      #expect(LineCrossing.first(lines) == nil, "seed \(seed), every \(interval) from \(base) m")
    }
  }

  @Test(arguments: 200..<280 as Range<UInt64>, [30.0, 300, 100_000])
  func `simplified contours never cross and have fewer points`(seed: UInt64, tolerance: Double) throws {
    var generator = SeededGenerator(seed: seed)
    let drawn = DrawnRaster(columns: 14, rows: 12, voids: 0.02, steps: [], &generator)
    let levels = try ContourLevels(everyMetres: 9)
    let all = try drawn.lines(levels)
    let lines = try drawn.lines(levels, toleranceMetres: tolerance, bandRows: 5)
    #expect(lines.count == all.count, "seed \(seed)")
    #expect(LineCrossing.first(lines) == nil, "seed \(seed), within \(tolerance) m")
    let (before, after) = (all.map(\.points.count).reduce(0, +), lines.map(\.points.count).reduce(0, +))
    #expect(after < before, "seed \(seed): \(before) points, then \(after)")
  }

  @Test(arguments: 300..<340 as Range<UInt64>)
  func `removed points lie within the tolerance of the simplified line, and others are unmoved`(
    seed: UInt64
  ) throws {
    var generator = SeededGenerator(seed: seed)
    let drawn = DrawnRaster(columns: 20, rows: 20, voids: 0, steps: [], &generator)
    let levels = try ContourLevels(everyMetres: 20)
    let tolerance = 150.0
    let scale = LocalScale(latitude: 47)
    let lines = try drawn.lines(levels, toleranceMetres: tolerance)
    for (all, line) in zip(try drawn.lines(levels), lines) {
      #expect(all.levelMetres == line.levelMetres && all.isClosed == line.isClosed)
      #expect(all.points.first == line.points.first)
      #expect(line.points.allSatisfy(all.points.contains))
      let pieces = LineCrossing.pieces([line])
      for point in all.points {
        let nearest = pieces.map { distance(point, $0, scale) }.min() ?? 0
        #expect(nearest <= tolerance * 1.01, "seed \(seed), \(point)")
      }
    }
  }

  /// The distance in metres from a point to a segment, both in hundredths of a degree.
  private func distance(_ point: [Double], _ piece: LineCrossing.Piece, _ scale: LocalScale) -> Double {
    let metres = [scale.metresPerDegreeLongitude / 100, scale.metresPerDegreeLatitude / 100]
    let along = (0..<2).map { (piece.to[$0] - piece.from[$0]) * metres[$0] }
    let away = (0..<2).map { (point[$0] - piece.from[$0]) * metres[$0] }
    let length = along[0] * along[0] + along[1] * along[1]
    let share = length > 0 ? max(0, min(1, (along[0] * away[0] + along[1] * away[1]) / length)) : 0
    let (x, y) = (away[0] - share * along[0], away[1] - share * along[1])
    return (x * x + y * y).squareRoot()
  }

  @Test func `a contour of an even slope is simplified to two points`() throws {
    let slope = DrawnRaster((0..<40).map { row in (0..<30).map { Float($0 * 10 + row) } })
    let lines = try slope.lines(ContourLevels(atMetres: [95.5]), toleranceMetres: 1)
    #expect(lines.map(\.points.count) == [2])
  }
}
