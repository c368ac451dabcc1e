import SkiBase

/// The crossings in the grid of one layer, and their heights.
struct LayerCrossings {
  let layer: ElevationLayer
  private let crossings: Crossings
  /// The grid positions of meridians and parallels; nil for grids that are not aligned with them.
  let axes: (xs: [Double], ys: [Double])?

  /// The maximum number of samples read at a time.
  private static let windowLimit = 1 << 18
  /// The spacing in samples above which crossings are sampled one by one.
  private static let widestStride = 8

  init(_ layer: ElevationLayer, _ crossings: Crossings) throws {
    self.layer = layer
    self.crossings = crossings
    guard layer.grid.isSeparable else {
      axes = nil
      return
    }
    let meridians = crossings.longitudes.map { Coordinate(latitude: 0, longitude: $0) }
    let parallels = crossings.latitudes.map { Coordinate(latitude: $0, longitude: 0) }
    axes = (try Self.positions(meridians, layer.grid).xs, try Self.positions(parallels, layer.grid).ys)
  }

  private static func positions(
    _ places: [Coordinate], _ grid: ElevationGrid
  ) throws -> (xs: [Double], ys: [Double]) {
    var (xs, ys) = ([Double](repeating: 0, count: places.count), [Double](repeating: 0, count: places.count))
    try xs.withUnsafeMutableBufferPointer { xs in
      try ys.withUnsafeMutableBufferPointer { ys in
        try places.withUnsafeBufferPointer { places in
          guard let places = places.baseAddress, let x = xs.baseAddress, let y = ys.baseAddress else {
            return
          }
          try grid.positions(of: places, count: xs.count, xs: x, ys: y)
        }
      }
    }
    return (xs, ys)
  }

  /// Writes the heights of a rectangle of crossings, NaN where the layer has none.
  /// - Parameter metres: The heights of all crossings, row by row; only those of the rectangle are written.
  func sample(
    _ part: CrossingRectangle, _ sampling: Sampling, into metres: UnsafeMutablePointer<Double>
  ) throws {
    guard let axes, sampling != .nearest else { return try sampleOneByOne(part, sampling, into: metres) }
    let samples = layer.grid.samples
    let runs = Self.runs(axes.xs, part.columns, last: Double(samples.columns))
    let bands = Self.runs(axes.ys, part.rows, last: Double(samples.rows))
    for row in part.rows {
      (metres + row * crossings.longitudes.count + part.columns.lowerBound)
        .update(repeating: .nan, count: part.columns.count)
    }
    for columns in runs {
      let across = SampleAxis(axes.xs[columns], sampling)
      for rows in bands {
        let band = CrossingRectangle(rows: rows, columns: columns)
        let isWide = across.span.count > Self.widestStride * (columns.count + 8)
        if try isWide || reachesOverPole(SampleAxis(axes.ys[rows], sampling).span) {
          try sampleOneByOne(band, sampling, into: metres)
        } else {
          try sample(band, across, axes.ys, sampling, into: metres)
        }
      }
    }
  }

  /// Reads samples and writes heights, in bands of rows that limit the number of samples.
  private func sample(
    _ band: CrossingRectangle, _ across: SampleAxis, _ ys: [Double], _ sampling: Sampling,
    into metres: UnsafeMutablePointer<Double>
  ) throws {
    let rowLimit = max(1, Self.windowLimit / across.span.count)
    var start = band.rows.lowerBound
    while start < band.rows.upperBound {
      var end = start + 1
      while end < band.rows.upperBound, ys[end] - ys[start] + 4 < Double(rowLimit) { end += 1 }
      let down = SampleAxis(ys[start..<end], sampling)
      let target = metres + start * crossings.longitudes.count + band.columns.lowerBound
      try CrossingInterpolation(layer, across, down).fill(target, stride: crossings.longitudes.count)
      start = end
    }
  }

  /// Returns whether rows beyond a pole are needed, on a grid that continues there.
  private func reachesOverPole(_ rows: Range<Int>) throws(SkiError) -> Bool {
    (rows.lowerBound < 0 && layer.grid.sample(0, rows.lowerBound) != nil)
      || (rows.upperBound > layer.grid.samples.rows && layer.grid.sample(0, rows.upperBound - 1) != nil)
  }

  private func sampleOneByOne(
    _ part: CrossingRectangle, _ sampling: Sampling, into metres: UnsafeMutablePointer<Double>
  ) throws {
    var cursor = ElevationLayer.Cursor()
    for row in part.rows {
      let target = metres + row * crossings.longitudes.count + part.columns.lowerBound
      try crossings.places(row: row, columns: part.columns).withUnsafeBufferPointer { places in
        try layer.sample(
          places, sampling, into: UnsafeMutableBufferPointer(start: target, count: places.count), &cursor)
      }
    }
  }

  /// Returns the runs of ascending positions within the grid.
  private static func runs(_ positions: [Double], _ part: Range<Int>, last: Double) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var index = part.lowerBound
    while index < part.upperBound {
      // NaN fails both comparisons.
      guard positions[index] >= -1, positions[index] <= last else {
        index += 1
        continue
      }
      let start = index
      index += 1
      while index < part.upperBound, positions[index] >= positions[index - 1], positions[index] <= last {
        index += 1
      }
      runs.append(start..<index)
    }
    return runs
  }
}

/// The positions of parallels or meridians among the samples of a grid.
struct SampleAxis {
  /// The index of the sample at or before each position, relative to the start of ``span``.
  let starts: [Int32]
  /// The fraction beyond that sample, 0..<1.
  let parts: [Double]
  /// The weights of four samples, from the one before ``starts``; empty for bilinear sampling.
  let weights: [SIMD4<Double>]
  /// The range of samples all positions need.
  let span: Range<Int>
  /// Indicates whether sampling is bicubic.
  let isCubic: Bool

  /// Creates the indices and weights of positions.
  /// - Precondition: Positions ascend, there is at least one, and all are within the range of `Int`.
  init(_ positions: ArraySlice<Double>, _ sampling: Sampling) {
    isCubic = sampling == .bicubic
    let first = Int((positions.first ?? 0).rounded(.down)) - (isCubic ? 1 : 0)
    let last = Int((positions.last ?? 0).rounded(.down)) + (isCubic ? 2 : 1)
    span = first..<last + 1
    starts = positions.map { Int32(truncatingIfNeeded: Int($0.rounded(.down)) - first) }
    parts = positions.map { $0 - $0.rounded(.down) }
    weights = isCubic ? parts.map { Cubic.weights($0) } : []
  }
}
