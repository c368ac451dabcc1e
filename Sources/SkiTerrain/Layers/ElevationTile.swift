package import SkiBase

/// The decoded heights of one tile: rows from north to south, columns from west to east.
///
/// It is immutable and shared; `count == columns * rows`. Voids are NaN.
final class ElevationTile: Sendable {
  /// The storage of heights: `.hgt` tiles stay 16-bit, which halves the cache.
  enum Samples: Sendable {
    /// Metres, NaN for a void.
    case metres([Float])
    /// Whole metres, `Int16.min` for a void.
    case wholeMetres([Int16])
  }

  /// The number of samples from west to east.
  let columns: Int
  /// The number of samples from north to south.
  let rows: Int
  let samples: Samples
  /// The pool that receives the memory when the tile is released.
  private let buffers: SampleBufferPool?

  /// Creates a square tile, as in pyramids and `.hgt` files.
  convenience init(columns: Int, samples: Samples) {
    self.init(columns: columns, rows: columns, samples: samples)
  }

  /// Creates a tile.
  /// - Precondition: There are `columns * rows` samples.
  init(columns: Int, rows: Int, samples: Samples, buffers: SampleBufferPool? = nil) {
    let count =
      switch samples {
      case .metres(let heights): heights.count
      case .wholeMetres(let heights): heights.count
      }
    precondition(
      count == columns * rows, "tile must be full, got \(count) samples for \(columns) × \(rows)")
    self.columns = columns
    self.rows = rows
    self.samples = samples
    self.buffers = buffers
  }

  deinit { buffers?.give(samples) }

  /// The memory of the samples in bytes.
  var byteCount: Int {
    switch samples {
    case .metres: columns * rows * 4
    case .wholeMetres: columns * rows * 2
    }
  }

  /// The height of one sample in metres, NaN for a void.
  subscript(column: Int, row: Int) -> Float {
    switch samples {
    case .metres(let heights): heights[row * columns + column]
    case .wholeMetres(let heights): Float(heights[row * columns + column].heightMetres)
    }
  }
}

/// A pool of the memory of released tiles, for those decoded next.
///
/// It avoids new pages when a reader goes through a large raster, since mapping a page costs more than reading its
/// data. Shared by any number of tasks.
final class SampleBufferPool: Sendable {
  private let buffers = Locked<[ElevationTile.Samples]>([])
  /// The maximum number of pooled buffers, about that of concurrent decoders.
  private static let limit = 4

  /// Adds the memory of a tile; beyond the limit it is freed.
  func give(_ samples: ElevationTile.Samples) {
    buffers.withLock { if $0.count < Self.limit { $0.append(samples) } }
  }

  /// Returns a buffer for a number of heights with arbitrary contents.
  func take<Height: TileElevation>(_ count: Int) -> [Height] {
    let spare = buffers.withLock { $0.popLast() }
    if let heights = spare.flatMap(Height.heights), heights.count == count { return heights }
    return [Height](unsafeUninitializedCapacity: count) { buffer, filled in
      // Initialising touches the pages once; the caller overwrites them.
      buffer.initialize(repeating: Height.void)
      filled = count
    }
  }
}

extension ObjectPool<CoordinateTransform> {
  /// Creates a pool of transformations to a reference system; the first is created at once, so that an unknown system
  /// throws.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat`.
  package convenience init(to reference: ReferenceSystem) throws(SkiError) {
    self.init(try CoordinateTransform(to: reference)) { try CoordinateTransform(to: reference) }
  }
}

/// A storage type of decoded heights.
protocol TileElevation: BitwiseCopyable, Sendable {
  /// The stored value of a void.
  static var void: Self { get }
  /// The height in metres, or NaN for a void.
  var heightMetres: Double { get }
  /// Returns heights as samples of a tile.
  static func samples(_ heights: [Self]) -> ElevationTile.Samples
  /// Returns the heights of samples of this type, nil for another.
  static func heights(_ samples: ElevationTile.Samples) -> [Self]?
  /// Replaces invalid heights by voids, in place.
  static func clean(_ heights: UnsafeMutableBufferPointer<Self>, _ conversion: ElevationConversion)
  /// Converts stored numbers to heights as a ``ElevationConversion`` states.
  static func convert(
    _ stored: UnsafeRawPointer, _ layout: TIFFLayout, swapping: Bool, _ conversion: ElevationConversion,
    into heights: UnsafeMutableBufferPointer<Self>)
}

