import CKernels
import SkiBase
import SkiTestSupport
import Testing

@testable import SkiRouting

/// The kernels that fill a coverage raster, for each instruction set of this machine, compared with discs one by one.
struct CoverageKernelTests {
  /// Returns the bits of a raster with a disc at each half cell along lines, each cell by its own.
  private static func reference(
    _ lines: [[Coordinate]], _ grid: CoverageRaster, reachMetres: Double
  ) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: grid.bits.count)
    let radius = reachMetres / grid.sideMetres
    func fill(_ point: SIMD2<Double>) {
      let (low, high) = ((point.y - radius).rounded(.up), (point.y + radius).rounded(.down))
      for row in max(1, Int(low))...max(1, min(grid.rows - 2, Int(high))) where Double(row) >= low {
        let away = Double(row) - point.y
        guard abs(away) <= radius else { continue }
        let half = max(0, radius * radius - away * away).squareRoot()
        let first = max(1, Int((point.x - half).rounded(.up)))
        let last = min(grid.columns - 2, Int((point.x + half).rounded(.down)))
        for column in first..<max(first, last + 1) {
          bits[row * grid.wordsAcross + column / 64] |= 1 << UInt64(column % 64)
        }
      }
    }
    for line in lines {
      let points = line.map(grid.position)
      for (start, end) in zip(points, points.dropFirst() + points.suffix(1)) {
        let vector = end - start
        let count = max(1, Int(((vector * vector).sum().squareRoot() * 2).rounded(.up)))
        for step in 0...count { fill(start + vector * (Double(step) / Double(count))) }
      }
    }
    return bits
  }

  private static func lines(_ random: inout SeededGenerator, spread: Double) -> [[Coordinate]] {
    (0..<Int.random(in: 1...5, using: &random)).map { _ in
      var place = Coordinate(
        latitude: 46 + .random(in: 0...spread, using: &random),
        longitude: 7 + .random(in: 0...spread, using: &random))
      return (0..<Int.random(in: 1...30, using: &random)).map { _ in
        place.latitude += .random(in: -spread...spread, using: &random) / 10
        if Int.random(in: 0..<4, using: &random) > 0 {
          place.longitude += .random(in: -spread...spread, using: &random) / 10
        }
        return place
      }
    }
  }

  @Test(arguments: 0...processor_instruction_set(), [60.0, 53.7, 19, 71, 400])
  func `cells are those of discs at each half cell, to the bit`(instructionSet: Int32, reachMetres: Double)
    throws
  {
    print("seed 31")
    var random = SeededGenerator(seed: 31)
    var filled = 0
    for round in 0..<60 {
      let lines = Self.lines(&random, spread: random.pick([0.0005, 0.004, 0.02]))
      let grid = try #require(
        CoverageRaster(lines, reachMetres: reachMetres, sideMetres: 20, instructionSet: instructionSet))
      #expect(grid.bits == Self.reference(lines, grid, reachMetres: reachMetres), "round \(round)")
      filled += grid.bits.reduce(0) { $0 + $1.nonzeroBitCount }
    }
    #expect(filled > 5000)
  }
}
