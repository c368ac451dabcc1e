import SkiGeo

/// The places where some meridians cross some parallels.
///
/// A value; `Sendable`. Rows are parallels, from north to south if they are to be read fast; columns are meridians, from west
/// to east. Where grids are made of meridians and parallels themselves, which Web Mercator and degrees are, a height takes a
/// column's position and a row's, and neither is found for a place again.
package struct Crossings: Sendable, Hashable {
  /// WGS 84 degrees, one a row.
  package var latitudes: [Double]
  /// WGS 84 degrees, one a column.
  package var longitudes: [Double]

  package init(latitudes: [Double], longitudes: [Double]) {
    self.latitudes = latitudes
    self.longitudes = longitudes
  }

  /// How many places there are.
  package var count: Int { latitudes.count * longitudes.count }

  /// All of them.
  var all: CrossingRectangle { CrossingRectangle(rows: latitudes.indices, columns: longitudes.indices) }

  /// The places of some columns of a row.
  func places(row: Int, columns: Range<Int>) -> [Coordinate] {
    longitudes[columns].map { Coordinate(latitude: latitudes[row], longitude: $0) }
  }
}

/// Some rows and columns of crossings.
struct CrossingRectangle: Sendable, Hashable {
  var rows: Range<Int>
  var columns: Range<Int>

  var count: Int { rows.count * columns.count }
}

extension ElevationFiles {
  /// Fills memory with the elevations where meridians cross parallels, metres, rows after each other; NaN where no layer has
  /// one.
  ///
  /// The same heights as ``sample(_:_:into:)`` has for the places, but for what rounding makes of another order of additions
  /// (bicubic only). Many times faster where layers are made of meridians and parallels and the places are no farther apart
  /// than some samples.
  /// - Throws: ``SkiError`` as ``ElevationSource/elevationMetres(at:)``.
  /// - Complexity: O(*n*) in the places and the samples between them, and the decoding of tiles that are not kept.
  /// - Precondition: `metres.count == crossings.count`
  package func sample(
    _ crossings: Crossings, _ sampling: Sampling = .bilinear, into metres: UnsafeMutableBufferPointer<Double>
  ) throws {
    precondition(metres.count == crossings.count, "\(metres.count) heights for \(crossings.count) places")
    guard let base = metres.baseAddress, !metres.isEmpty else { return }
    if layers.count == 1 {
      return try LayerCrossings(layers[0], crossings).sample(crossings.all, sampling, into: base)
    }
    let degrees = crossings.latitudes.map { degree(of: Coordinate(latitude: $0, longitude: 0)) }
    var start = 0
    while start < degrees.count {
      // Parallels of one degree that follow each other ask the layers in the same order.
      let end = degrees[start...].firstIndex { $0 != degrees[start] } ?? degrees.count
      let part = Crossings(
        latitudes: Array(crossings.latitudes[start..<end]), longitudes: crossings.longitudes)
      try CrossingMix(self, part, sampling, orderByDegree[degrees[start]])
        .fill(base + start * crossings.longitudes.count)
      start = end
    }
  }
}
