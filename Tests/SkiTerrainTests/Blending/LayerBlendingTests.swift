import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Several layers at one place: the finest is used, and edges are blended without steps.
struct LayerBlendingTests {
  /// Creates a fine layer with a void in the middle of a coarse one; both flat, a hundred metres apart.
  private func pair(
    fine: @escaping @Sendable (Int, Int) -> Float = { _, _ in 1100 }, coarseColumns: Int = 100
  ) -> (files: ElevationFiles, fine: ElevationGrid) {
    let grid = degreeGrid(north: 46.8, west: 10.2, step: 0.001, columns: 600, rows: 500, tile: (64, 64))
    let coarse = degreeGrid(north: 47, west: 10, step: 0.01, columns: coarseColumns, rows: 90)
    return (
      files([
        DrawnReader(name: "coarse", grid: coarse) { _, _ in 1000 },
        DrawnReader(name: "fine", grid: grid) { column, row in
          (300..<320).contains(column) && (200..<220).contains(row) ? .nan : fine(column, row)
        },
      ]), grid
    )
  }

  @Test func `no step along any line is larger than the blending of layers allows`() throws {
    let (source, _) = pair()
    // 4 samples of the coarse model are 40 of the fine one; the steepest part of the blending is 1.5 times the average.
    let steepest = 100 * 1.5 / 0.04
    print("seed 91")
    var random = SeededGenerator(seed: 91)
    for _ in 0..<60 {
      let from = (
        Double.random(in: 46.2...46.9, using: &random), Double.random(in: 10.1...10.95, using: &random)
      )
      let to = (
        Double.random(in: 46.2...46.9, using: &random), Double.random(in: 10.1...10.95, using: &random)
      )
      let line = (0...4000).map { step in
        let part = Double(step) / 4000
        return Coordinate(
          latitude: from.0 + (to.0 - from.0) * part, longitude: from.1 + (to.1 - from.1) * part)
      }
      let heights = try source.elevationsMetres(along: line)
      let length = (abs(to.0 - from.0) + abs(to.1 - from.1)) / 4000
      for (before, after) in zip(heights, heights.dropFirst()) {
        guard let before, let after else {
          Issue.record("a place within the coarse model has no height")
          continue
        }
        #expect(abs(before - after) <= steepest * length + 1e-9)
        #expect((1000 - 1e-9...1100 + 1e-9).contains(after))
      }
    }
  }

  @Test func `the finest layer is unchanged far from its edges, and the other is used beyond them`() throws {
    let (source, grid) = pair { Float(noise($0, $1, seed: 5) * 100 + 1000) }
    let alone = files([
      DrawnReader(name: "fine", grid: grid) { Float(noise($0, $1, seed: 5) * 100 + 1000) }
    ])
    print("seed 92")
    var random = SeededGenerator(seed: 92)
    for _ in 0..<2000 {
      let (x, y) = (Double.random(in: 41...558, using: &random), Double.random(in: 41...458, using: &random))
      if (258...361).contains(x), (158...261).contains(y) { continue }
      let place = try grid.place(x: x, y: y)
      #expect(try source.elevationMetres(at: place) == (try alone.elevationMetres(at: place)))
    }
    for (x, y) in [(310.0, 210.0), (-1, 200), (600, 200), (200, -0.5), (200, 500)] {
      #expect(try source.elevationMetres(at: try grid.place(x: x, y: y)) == 1000)
    }
  }

  @Test func `a coarse layer that ends within a fine one leaves no step`() throws {
    // The coarse layer ends in the middle of the blending around the hole.
    let (source, _) = pair(coarseColumns: 54)
    let line = (0...6000).map { Coordinate(latitude: 46.59, longitude: 10.15 + Double($0) * 1e-4) }
    let heights = try source.elevationsMetres(along: line)
    for (before, after) in zip(heights, heights.dropFirst()) {
      guard let before, let after else { continue }
      #expect(abs(before - after) < 2)
    }
    #expect(heights.last == 1100)
  }

  @Test func `elevations one by one equal those together, and a covering source is one layer`() throws {
    let (source, _) = pair()
    let line = (0..<1200).map { Coordinate(latitude: 46.1 + Double($0) * 7e-4, longitude: 10.5) }
    let together = try source.elevationsMetres(along: line)
    #expect(try together == line.map { try source.elevationMetres(at: $0) })
    let one = try #require(try source.sourceCovering(Array(line[400..<600])))
    #expect(one.names == ["coarse"] || one.names == ["fine"])
    #expect(Set(try one.elevationsMetres(along: Array(line[400..<600]))).count == 1)
  }

  @Test func `vertical datums are listed by name`() throws {
    let (_, grid) = pair()
    var first = DrawnReader(name: "a", grid: grid) { _, _ in 1 }
    first.verticalDatum = .egm96
    let second = DrawnReader(name: "b", grid: grid) { _, _ in 1 }
    #expect(files([first]).verticalDatum == .egm96)
    #expect(files([first, second]).verticalDatums == [.egm96, .unstated])
    #expect(files([first, second]).verticalDatum.name == "EGM96 and mean sea level, not stated")
  }
}
