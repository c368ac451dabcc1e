import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Elevations at crossings of meridians and parallels, compared with those of the places one by one.
struct CrossingsTests {
  /// Random layers around a place, with voids and missing tiles, and crossings that extend beyond them.
  private struct World {
    let files: ElevationFiles
    let crossings: Crossings

    init(_ random: inout SeededGenerator) throws {
      let latitude = Double.random(in: -75...75, using: &random)
      let atDateLine = Int.random(in: 0..<4, using: &random) == 0
      let longitude =
        atDateLine
        ? 180 - Double.random(in: -0.05...0.05, using: &random)
        : Double.random(in: -179...179, using: &random)
      let step = 0.002 * Double.random(in: 0.5...4, using: &random)
      let count = Int.random(in: 1...3, using: &random)
      let readers = try (0..<count).map { number in
        try World.reader(number, latitude, longitude, step: step * Double(1 + 2 * number), &random)
      }
      files = SkiTerrainTests.files(readers)
      let spacing = step * Double.random(in: 0.05...6, using: &random)
      let (columns, rows) = (Int.random(in: 1...70, using: &random), Int.random(in: 1...70, using: &random))
      let west = longitude - spacing * Double(columns) * Double.random(in: 0...1, using: &random)
      let north = latitude + spacing * Double(rows) * Double.random(in: 0...1, using: &random)
      crossings = Crossings(
        latitudes: (0..<rows).map { north - Double($0) * spacing },
        longitudes: (0..<columns).map { column in
          let east = west + Double(column) * spacing
          return east > 180 ? east - 360 : east < -180 ? east + 360 : east
        })
    }

    private static func reader(
      _ number: Int, _ latitude: Double, _ longitude: Double, step: Double, _ random: inout SeededGenerator
    ) throws -> DrawnReader {
      let grid = try grid(latitude, longitude, step: step, &random)
      let (seed, holes) = (random.next(), Int.random(in: 0...2, using: &random))
      var reader = DrawnReader(name: "layer \(number)", grid: grid) { column, row in
        // Tiles that share an edge agree on it, at the antimeridian too.
        let column = grid.wraps ? column % grid.samples.columns : column
        if holes > 0, noise(column / 7, row / 5, seed: seed &+ 1) < 0.08 * Double(holes) { return .nan }
        return Float(1000 + 200 * noise(column, row, seed: seed))
      }
      guard let position = try grid.position(of: Coordinate(latitude: latitude, longitude: longitude)) else {
        return reader
      }
      let (column, row) = (Int(position.x) / grid.spanColumns, Int(position.y) / grid.spanRows)
      for y in row - 3...row + 3 where y >= 0 {
        for x in column - 3...column + 3 where x >= 0 && Int.random(in: 0..<6, using: &random) == 0 {
          reader.missing.insert(ElevationLayer.key(column: x, row: y))
        }
      }
      return reader
    }