extension Int16: TileElevation {
  static var void: Int16 { .min }
  @inline(__always) var heightMetres: Double { self == .min ? .nan : Double(self) }
  static func samples(_ heights: [Int16]) -> ElevationTile.Samples { .wholeMetres(heights) }

  static func heights(_ samples: ElevationTile.Samples) -> [Int16]? {
    if case .wholeMetres(let heights) = samples { heights } else { nil }
  }

  static func clean(_ heights: UnsafeMutableBufferPointer<Int16>, _ conversion: ElevationConversion) {
    conversion.clean(heights)
  }

  static func convert(
    _ stored: UnsafeRawPointer, _ layout: TIFFLayout, swapping: Bool, _ conversion: ElevationConversion,
    into heights: UnsafeMutableBufferPointer<Int16>
  ) {
    conversion.convert(stored, interleave: layout.interleave, swapping: swapping, into: heights)
  }
}

extension Float: TileElevation {
  static var void: Float { .nan }
  @inline(__always) var heightMetres: Double { Double(self) }
  static func samples(_ heights: [Float]) -> ElevationTile.Samples { .metres(heights) }

  static func heights(_ samples: ElevationTile.Samples) -> [Float]? {
    if case .metres(let heights) = samples { heights } else { nil }
  }

  static func clean(_ heights: UnsafeMutableBufferPointer<Float>, _ conversion: ElevationConversion) {
    conversion.clean(heights)
  }

  static func convert(
    _ stored: UnsafeRawPointer, _ layout: TIFFLayout, swapping: Bool, _ conversion: ElevationConversion,
    into heights: UnsafeMutableBufferPointer<Float>
  ) {
    conversion.convert(stored, layout, swapping: swapping, into: heights)
  }
}

/// The stored tiles of one layer: files of a pyramid, `.hgt` files, the entries of an archive, the blocks of a raster.
///
/// Several threads may decode tiles at once. Decoded tiles are cached by the layer, not by the reader.
protocol TileReader: Sendable {
  /// The name of the data for reports, without folders.
  var name: String { get }
  /// The vertical datum.
  var verticalDatum: VerticalDatum { get }

  /// Returns whether a tile exists at a column and row of tiles.
  /// - Complexity: O(1), or O(log *n*) in the tiles of an archive, whose directories may have to be read.
  func hasTile(column: Int, row: Int) -> Bool

  /// Decodes an existing tile; it has the layer's size, padded with voids.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded`, `.unsupportedFormat`, `.missingInput` or
  ///   `.inputOutput`.
  func decode(column: Int, row: Int) throws -> ElevationTile
}

/// A reader that can decode single rows of uncompressed tiles.
protocol TileRowReader: TileReader {
  /// Indicates whether ``decode(column:row:rows:)`` supports fewer rows than a tile.
  var readsRows: Bool { get }
  /// The memory of a decoded tile in bytes.
  var tileBytes: Int { get }

  /// Decodes some rows of an existing tile, as a tile of that number of rows.
  /// - Throws: The errors of ``TileReader/decode(column:row:)``.
  /// - Complexity: O(*n*) in the samples of those rows.
  func decode(column: Int, row: Int, rows: Range<Int>) throws -> ElevationTile
}

/// The bounding range of the existing tiles of a layer.
///
/// If tiles lie on both sides of the antimeridian, columns may continue beyond the last one of a turn.
struct TileBounds: Sendable, Hashable {
  var columns: ClosedRange<Int>
  var rows: ClosedRange<Int>

  /// Creates the bounds of tiles given by key, along the shorter way around the Earth; nil without tiles.
  /// - Complexity: O(*n* log *n*).
  init?(_ keys: some Collection<UInt64>, tilesAcross: Int) {
    let columns = Set(keys.map { Int($0 >> 28) }).sorted()
    let rows = keys.map { Int($0 & 0xFFF_FFFF) }
    guard let first = columns.first, let last = columns.last, let top = rows.min(), let bottom = rows.max()
    else { return nil }
    self.rows = top...bottom
    self.columns = first...last
    // The widest gap between columns is outside the bounds.
    var widest = first + tilesAcross - last
    for (west, east) in zip(columns, columns.dropFirst()) where east - west > widest {
      widest = east - west
      self.columns = east...west + tilesAcross
    }
  }

  init(columns: ClosedRange<Int>, rows: ClosedRange<Int>) {
    self.columns = columns
    self.rows = rows
  }
}
