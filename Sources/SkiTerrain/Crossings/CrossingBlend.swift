import SkiBase

/// The blending of several layers at the crossings of one degree of latitude, equivalent to ``LayerBlending``.
///
/// If the first layer has a height everywhere and does not fade, its heights are final. Otherwise each further layer is
/// sampled within the bounding rectangle of the incomplete crossings, or one by one where these are sparse.
struct CrossingBlend {
  private let files: ElevationFiles
  private let crossings: Crossings
  private let sampling: Sampling
  private let order: [Int]
  /// The reciprocal of the share of a rectangle below which crossings are sampled one by one.
  private static let sparseShare = 8

  init(_ files: ElevationFiles, _ crossings: Crossings, _ sampling: Sampling, _ order: [Int]) {
    self.files = files
    self.crossings = crossings
    self.sampling = sampling
    self.order = order
  }

  /// Writes the heights of all crossings, NaN where no layer has one.
  func fill(_ metres: UnsafeMutablePointer<Double>) throws {
    let count = crossings.count
    guard let first = order.first else { return metres.update(repeating: .nan, count: count) }
    let layer = try LayerCrossings(files.layers[first], crossings)
    try layer.sample(crossings.all, sampling, into: metres)
    if try isWhole(layer, files.fades[first], metres) { return }
    var means = [ElevationMean](repeating: ElevationMean(), count: count)
    var part = try add(layer, files.fades[first], crossings.all, metres, to: &means)
    for index in order.dropFirst() where part.count > 0 {
      let layer = try LayerCrossings(files.layers[index], crossings)
      if part.count * Self.sparseShare < part.rectangle.count {
        try sample(layer.layer, part.rectangle, where: means, into: metres)
      } else {
        try layer.sample(part.rectangle, sampling, into: metres)
      }
      part = try add(layer, files.fades[index], part.rectangle, metres, to: &means)
    }
    for index in 0..<count { metres[index] = means[index].metres }
    try fillSeams(metres)
  }

  /// Writes the heights between layers that end a step before each other.
  private func fillSeams(_ metres: UnsafeMutablePointer<Double>) throws {
    guard sampling != .nearest, files.layers.count > 1 else { return }
    var seam = LayerSeam(files.layers, order: order)
    for row in crossings.latitudes.indices {
      for column in crossings.longitudes.indices {
        let index = row * crossings.longitudes.count + column
        guard metres[index].isNaN else { continue }
        metres[index] = try seam.elevation(
          at: Coordinate(latitude: crossings.latitudes[row], longitude: crossings.longitudes[column]))
      }
    }
  }

  /// Returns whether a layer has a height at every crossing and fades at none.
  private func isWhole(
    _ layer: LayerCrossings, _ fade: LayerFade, _ metres: UnsafePointer<Double>
  ) throws -> Bool {
    guard let axes = layer.axes else { return false }
    var missing = 0
    for index in 0..<crossings.count { missing &+= metres[index].isNaN ? 1 : 0 }
    return try missing == 0 && fade.isFull(xs: axes.xs, ys: axes.ys)
  }

  /// Writes the heights of the incomplete crossings of a rectangle, sampled one by one.
  private func sample(
    _ layer: ElevationLayer, _ part: CrossingRectangle, where means: [ElevationMean],
    into metres: UnsafeMutablePointer<Double>
  ) throws {
    var cursor = ElevationLayer.Cursor()
    for row in part.rows {
      let start = row * crossings.longitudes.count
      let columns = part.columns.filter { means[start + $0].left > 0 }
      let places = columns.map {
        Coordinate(latitude: crossings.latitudes[row], longitude: crossings.longitudes[$0])
      }
      var heights = [Double](repeating: .nan, count: places.count)
      try places.withUnsafeBufferPointer { places in
        try heights.withUnsafeMutableBufferPointer { try layer.sample(places, sampling, into: $0, &cursor) }
      }
      for (column, height) in zip(columns, heights) { metres[start + column] = height }
    }
  }

  /// Adds a layer's heights in a rectangle; returns the bounding rectangle of the incomplete crossings, and their
  /// number.
  private func add(
    _ layer: LayerCrossings, _ fade: LayerFade, _ part: CrossingRectangle, _ heights: UnsafePointer<Double>,
    to means: inout [ElevationMean]
  ) throws -> (rectangle: CrossingRectangle, count: Int) {
    var cursor = LayerFade.Cursor()
    var count = 0
    var (rows, columns) = (Int.max..<Int.max, Int.max..<Int.max)
    for row in part.rows {
      try withPositions(layer, row, part.columns) { xs, ys in
        for column in part.columns {
          let at = row * crossings.longitudes.count + column
          guard means[at].left > 0 else { continue }
          if !heights[at].isNaN {
            let weight = try fade.weight(
              x: xs[column - part.columns.lowerBound], y: ys[column - part.columns.lowerBound], &cursor)
            means[at].add(heights[at], weight)
          }
          guard means[at].left > 0 else { continue }
          count += 1
          rows = min(rows.lowerBound, row)..<row + 1
          columns =
            min(columns.lowerBound, column)..<max(column + 1, columns.isEmpty ? 0 : columns.upperBound)
        }
      }
    }
    return (CrossingRectangle(rows: rows, columns: columns), count)
  }

  /// Calls a closure with the grid positions of some columns of a row.
  private func withPositions(
    _ layer: LayerCrossings, _ row: Int, _ columns: Range<Int>,
    _ body: (UnsafePointer<Double>, UnsafePointer<Double>) throws -> Void
  ) throws {
    try withUnsafeTemporaryAllocation(of: Double.self, capacity: 2 * columns.count) { memory in
      guard let xs = memory.baseAddress else { return }
      memory.initialize(repeating: .nan)
      let ys = xs + columns.count
      if let axes = layer.axes {
        for column in columns { xs[column - columns.lowerBound] = axes.xs[column] }
        ys.update(repeating: axes.ys[row], count: columns.count)
      } else {
        try crossings.places(row: row, columns: columns).withUnsafeBufferPointer { places in
          guard let places = places.baseAddress else { return }
          try layer.layer.grid.positions(of: places, count: columns.count, xs: xs, ys: ys)
        }
      }
      try body(xs, ys)
    }
  }
}
