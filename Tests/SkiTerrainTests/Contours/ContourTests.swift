import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

struct ContourTests {
  private func levels(_ interval: Double, base: Double = 0) throws -> ContourLevels {
    try ContourLevels(everyMetres: interval, baseMetres: base)
  }

  @Test func `contours around a peak and a pit have the higher ground on the right`() throws {
    let peak = DrawnRaster([[0, 0, 0], [0, 20, 0], [0, 0, 0]])
    let lines = try peak.lines(levels(20, base: 10))
    #expect(lines.map(\.points) == [[[1, 0.5], [1.5, 1], [1, 1.5], [0.5, 1]]])
    #expect(lines[0].isClosed)
    let pit = DrawnRaster([[20, 20, 20], [20, 0, 20], [20, 20, 20]])
    #expect(
      try pit.lines(levels(20, base: 10)).map(\.points) == [[[1, 0.5], [0.5, 1], [1, 1.5], [1.5, 1]]])
  }

  @Test func `a line up a slope that rises eastwards runs north`() throws {
    let slope = DrawnRaster([[0, 4, 8], [0, 4, 8], [0, 4, 8]])
    let lines = try slope.lines(levels(5))
    #expect(lines.map(\.points) == [[[1.25, 2], [1.25, 1], [1.25, 0]]])
    #expect(!lines[0].isClosed)
  }

  @Test func `samples exactly on a level count as above it`() throws {
    let plateau = DrawnRaster([[0, 0, 0, 0], [0, 10, 10, 0], [0, 0, 0, 0]])
    #expect(try plateau.lines(levels(10)).map(\.points) == [[[1, 1], [2, 1]]])
    let pond = DrawnRaster([[20, 20, 20, 20], [20, 10, 10, 20], [20, 20, 20, 20]])
    let ring = try pond.lines(levels(10))
    #expect(ring.map(\.levelMetres) == [20], "ground on a level is not below it")
    #expect(ring[0].points.count == 6)
    #expect(try DrawnRaster([[10, 10], [10, 10]]).lines(levels(10)).isEmpty)
  }

  @Test func `a single sample on a level is no line`() throws {
    #expect(try DrawnRaster([[0, 0, 0], [0, 10, 0], [0, 0, 0]]).lines(levels(10)).isEmpty)
  }

  @Test func `a saddle joins the north-western and the south-eastern corner`() throws {
    let high = DrawnRaster([[10, 0], [0, 10]])
    #expect(
      try high.lines(levels(10, base: 5)).map(\.points) == [[[0.5, 0], [1, 0.5]], [[0.5, 1], [0, 0.5]]])
    let low = DrawnRaster([[0, 10], [10, 0]])
    #expect(
      try low.lines(levels(10, base: 5)).map(\.points) == [[[1, 0.5], [0.5, 0]], [[0, 0.5], [0.5, 1]]])
  }

  @Test func `contours end at voids`() throws {
    let holed = DrawnRaster([[0, 10, 20], [0, 10, 20], [0, .nan, 20], [0, 10, 20], [0, 10, 20]])
    let lines = try holed.lines(levels(10, base: 5))
    let ends = lines.map { [$0.points.first ?? [], $0.points.last ?? []] }
    #expect(
      ends == [
        [[0.5, 1], [0.5, 0]], [[1.5, 1], [1.5, 0]], [[0.5, 4], [0.5, 3]], [[1.5, 4], [1.5, 3]],
      ])
    #expect(try DrawnRaster([[.nan, .infinity], [0, 10]]).lines(levels(5)).isEmpty)
  }

  @Test(arguments: [(1, 1), (1, 9), (9, 1)])
  func `a raster without cells has no lines`(columns: Int, rows: Int) throws {
    let raster = DrawnRaster((0..<rows).map { row in (0..<columns).map { Float(10 * ($0 + row)) } })
    #expect(try raster.lines(levels(5)).isEmpty)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `points lie on their level, successive ones differ, and closed contours are closed`(seed: UInt64)
    throws
  {
    var generator = SeededGenerator(seed: seed)
    let drawn = DrawnRaster(
      columns: 17, rows: 13, voids: 0.04, steps: seed % 2 == 0 ? [] : [0, 2, 10, 11, 20, 30], &generator)
    let tracing = try ContourTracing(raster: drawn.raster(), levels: levels(2), bandRows: 5)
    for line in try tracing.lines() {
      #expect((line.points.first == line.points.last) == line.isClosed, "seed \(seed)")
      #expect(zip(line.points, line.points.dropFirst()).allSatisfy { $0 != $1 }, "seed \(seed)")
      for point in line.points {
        let height = interpolated(drawn, (point.longitude - 10) * 100, (47 - point.latitude) * 100)
        #expect(abs(height - line.levelMetres) < 1e-3, "seed \(seed), \(point)")
      }
    }
  }

  /// The elevation on an edge between two samples, interpolated at a position.
  private func interpolated(_ raster: DrawnRaster, _ x: Double, _ y: Double) -> Double {
    if max(abs(x - x.rounded()), abs(y - y.rounded())) < 1e-6 {
      return Double(raster.heights[Int(y.rounded()) * raster.columns + Int(x.rounded())])
    }
    let isVertical = abs(x - x.rounded()) < abs(y - y.rounded())
    let column = Int(isVertical ? x.rounded() : max(0, x.rounded(.down)))
    let row = Int(isVertical ? max(0, y.rounded(.down)) : y.rounded())
    let share = isVertical ? y - Double(row) : x - Double(column)
    let first = row * raster.columns + column
    let second = first + (isVertical ? raster.columns : 1)
    let start = Double(raster.heights[first])
    return start + share * (Double(raster.heights[second]) - start)
  }

  @Test func `every n-th level is an index contour, counted from the base`() throws {
    let slope = DrawnRaster([[1, 61], [1, 61]])
    func indices(_ levels: ContourLevels) throws -> [Double] {
      try ContourTracing(raster: slope.raster(), levels: levels).lines().filter(\.isIndex).map(\.levelMetres)
    }
    #expect(try indices(ContourLevels(everyMetres: 10, indexEvery: 3)) == [30, 60])
    #expect(try indices(ContourLevels(everyMetres: 10, baseMetres: 110, indexEvery: 5)) == [10, 60])
    #expect(try indices(ContourLevels(atMetres: [50, 5, 20, 31], indexEvery: 2)) == [5, 31])
    #expect(try indices(ContourLevels(everyMetres: 10)).isEmpty)
  }
}
