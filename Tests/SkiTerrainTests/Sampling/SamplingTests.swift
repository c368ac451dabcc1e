import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Interpolated elevations, compared with a reference without tiles.
struct SamplingTests {
  /// The interpolation by its definition; `sample` returns NaN for voids.
  private static func reference(
    _ x: Double, _ y: Double, _ sampling: Sampling, _ sample: (Int, Int) -> Double
  ) -> Double? {
    let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    let (fx, fy) = (x - Double(left), y - Double(top))
    var sum = 0.0
    switch sampling {
    case .nearest:
      sum = sample(Int((x + 0.5).rounded(.down)), Int((y + 0.5).rounded(.down)))
    case .bilinear:
      for (dx, dy) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let weight = (dx == 0 ? 1 - fx : fx) * (dy == 0 ? 1 - fy : fy)
        if weight > 0 { sum += weight * sample(left + dx, top + dy) }
      }
    case .bicubic:
      for dy in -1...2 {
        for dx in -1...2 {
          sum += keys(fx - Double(dx)) * keys(fy - Double(dy)) * sample(left + dx, top + dy)
        }
      }
      if sum.isNaN { return reference(x, y, .bilinear, sample) }
    }
    return sum.isNaN ? nil : sum
  }

  /// The cubic convolution kernel (Keys 1981).
  private static func keys(_ s: Double) -> Double {
    let t = abs(s)
    if t < 1 { return 1.5 * t * t * t - 2.5 * t * t + 1 }
    return t < 2 ? -0.5 * t * t * t + 2.5 * t * t - 4 * t + 2 : 0
  }

  private func agree(
    _ reader: DrawnReader, _ places: [Coordinate], _ sample: (Int, Int) -> Double
  ) throws {
    let source = files([reader])
    for sampling in Sampling.allCases {
      let heights = try source.elevationsMetres(at: places, sampling: sampling)
      var answers = 0
      for (place, height) in zip(places, heights) {
        let single = try source.elevationMetres(at: place, sampling: sampling)
        #expect(single == height, "\(sampling) at \(place)")
        guard let position = try reader.grid.position(of: place) else { continue }
        let exact = Self.reference(position.x, position.y, sampling, sample)
        #expect((exact == nil) == (height == nil), "\(sampling) at \(position)")
        if let exact, let height {
          answers += 1
          #expect(abs(exact - height) < 1e-8, "\(sampling) at \(position)")
        }
      }
      #expect(answers > places.count / 4)
    }
  }

  @Test func `sampling of a finite raster with voids equals the reference`() throws {
    print("seeds 81 to 84")
    for seed in 81...84 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let grid = degreeGrid(north: 47, west: 10, step: 1.0 / 64, columns: 75, rows: 50)
      let height: @Sendable (Int, Int) -> Float = { column, row in
        noise(column, row, seed: seed) < 0.01 ? .nan : Float(noise(row, column, seed: seed) * 3000)
      }
      var reader = DrawnReader(name: "drawn", grid: grid, height: height)
      reader.missing = [ElevationLayer.key(column: 2, row: 1)]
      let sample: (Int, Int) -> Double = { column, row in
        guard (0..<75).contains(column), (0..<50).contains(row), (column / 16, row / 12) != (2, 1) else {
          return .nan
        }
        return Double(height(column, row))
      }
      let places = (0..<1500).map { index in
        // Every third place lies on a row or column, every ninth on a sample.
        var (column, row) = (
          Double.random(in: -1...76, using: &random), Double.random(in: -1...51, using: &random)
        )
        if index % 3 == 0 { column.round() }
        if index % 9 == 0 { row.round() }
        return Coordinate(latitude: 47 - row / 64, longitude: 10 + column / 64)
      }
      try agree(reader, places, sample)
    }
  }

  @Test(arguments: [90.0, 89.5], [360, 36])
  func `a grid of the whole Earth is continuous across the antimeridian and the poles`(
    north: Double, columns: Int
  ) throws {
    let step = 360 / Double(columns)
    // Rows at the poles, or half a step before them.
    let atPole = north == 90
    let rows = columns / 2 + (atPole ? 1 : 0)
    let grid = degreeGrid(
      north: atPole ? 90 : 90 - step / 2, west: -180 + (atPole ? 0 : step / 2), step: step,
      columns: columns, rows: rows, tile: (20, 7))
    #expect(grid.wraps)
    let height: @Sendable (Int, Int) -> Float = { Float(noise($0, $1, seed: 9) * 3000) }
    let reader = DrawnReader(name: "Earth", grid: grid, height: height)
    let sample: (Int, Int) -> Double = { column, row in
      var (column, row) = (column, row)
      if row < 0 {
        row = atPole ? -row : -row - 1
        column += columns / 2
      } else if row >= rows {
        row = atPole ? 2 * (rows - 1) - row : 2 * rows - 1 - row
        column += columns / 2
      }
      return Double(height((column % columns + columns) % columns, row))
    }
    print("seed 85")
    var random = SeededGenerator(seed: 85)
    var places = (0..<1000).map { _ in
      Coordinate(
        latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180...180, using: &random))
    }
    for longitude in [-180, -179.99, 0.3, 179.99, 180] {
      for latitude in [-90, -89.99, 0.2, 89.99, 90] {
        places.append(Coordinate(latitude: latitude, longitude: longitude))
      }
    }
    try agree(reader, places, sample)
    for sampling in Sampling.allCases {
      #expect(!(try files([reader]).elevationsMetres(at: places, sampling: sampling)).contains(nil))
    }
  }

  @Test func `bicubic sampling reproduces a parabola at samples and between them`() throws {
    let grid = degreeGrid(north: 47, west: 10, step: 0.01, columns: 60, rows: 60)
    let reader = DrawnReader(name: "bowl", grid: grid) { column, row in
      Float(column * column) * 0.5 - Float(row * row) * 0.25 + Float(column * row)
    }
    let source = files([reader])
    for (x, y) in [(10.25, 20.5), (33.3, 11.9), (15.9, 12.1), (16, 12), (47.999, 35.001)] {
      let place = Coordinate(latitude: 47 - y * 0.01, longitude: 10 + x * 0.01)
      let height = try #require(try source.elevationMetres(at: place, sampling: .bicubic))
      #expect(abs(height - (x * x * 0.5 - y * y * 0.25 + x * y)) < 1e-6)
    }
  }

  @Test func `longitudes are found in a raster that crosses the antimeridian`() throws {
    let grid = degreeGrid(north: 20, west: 170, step: 0.5, columns: 60, rows: 20)
    let source = files([DrawnReader(name: "Fiji", grid: grid) { column, _ in Float(column) }])
    #expect(try source.elevationMetres(at: Coordinate(latitude: 15, longitude: 179.5)) == 19)
    #expect(try source.elevationMetres(at: Coordinate(latitude: 15, longitude: -179.5)) == 21)
    #expect(try source.elevationMetres(at: Coordinate(latitude: 15, longitude: -159)) == nil)
    #expect(try source.elevationMetres(at: Coordinate(latitude: 15, longitude: 169.5)) == nil)
  }

  @Test func `an empty list of places has no elevations, of one layer or two`() throws {
    let grid = degreeGrid(north: 47, west: 10, step: 0.01, columns: 60, rows: 60)
    let one = DrawnReader(name: "one", grid: grid) { _, _ in 1 }
    for source in [files([one]), files([one, DrawnReader(name: "two", grid: grid) { _, _ in 2 }])] {
      #expect(try source.elevationsMetres(along: []).isEmpty)
      for sampling in Sampling.allCases {
        #expect(try source.elevationsMetres(at: [], sampling: sampling).isEmpty)
      }
      #expect(try source.elevationsMetres(at: [], fillingWithinMetres: 100).isEmpty)
    }
  }

  @Test func `filling many places equals filling them one by one`() throws {
    let grid = degreeGrid(north: 47, west: 10, step: 0.001, columns: 100, rows: 100)
    let source = files([
      DrawnReader(name: "hole", grid: grid) { column, row in
        (40...50).contains(column) && (40...50).contains(row) ? .nan : 800
      }
    ])
    let places = (0..<100).map { Coordinate(latitude: 46.955, longitude: 10 + Double($0) * 0.00099) }
    let filled = try source.elevationsMetres(at: places, fillingWithinMetres: 300)
    #expect(try filled == places.map { try source.elevationMetres(at: $0, fillingWithinMetres: 300) })
    #expect(filled.contains(nil) && filled.contains { $0?.reachMetres ?? 0 > 0 })
    #expect(filled.contains(InterpolatedElevation(elevationMetres: 800, reachMetres: 0)))
  }
}
