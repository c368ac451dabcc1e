import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Kernels compared with double precision, on random terrain with voids, for every instruction set of the machine.
@Suite struct RowKernelTests {
  private let step = SampleSpacing.Step(eastMetres: 21.4, southMetres: 30.9)

  @Test(arguments: everyProduct, EdgeRule.allCases)
  func `rows of any width equal double-precision arithmetic, by every instruction set`(
    product: TerrainProduct, edges: EdgeRule
  ) throws {
    for width in 1...70 {
      let seed = UInt64(width)
      let rows = PaddedRows(width: width, rows: 3, seed: seed)
      let plain = ReferencePixel(product: product, edges: edges)
      let expected = rows.neighbourhoods.map { plain.pixel($0, step) }
      for set in 0...RowKernel.bestInstructionSet {
        let kernel = RowKernel(product, edges: edges, instructionSet: set)
        let made = rows.make(kernel, step)
        for (index, pixel) in expected.enumerated() where !made.agrees(index, pixel, product) {
          Issue.record("set \(set) seed \(seed) pixel \(index): \(made.text(index)), not \(pixel)")
          return
        }
      }
    }
  }

  @Test(arguments: 0...2) func `no byte is written beyond a row`(set: Int32) {
    guard set <= RowKernel.bestInstructionSet else { return }
    for product in everyProduct {
      for width in 1...40 {
        let rows = PaddedRows(width: width, rows: 1, seed: 5)
        let made = rows.make(RowKernel(product, edges: .extended, instructionSet: set), step)
        #expect(made.beyond.allSatisfy { $0 == 0xA5 })
      }
    }
  }

  @Test(arguments: ColourRamp.Matching.allCases) func `the pixels of a relief equal the colours of its ramp`(
    matching: ColourRamp.Matching
  ) throws {
    let ramp = try ColourRamp(
      stops: [
        .init(elevationMetres: 1000, colour: Colour(red: 10, green: 200, blue: 30)),
        .init(elevationMetres: 1500, colour: Colour(red: 250, green: 20, blue: 130, alpha: 100)),
        .init(elevationMetres: 1500, colour: Colour(red: 0, green: 0, blue: 255)),
        .init(elevationMetres: 2000.125, colour: Colour(red: 255, green: 255, blue: 255)),
      ], matching: matching)
    let heights: [Float] = [
      .nan, -500, 999, 1000, 1000.125, 1250, 1250.125, 1499.875, 1500, 1750, 2000, 2000.125, 9000, .infinity,
    ]
    let grid = randomTerrain(columns: heights.count, rows: 1, seed: 1).grid
    let raster = MemoryRaster(grid: grid, elevationsMetres: heights)
    let bytes = try TerrainProduction(raster: raster, product: .relief(ramp, shade: nil)).bytes(
      of: grid.window)
    for (index, height) in heights.enumerated() {
      let colour = ramp.colour(atMetres: Double(height))
      #expect(
        Array(bytes[index * 4..<index * 4 + 4]) == [colour.red, colour.green, colour.blue, colour.alpha])
    }
  }

  @Test func `a plane falling to the south-west has one slope and aspect, edges included`() throws {
    let grid = randomTerrain(columns: 40, rows: 30, seed: 1).grid
    let heights = (0..<1200).map { Float($0 % 40 - $0 / 40) * 30 }
    let raster = MemoryRaster(grid: grid, elevationsMetres: heights)
    for method in SlopeMethod.allCases {
      let aspects = try TerrainProduction(raster: raster, product: .aspect(method)).values(of: grid.window)
      #expect(aspects.allSatisfy { abs($0 - 225) < 0.001 })
      let slopes = try TerrainProduction(raster: raster, product: .slope(method, .percent)).values(
        of: grid.window)
      #expect(slopes.allSatisfy { abs($0 - 141.42136) < 0.001 })
    }
  }
}

/// Rows of elevations with a margin of one sample and voids around, as kernels require.
struct PaddedRows {
  let width: Int
  let rows: Int
  private let heights: [Float]
  private var stride: Int { width + 2 }

  init(width: Int, rows: Int, seed: UInt64) {
    self.width = width
    self.rows = rows
    let terrain = randomTerrain(
      columns: width + 2, rows: rows + 2, seed: seed, voids: seed % 3 == 0 ? 0 : 0.05)
    heights = terrain.elevationsMetres + [Float](repeating: .nan, count: 33)
  }

  /// The nine elevations around each pixel.
  var neighbourhoods: [[Double]] {
    (0..<width * rows).map { index in
      let centre = (index / width + 1) * stride + index % width + 1
      return [-stride, 0, stride].flatMap { row in [-1, 0, 1].map { Double(heights[centre + row + $0]) } }
    }
  }

  func make(_ kernel: RowKernel, _ step: SampleSpacing.Step) -> MadeRows {
    let size = kernel.product.pixel.byteCount
    var bytes = [UInt8](repeating: 0xA5, count: width * rows * size + 64)
    heights.withUnsafeBufferPointer { heights in
      bytes.withUnsafeMutableBytes { out in
        guard let from = heights.baseAddress, let to = out.baseAddress else { return }
        for row in 0..<rows {
          kernel.makeRow(
            from + (row + 1) * stride + 1, stride: stride, count: width, step: step,
            into: to + row * width * size)
        }
      }
    }
    return MadeRows(bytes: bytes, count: width * rows, size: size)
  }
}

/// The output of the kernels.
struct MadeRows {
  let bytes: [UInt8]
  let count: Int
  let size: Int

  var beyond: ArraySlice<UInt8> { bytes[(count * size)...] }

  private func float(_ index: Int) -> Float {
    bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index * 4, as: Float.self) }
  }

  func text(_ index: Int) -> String {
    size == 1 ? "\(bytes[index])" : "\(float(index)) or \(bytes[index * 4..<index * 4 + 4])"
  }

  /// Returns whether a pixel equals the expected one within the rounding of single precision.
  func agrees(_ index: Int, _ expected: ReferencePixel.Pixel, _ product: TerrainProduct) -> Bool {
    switch (expected, product.pixel) {
    case (.noData, .grey): return bytes[index] == 0
    case (.noData, .float): return float(index) == -9999
    case (.noData, .colour): return bytes[index * 4..<index * 4 + 4].allSatisfy { $0 == 0 }
    case (.grey(let grey), _):
      let tolerance =
        if case .hillshade(let shade) = product, shade.style == .combined { 0.05 } else { 0.002 }
      return abs(Double(bytes[index]) - grey) <= 0.5 + tolerance
    case (.value(let value), _): return abs(Double(float(index)) - value) <= tolerance(value, product)
    case (.colour(let colour), _):
      let parts = [colour.red, colour.green, colour.blue, colour.alpha]
      let limit = if case .relief = product { 2 } else { 0 }
      return parts.indices.allSatisfy { part in
        let difference = Int(bytes[index * 4 + part]) - Int(parts[part])
        return difference.magnitude <= limit
      }
    }
  }

  private func tolerance(_ value: Double, _ product: TerrainProduct) -> Double {
    switch product {
    case .slope(_, .degrees): 0.0002
    case .slope(_, .percent): 1e-6 * value + 1e-4
    case .aspect: 0.01
    default: 1e-6 * abs(value) + 0.0002
    }
  }
}
