import Foundation
import SkiBase
import SkiGraph
import SkiTerrain

/// Times terrain in this process: products of a raster in memory, and heights at places of a file.
struct TerrainBenchmark {
  let path: String
  let rounds: Int

  /// Prints one line of JSON a measurement: the medians of the rounds.
  func memory() throws {
    let raster = try memoryRaster()
    let megapixels = Double(raster.grid.window.count) / 1e6
    let products: [(String, TerrainProduct)] = [
      ("hillshade", .hillshade(Hillshade())),
      ("multidirectional", .hillshade(Hillshade(style: .multidirectional))),
      ("slope", .slope(.horn, .degrees)), ("aspect", .aspect(.horn)),
    ]
    for (name, product) in products {
      let sink = MemorySink(grid: raster.grid, pixel: product.pixel)
      for workers in [1, 2] {
        let production = TerrainProduction(raster: raster, product: product, workerCount: workers)
        try production.run(into: sink)
        let seconds = try median { try production.run(into: sink) }
        print(
          JSONText.object([
            ("what", .text("memory \(name)")), ("cores", .number(Double(workers))),
            ("megapixelsPerSecond", .number(megapixels / seconds)),
          ]))
      }
    }
  }

  private func memoryRaster() throws -> MemoryRaster {
    let raster = try GeoTIFF.open(path: path).raster()
    var heights = [Float](repeating: .nan, count: raster.grid.window.count)
    try heights.withUnsafeMutableBufferPointer { try raster.read(raster.grid.window, into: $0) }
    return MemoryRaster(grid: raster.grid, elevationsMetres: heights)
  }

  /// Heights along a wandering track of points some metres apart, and at random places, on one core.
  func sampling(points: Int) throws {
    let files = try ElevationFiles.open(paths: [path], cacheLimitBytes: 1 << 30)
    let grid = try GeoTIFF.open(path: path).grid
    for (name, places) in [("track", track(points, grid)), ("random", random(points, grid))] {
      for (sampling, word) in [(Sampling.nearest, "nearest"), (.bilinear, "bilinear"), (.bicubic, "bicubic")]
      {
        var heights = [Double](repeating: 0, count: places.count)
        func sample() throws {
          try places.withUnsafeBufferPointer { places in
            try heights.withUnsafeMutableBufferPointer { try files.sample(places, sampling, into: $0) }
          }
        }
        try sample()
        let seconds = try median { try sample() }
        let mean = heights.reduce(0, +) / Double(heights.count)
        print(
          JSONText.object([
            ("what", .text("sample \(name) \(word)")), ("points", .number(Double(points))),
            ("pointsPerSecond", .number(Double(points) / seconds)),
            ("meanMetres", .number(mean)),
          ]))
      }
    }
    print(
      JSONText.object([("what", .text("sampling memory")), ("peakMebibytes", .number(Usage.peakMebibytes()))])
    )
  }

  private func track(_ count: Int, _ grid: RasterGrid) -> [Coordinate] {
    let (middleX, middleY) = (
      grid.x(ofColumn: Double(grid.columns) / 2), grid.y(ofRow: Double(grid.rows) / 2)
    )
    let reach = 0.45 * Double(grid.columns) * grid.stepX
    return (0..<count).map { index in
      // A slow spiral: a step is some metres, and the whole goes round the raster.
      let turn = Double(index) / Double(count) * 40 * .pi
      let radius = reach * (0.05 + 0.95 * Double(index) / Double(count))
      return Coordinate(latitude: middleY + radius * sin(turn), longitude: middleX + radius * cos(turn))
    }
  }

  private func random(_ count: Int, _ grid: RasterGrid) -> [Coordinate] {
    var state: UInt64 = 3
    func next(_ range: ClosedRange<Double>) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 11) / Double(1 << 53)
    }
    let edge = 2.0
    return (0..<count).map { _ in
      let column = next(edge...Double(grid.columns) - 1 - edge)
      let row = next(edge...Double(grid.rows) - 1 - edge)
      return Coordinate(latitude: grid.y(ofRow: row), longitude: grid.x(ofColumn: column))
    }
  }

  private func median(_ work: () throws -> Void) rethrows -> Double {
    var seconds: [Double] = []
    for _ in 0..<rounds {
      let start = Usage.now()
      try work()
      seconds.append(Usage.now().since(start).wallSeconds)
    }
    return seconds.sorted()[seconds.count / 2]
  }
}
