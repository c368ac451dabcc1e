import SkiBase

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
