import CKernels
import SkiBase

/// A reader and tracer of bands of rows, which works on as many rows as fit the processor's cache.
///
/// Belongs to one thread; memory is reused from band to band.
final class BandReader {
  /// The approximate number of samples read at once.
  private static let samplesAtOnce = 1 << 18
  private let raster: any ElevationRaster
  private let levels: ContourLevels
  private let columns: Int
  private let rowsAtOnce: Int
  private let thresholds: [Float]
  private var tracer: BandTracer
  /// The rows read last, after the row before them.
  private let elevations: UnsafeMutablePointer<Float>
  /// The bands of two rows.
  private let bands: UnsafeMutablePointer<Int32>
  private var relief = BandRange()

  init(_ raster: any ElevationRaster, _ levels: ContourLevels) {
    self.raster = raster
    self.levels = levels
    columns = raster.grid.columns
    rowsAtOnce = max(1, min(64, Self.samplesAtOnce / columns))
    elevations = .allocate(capacity: (rowsAtOnce + 1) * columns)
    bands = .allocate(capacity: 2 * columns)
    tracer = BandTracer(levels: levels, columns: columns)
    thresholds = levels.thresholds
  }

  deinit {
    elevations.deallocate()
    bands.deallocate()
    tracer.deallocate()
  }

  /// Traces the cells between rows of samples and the rows after them.
  ///
  /// - Parameters:
  ///   - rows: The northern rows of the cells.
  ///   - check: A closure called regularly, which throws to end the work.
  /// - Throws: The errors of reading, and ``SkiError`` with code `.limitExceeded`.
  func lines(_ rows: Range<Int>, check: () throws -> Void) throws -> BandLines {
    tracer.begin()
    relief = BandRange()
    var row = rows.lowerBound
    try read(row, count: 1, into: 0)
    try classify(0, into: 0)
    var place = 0
    while row < rows.upperBound {
      try check()
      let count = min(rowsAtOnce, rows.upperBound - row)
      try read(row + 1, count: count, into: 1)
      for index in 1...count {
        try classify(index, into: 1 - place)
        try tracer.trace(
          samples(index - 1, place), samples(index, 1 - place), row: Int32(row),
          isFirst: row == rows.lowerBound)
        place = 1 - place
        row += 1
      }
      elevationRow(0).update(from: elevationRow(count), count: columns)
    }
    tracer.end()
    return BandLines(
      tracer, bands: relief.bands, isFirst: rows.lowerBound == 0,
      isLast: rows.upperBound == raster.grid.rows - 1)
  }

  private func elevationRow(_ index: Int) -> UnsafeMutablePointer<Float> {
    elevations + index * columns
  }

  private func bandRow(_ place: Int) -> UnsafeMutablePointer<Int32> { bands + place * columns }

  private func samples(_ index: Int, _ place: Int) -> BandTracer.Samples {
    BandTracer.Samples(elevations: elevationRow(index), bands: bandRow(place))
  }

  private func read(_ row: Int, count: Int, into index: Int) throws {
    let window = RasterWindow(column: 0, row: row, columns: columns, rows: count)
    try raster.read(window, into: UnsafeMutableBufferPointer(start: elevationRow(index), count: window.count))
  }

  /// Classifies a row of elevations into bands.
  private func classify(_ index: Int, into place: Int) throws {
    switch levels.spacing {
    case .every(let interval, let base):
      var range = (Int32.max, Int32.min)
      withUnsafeMutablePointer(to: &range) { pointer in
        pointer.withMemoryRebound(to: Int32.self, capacity: 2) {
          terrain_contour_bands(
            elevationRow(index), columns, Float(base), Float(interval), bandRow(place), $0)
        }
      }
      if range.0 <= range.1 { try relief.widen(range.0...range.1) }
    case .listed:
      terrain_contour_listed_bands(elevationRow(index), columns, thresholds, thresholds.count, bandRow(place))
    }
  }
}

/// The range of bands so far, limited to a plausible number of levels.
struct BandRange {
  private(set) var bands: ClosedRange<Int32>?

  /// Extends the range.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when the range has more than ``ContourLevels/mostLevels``.
  mutating func widen(_ more: ClosedRange<Int32>?) throws {
    guard let more else { return }
    let low = min(more.lowerBound, bands?.lowerBound ?? .max)
    let high = max(more.upperBound, bands?.upperBound ?? .min)
    bands = low...high
    guard Int(high) - Int(low) <= ContourLevels.mostLevels else {
      throw SkiError(
        .limitExceeded,
        "contours would have \(Int(high) - Int(low)) levels or more, the limit is "
          + "\(ContourLevels.mostLevels); choose a larger interval, or mark samples that are not elevations as nodata"
      )
    }
  }
}
