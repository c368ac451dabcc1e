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

/// The crossings of a set of parallels with a set of meridians.
///
/// Rows are parallels, fastest from north to south; columns are meridians, from west to east. On grids aligned with
/// meridians and parallels (Web Mercator, degrees) positions are computed once a row and once a column.
package struct Crossings: Sendable, Hashable {
  /// The latitudes of the rows; WGS 84 degrees.
  package var latitudes: [Double]
  /// The longitudes of the columns; WGS 84 degrees.
  package var longitudes: [Double]

  package init(latitudes: [Double], longitudes: [Double]) {
    self.latitudes = latitudes
    self.longitudes = longitudes
  }

  /// The number of crossings.
  package var count: Int { latitudes.count * longitudes.count }

  /// The rectangle of all crossings.
  var all: CrossingRectangle { CrossingRectangle(rows: latitudes.indices, columns: longitudes.indices) }

  /// Returns the coordinates of some columns of a row.
  func places(row: Int, columns: Range<Int>) -> [Coordinate] {
    longitudes[columns].map { Coordinate(latitude: latitudes[row], longitude: $0) }
  }
}

/// A rectangle of crossings.
struct CrossingRectangle: Sendable, Hashable {
  var rows: Range<Int>
  var columns: Range<Int>

  var count: Int { rows.count * columns.count }
}

extension ElevationFiles {
  /// Writes the elevations at crossings in metres, row by row; NaN where no layer has one.
  ///
  /// The elevations equal those of ``sample(_:_:into:)`` but for rounding (bicubic only). This is many times faster on
  /// layers aligned with meridians and parallels when crossings are no farther apart than a few samples.
  /// - Throws: The errors of ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the crossings and the samples between them, and the decoding of tiles that are not cached.
  /// - Precondition: `metres.count == crossings.count`
  package func sample(
    _ crossings: Crossings, _ sampling: Sampling = .bilinear, into metres: UnsafeMutableBufferPointer<Double>
  ) throws {
    precondition(
      metres.count == crossings.count, "\(metres.count) elevations for \(crossings.count) crossings")
    guard let base = metres.baseAddress, !metres.isEmpty else { return }
    if layers.count == 1 {
      return try LayerCrossings(layers[0], crossings).sample(crossings.all, sampling, into: base)
    }
    let degrees = crossings.latitudes.map { degree(of: Coordinate(latitude: $0, longitude: 0)) }
    var start = 0
    while start < degrees.count {
      // Parallels of one degree share the order of layers.
      let end = degrees[start...].firstIndex { $0 != degrees[start] } ?? degrees.count
      let part = Crossings(
        latitudes: Array(crossings.latitudes[start..<end]), longitudes: crossings.longitudes)
      try CrossingBlend(self, part, sampling, orderByDegree[degrees[start]])
        .fill(base + start * crossings.longitudes.count)
      start = end
    }
  }
}
