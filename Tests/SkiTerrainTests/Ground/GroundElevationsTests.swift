import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// The ground of drawn models with faults, and of several models.
struct GroundElevationsTests {
  private static let (north, west) = (46.9, 10.1)
  /// A step of some 25 m from north to south.
  private static let step = 0.000_225

  private static func hills(_ column: Int, _ row: Int) -> Float {
    let (x, y) = (Double(column) * 25, Double(row) * 25)
    func wave(_ phase: Double) -> Double {
      let part = phase - phase.rounded(.down)
      return 16 * (part * (1 - part)) * (part * (1 - part)) - 0.5
    }
    return Float(1900 + 0.2 * x - 0.15 * y + 160 * wave(x / 1700) * wave(y / 1300) + 15 * wave((x + y) / 300))
  }

  private static func grid(_ tile: (Int, Int)) -> ElevationGrid {
    degreeGrid(north: north, west: west, step: step, columns: 300, rows: 260, tile: tile)
  }

  private static func model(
    tile: (Int, Int) = (64, 64), _ height: @escaping @Sendable (Int, Int) -> Float
  ) -> ElevationFiles {
    files([DrawnReader(name: "drawn", grid: grid(tile), height: height)])
  }

  /// Returns lines across the model, with points 10 m apart.
  private static func lines(_ count: Int, _ random: inout SeededGenerator) -> [[Coordinate]] {
    (0..<count).map { _ in
      func place() -> Coordinate {
        Coordinate(
          latitude: north - Double.random(in: 0.002...0.056, using: &random),
          longitude: west + Double.random(in: 0.002...0.065, using: &random))
      }
      return LineSampling.densified([place(), place()], spacingMetres: 10)
    }
  }

  @Test(arguments: [(64, 64), (300, 7), (37, 300)]) func `an intact model is sampled as it is`(
    tile: (Int, Int)
  )
    throws
  {
    print("seed 321")
    var random = SeededGenerator(seed: 321)
    let model = Self.model(tile: tile, Self.hills)
    for line in Self.lines(40, &random) {
      let ground = try model.groundElevations(at: line)
      #expect(try ground.metres == model.elevationsMetres(along: line))
      #expect(!ground.isBridged.contains(true) && ground.replacedCount == 0)
      #expect(abs(ground.resolutionMetres - 25) < 1)
    }
  }

