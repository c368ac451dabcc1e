import FuzzSupport
import SkiBase

@testable import SkiTerrain

@_cdecl("FuzzGrids_main")
package func start(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  fuzz(count, arguments) { data, size in
    examine(copied(data, size))
    return 0
  }
}

/// Takes numbers from the bytes of an input; 0 behind their end.
private struct InputNumbers {
  var bytes: ArraySlice<UInt8>

  mutating func next() -> Int { bytes.popFirst().map { Int($0) } ?? 0 }

  /// Takes a number from a range.
  mutating func next(_ range: ClosedRange<Int>) -> Int { range.lowerBound + next() % range.count }
}

/// A layer in memory with a grid in degrees of its own.
private struct InputReader: TileReader {
  let name = "input"
  let verticalDatum = VerticalDatum.unstated
  let grid: ElevationGrid
  /// The heights in metres, by rows; NaN for voids.
  let metres: [Float]
  /// The number of the only tile that is missing.
  let missing: Int

  /// Creates a layer at a place of one or two arc seconds to a third of a minute a sample, with heights that vary by
  /// 13 m, which no fault does, or by 1,020 m.
  init(_ numbers: inout InputNumbers) throws {
    let (columns, rows) = (numbers.next(2...40), numbers.next(2...40))
    let step = Double(numbers.next(1...20)) / 3600
    let samples = RasterGrid(
      columns: columns, rows: rows, reference: .wgs84, originX: 7 + Double(numbers.next(0...255)) / 3600,
      originY: 46 - Double(numbers.next(0...255)) / 3600, stepX: step, stepY: step)
    grid = try .raster(samples, tileColumns: numbers.next(3...20), tileRows: numbers.next(3...20))
    missing = numbers.next()
    let scale: Float = numbers.next() & 1 == 0 ? 0.05 : 4
    let pattern = (0..<numbers.next(1...64)).map { _ in numbers.next() }
    metres = (0..<columns * rows).map { index in
      let value = pattern[index % pattern.count]
      return value == 0x80 ? .nan : 1000 + scale * Float(value)
    }
  }

  func hasTile(column: Int, row: Int) -> Bool {
    (0..<grid.tilesAcross).contains(column) && (0..<grid.tilesDown).contains(row)
      && row * grid.tilesAcross + column != missing
  }

  func decode(column: Int, row: Int) throws -> ElevationTile {
    let samples = grid.samples
    let heights = (0..<grid.tileRows * grid.tileColumns).map { index -> Float in
      let x = column * grid.spanColumns + index % grid.tileColumns
      let y = row * grid.spanRows + index / grid.tileColumns
      return x < samples.columns && y < samples.rows ? metres[y * samples.columns + x] : .nan
    }
    return ElevationTile(columns: grid.tileColumns, rows: grid.tileRows, samples: .metres(heights))
  }

  var plan: LayerPlan {
    let last = (grid.tilesAcross - 1, grid.tilesDown - 1)
    return LayerPlan(grid: grid, reader: self) { TileBounds(columns: 0...last.0, rows: 0...last.1) }
  }
}

/// Lays one to three grids over each other and compares what their samples, windows and ground are.
private func examine(_ bytes: [UInt8]) {
  var numbers = InputNumbers(bytes: bytes[...])
  do {
    let readers = try (0..<numbers.next(1...3)).map { _ in try InputReader(&numbers) }
    let cache = TileCache(limitBytes: 64 << 20)
    let layers = readers.enumerated().map { ElevationLayer(index: $0, plan: $1.plan, cache: cache) }
    let files = ElevationFiles(layers: layers, cache: cache, notePaths: [], skippedFiles: [])
    let known = readers.flatMap(\.metres).filter { !$0.isNaN }.map(Double.init)
    let (low, high) = (known.min() ?? 0, known.max() ?? 0)
    let places = places(over: readers, choice(from: bytes))
    checkHeights(
      of: files, at: places, in: low - 1e-3...high + 1e-3, isSingle: readers.count == 1)
    try checkGround(of: files, at: places, low - (high - low) - 1...high + (high - low) + 1)
    try checkWindows(of: files, &numbers)
  } catch {
    fatalError("broken promise: grids in memory can't be read: \(error)")
  }
}

/// Returns places over all grids and a little beyond them, some on samples.
private func places(over readers: [InputReader], _ chosen: UInt64) -> [Coordinate] {
  readers.flatMap { reader -> [Coordinate] in
    let samples = reader.grid.samples
    return (0..<16).map { index in
      let u = Double(chosen >> UInt64(index) & 0xFF) / 255 * 1.1 - 0.05
      let v = Double(chosen >> UInt64(48 - index) & 0xFF) / 255 * 1.1 - 0.05
      let (x, y) = (u * Double(samples.columns - 1), v * Double(samples.rows - 1))
      return Coordinate(
        latitude: samples.y(ofRow: index % 4 == 0 ? y.rounded() : y),
        longitude: samples.x(ofColumn: index % 4 == 0 ? x.rounded() : x))
    }
  }
}

/// Compares the ground of all places with that of each alone.
private func checkGround(
  of files: ElevationFiles, at places: [Coordinate], _ range: ClosedRange<Double>
) throws {
  let ground = try files.groundElevations(at: places)
  require(
    ground.metres.count == places.count && ground.isBridged.count == places.count, "a height is missing")
  for (number, place) in places.enumerated() {
    let alone = try files.groundElevations(at: [place])
    require(
      alone.metres == [ground.metres[number]] && alone.isBridged == [ground.isBridged[number]],
      "the ground at \(place) is \(ground.metres[number] ?? .nan) m, alone \(alone.metres)")
    guard let metres = ground.metres[number] else {
      require(!ground.isBridged[number], "no height is bridged")
      // Heights that vary by less than any fault are kept wherever a model has them.
      let known = range.upperBound - range.lowerBound < 3 * 25 ? try files.elevationMetres(at: place) : nil
      require(known == nil, "the ground at \(place) is unknown where a model has \(known ?? 0) m")
      continue
    }
    require(range.contains(metres), "the ground is \(metres) m, outside \(range)")
  }
}

/// Compares every few columns and rows of a window on each layer's grid with the whole window.
private func checkWindows(of files: ElevationFiles, _ numbers: inout InputNumbers) throws {
  for index in files.layers.indices {
    let raster = files.raster(ofLayer: index, RasterWindow(column: -8, row: -8, columns: 60, rows: 60))
    let window = RasterWindow(
      column: numbers.next(0...20), row: numbers.next(0...20), columns: numbers.next(1...40),
      rows: numbers.next(1...40))
    var whole = [Float](repeating: .nan, count: window.count)
    try whole.withUnsafeMutableBufferPointer { try raster.read(window, into: $0) }
    let steps = (columns: numbers.next(1...5), rows: numbers.next(1...5))
    let few = try raster.samples(of: window, every: steps)
    let taken = stride(from: 0, to: window.rows, by: steps.rows).flatMap { row in
      stride(from: 0, to: window.columns, by: steps.columns).map { whole[row * window.columns + $0] }
    }
    require(few.count == taken.count, "\(few.count) samples are taken, not \(taken.count)")
    for (one, other) in zip(few, taken) {
      require(one == other || one.isNaN && other.isNaN, "a sample is \(one) m, in its window \(other) m")
    }
  }
}