    /// Degrees of a region or of the whole Earth, Web Mercator, `.hgt` tiles, or a projected system of PROJ.
    private static func grid(
      _ latitude: Double, _ longitude: Double, step: Double, _ random: inout SeededGenerator
    ) throws -> ElevationGrid {
      let (columns, rows) = (
        Int.random(in: 20...90, using: &random), Int.random(in: 20...90, using: &random)
      )
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        return degreeGrid(
          north: latitude + step * Double(rows) / 2, west: longitude - step * Double(columns) / 2, step: step,
          columns: columns, rows: rows)
      case 1:
        let across = Int((360 / step).rounded())
        return degreeGrid(
          north: 90 - 180 / Double(across), west: -180, step: 360 / Double(across), columns: across,
          rows: across / 2, tile: (32, 16))
      case 2: return .mercator(zoom: Int.random(in: 10...13, using: &random), pixels: 64)
      case 3: return .degrees(samples: Int.random(in: 100...400, using: &random))
      default:
        let zone = min(60, Int((longitude + 180) / 6) + 1)
        let reference = ReferenceSystem(
          definition: "EPSG:\((latitude < 0 ? 32700 : 32600) + zone)", kind: .projected(metresPerUnit: 1))
        let metres = step * 111_000
        let place = try CoordinateTransform(to: reference)
        var pair = [longitude, latitude]
        pair.withUnsafeMutableBufferPointer { place.project($0) }
        let samples = RasterGrid(
          columns: columns, rows: rows, reference: reference,
          originX: pair[0] - metres * Double(columns) / 2, originY: pair[1] + metres * Double(rows) / 2,
          stepX: metres, stepY: metres)
        return try .raster(samples, tileColumns: 24, tileRows: 16)
      }
    }
  }

  private func heights(_ world: World, _ sampling: Sampling) throws -> [Double] {
    var heights = [Double](repeating: 0, count: world.crossings.count)
    try heights.withUnsafeMutableBufferPointer { try world.files.sample(world.crossings, sampling, into: $0) }
    return heights
  }

  @Test(arguments: [Sampling.nearest, .bilinear, .bicubic])
  func `elevations at crossings equal those of the places one by one`(_ sampling: Sampling) throws {
    let seed = UInt64(2_601)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var (known, unknown) = (0, 0)
    for round in 0..<250 {
      let world = try World(&random)
      let found = try heights(world, sampling)
      let expected = try world.crossings.latitudes.indices.flatMap { row in
        try world.files.elevationsMetres(
          at: world.crossings.places(row: row, columns: world.crossings.longitudes.indices),
          sampling: sampling)
      }
      let tolerance = sampling == .bicubic ? 1e-9 : 0
      for (index, (height, wanted)) in zip(found, expected).enumerated() {
        if wanted == nil { unknown += 1 } else { known += 1 }
        guard height.isNaN == (wanted == nil), height.isNaN || abs(height - (wanted ?? 0)) <= tolerance else {
          Issue.record("round \(round), place \(index): \(height) for \(wanted.map { "\($0)" } ?? "none")")
          return
        }
      }
    }
    #expect(known > 50_000 && unknown > 10_000, "\(known) known, \(unknown) unknown")
  }

  @Test func `the elevation at a crossing does not depend on the other crossings requested`() throws {
    let seed = UInt64(77)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<60 {
      let world = try World(&random)
      for sampling in [Sampling.bilinear, .bicubic] {
        let all = try heights(world, sampling)
        let (rows, columns) = (world.crossings.latitudes.count, world.crossings.longitudes.count)
        let (row, column) = (
          Int.random(in: 0..<rows, using: &random), Int.random(in: 0..<columns, using: &random)
        )
        let part = Crossings(
          latitudes: Array(world.crossings.latitudes[row...]),
          longitudes: Array(world.crossings.longitudes[column...]))
        var found = [Double](repeating: 0, count: part.count)
        try found.withUnsafeMutableBufferPointer { try world.files.sample(part, sampling, into: $0) }
        let expected = (row..<rows).flatMap { all[$0 * columns + column..<($0 + 1) * columns] }
        #expect(found.map(\.bitPattern) == expected.map(\.bitPattern))
      }
    }
  }

  @Test func `crossings off the Earth have no elevation, and an empty set of crossings is allowed`() throws {
    let grid = degreeGrid(north: 47, west: 10, step: 0.01, columns: 100, rows: 90)
    let source = files([DrawnReader(name: "flat", grid: grid) { _, _ in 1000 }])
    let odd = [Double.nan, .infinity, -1e300, 10.5, 1e300, 200]
    for sampling in Sampling.allCases {
      let crossings = Crossings(latitudes: [46.5] + odd, longitudes: odd)
      var heights = [Double](repeating: 0, count: crossings.count)
      try heights.withUnsafeMutableBufferPointer { try source.sample(crossings, sampling, into: $0) }
      #expect(heights[3] == 1000)
      #expect(heights.filter { !$0.isNaN }.count == 1)
      var none: [Double] = []
      let nowhere = Crossings(latitudes: [], longitudes: odd)
      try none.withUnsafeMutableBufferPointer { try source.sample(nowhere, sampling, into: $0) }
    }
  }
}