  @Test(arguments: [0.005, 0.02, 0.1], [Float.nan, 0, 2900])
  func `faulty samples cost no line its heights and change them by some metres`(share: Double, value: Float)
    throws
  {
    // Spikes stand alone.
    let (share, blobs) = value == 2900 ? (share / 10, 0) : (share, share / 2)
    let intact = Self.model(Self.hills)
    let faulty = Self.model { column, row in
      noise(column, row, seed: 7) < share / 2 || noise(column / 5, row / 5, seed: 8) < blobs
        ? value : Self.hills(column, row)
    }
    print("seed 322")
    var random = SeededGenerator(seed: 322)
    var (bridged, all) = (0, 0)
    for line in Self.lines(40, &random) {
      let ground = try faulty.groundElevations(at: line)
      let right = try intact.elevationsMetres(along: line)
      for (number, (found, height)) in zip(ground.metres, right).enumerated() {
        let (found, height) = (try #require(found), try #require(height))
        #expect(abs(found - height) < (ground.isBridged[number] ? 25 : 0.001), "\(line[number])")
      }
      bridged += ground.isBridged.count { $0 }
      all += line.count
    }
    #expect(Double(bridged) < 6 * share * Double(all) && bridged > 0)
  }

  @Test func `reliefs, rasters and plain samples show voids and faults as the model has them`() throws {
    let model = Self.model { column, row in
      (100..<104).contains(column) && (100..<104).contains(row)
        ? .nan : column == 150 && row == 120 ? 0 : Self.hills(column, row)
    }
    let grid = Self.grid((64, 64))
    let places = try [(101.0, 101.0), (150, 120)].map { try grid.place(x: $0.0, y: $0.1) }
    let ground = try model.groundElevations(at: places)
    #expect(ground.isBridged == [true, true] && ground.replacedCount == 1)
    #expect(abs(try #require(ground.metres[1]) - Double(Self.hills(150, 120))) < 3)
    let plain = try model.elevationsMetres(along: places)
    #expect(plain[0] == nil)
    #expect(abs(try #require(plain[1])) < 0.001)
    let heights = try model.raster().heights(RasterWindow(column: 101, row: 101, columns: 1, rows: 1))
    #expect(heights[0].isNaN)
  }

  @Test func `a hole across blocks is filled without a seam`() throws {
    // Blocks end at 64 and 128.
    let model = Self.model { column, row in
      (58..<71).contains(column) && (120..<135).contains(row) ? .nan : Self.hills(column, row)
    }
    let grid = Self.grid((64, 64))
    for row in [122.0, 127.9, 128.1, 131] {
      let line = try stride(from: 55.0, through: 75, by: 0.05).map { try grid.place(x: $0, y: row) }
      let heights = try model.groundElevations(at: line).metres.map { try #require($0) }
      #expect(zip(heights, heights.dropFirst()).allSatisfy { abs($0 - $1) < 1.2 })
    }
  }

  @Test func `nothing is known beyond the end of a model`() throws {
    let model = Self.model(Self.hills)
    let grid = Self.grid((64, 64))
    let beyond = try [(-0.5, 100.0), (100, -3), (299.2, 10), (50, 262), (-300, -300), (9999, 4)].map {
      try grid.place(x: $0.0, y: $0.1)
    }
    #expect(try model.groundElevations(at: beyond).metres.allSatisfy { $0 == nil })
    #expect(try model.groundElevations(at: []).metres.isEmpty)
  }

  /// Returns a fine model over the west, and a coarse one with an offset over all of it but its western end.
  private static func two(offset: Float, fineEnd: Int = 150, coarse: Int = 3) -> ElevationFiles {
    let fine = degreeGrid(
      north: north, west: west, step: step, columns: fineEnd, rows: 260, tile: (64, 64))
    let other = degreeGrid(
      north: north, west: west + 30 * step, step: step * Double(coarse), columns: 270 / coarse,
      rows: 260 / coarse, tile: (32, 32))
    return files([
      DrawnReader(name: "fine", grid: fine, height: hills),
      DrawnReader(name: "coarse", grid: other) { hills($0 * coarse + 30, $1 * coarse) + offset },
    ])
  }

  @Test func `the offset of a second model fades over 200 m beyond the border of the finer one`() throws {
    let both = Self.two(offset: 12, coarse: 1)
    let grid = Self.grid((64, 64))
    let alone = Self.model(Self.hills)
    for row in stride(from: 20.0, through: 240, by: 22) {
      let line = try stride(from: 100.0, through: 200, by: 0.2).map { try grid.place(x: $0, y: row) }
      let ground = try both.groundElevations(at: line)
      let right = try alone.elevationsMetres(along: line).map { try #require($0) }
      #expect(!ground.isBridged.contains(true))
      var last = 0.0
      for (number, height) in ground.metres.enumerated() {
        let excess = try #require(height) - right[number]
        // A column is 17 m wide: the fine model ends at 149, the fade some 12 columns on.
        switch 100 + Double(number) * 0.2 {
        case ..<148.9: #expect(abs(excess) < 1e-6)
        case 164...: #expect(abs(excess - 12) < 0.01)
        default: #expect(excess >= last - 0.01 && excess - last < 0.4)
        }
        last = excess
      }
    }
  }

  @Test func `lines across random models have no step, and the finest counts wherever it is known`() throws {
    for seed in UInt64(1)...30 {
      var random = SeededGenerator(seed: seed)
      let offset = Float.random(in: -30...30, using: &random)
      let both = Self.two(
        offset: offset, fineEnd: Int.random(in: 60...200, using: &random),
        coarse: Int.random(in: 1...4, using: &random))
      let fine = try #require(both.layers.first { $0.name == "fine" })
      for line in Self.lines(6, &random) {
        let ground = try both.groundElevations(at: line)
        let own = try fine.elevationsMetres(along: line)
        for (found, height) in zip(ground.metres, own) where height != nil {
          #expect(found == height, "seed \(seed)")
        }
        for (a, b) in zip(ground.metres, ground.metres.dropFirst()) {
          guard let a, let b else { continue }
          // Slopes of 0.9, an offset of 30 m over 200 m, and the errors of a coarse cell, in 10 m.
          #expect(abs(a - b) < 18, "seed \(seed): \(a), \(b), offset \(offset)")
        }
      }
    }
  }
}
