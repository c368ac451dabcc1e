import SkiBase
import SkiSystem

/// A band whose zeros are voids of the elevations: an internal mask, one in a file beside them, or a planar alpha band.
///
/// Its tiles or strips may have another size than those of the elevations; an omitted one is void, as in GDAL. Shared by
/// any number of tasks.
final class TIFFMask: Sendable {
  /// The voids of a tile or strip.
  private enum Voids: Sendable {
    case none, all
    /// A bit for each sample, set for a void, the first in the highest bit of a byte; each row begins a byte.
    case some([UInt8])

    /// The memory in bytes, with the entry of the cache.
    var byteCount: Int { if case .some(let bits) = self { 64 + bits.count } else { 64 } }
  }

  private let striles: TIFFStrileReader
  private let cache: Locked<BoundedCache<Int, Voids>>

  /// The memory limit of the cache in bytes; a row of tiles of a large raster takes less.
  private static let cacheLimitBytes = 2 << 20

  private init(_ striles: TIFFStrileReader) {
    self.striles = striles
    cache = Locked(BoundedCache(limitBytes: Self.cacheLimitBytes))
  }

  private var layout: TIFFLayout { striles.layout }

  /// Returns the masks of a file's first image: a planar alpha band, an internal mask, and the file that has `.msk` after
  /// the name.
  ///
  /// An interleaved alpha band is read with the elevations instead.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.unsupportedFormat`, `.limitExceeded`, `.missingInput` or
  ///   `.inputOutput` for a mask that can't be read or has another size than the image.
  /// - Complexity: O(*n*) in the file's images, and in the tiles or strips of the masks.
  static func all(of file: RandomAccessFile, _ handle: TIFFHandle, _ image: TIFFLayout) throws -> [TIFFMask] {
    var masks: [TIFFMask] = []
    if image.alpha == .planar {
      let fault = TIFFFault(subject: file.path, part: "alpha band")
      masks.append(
        TIFFMask(try TIFFStrileReader(file, TIFFHandle(file), layout: image, band: 1, fault: fault)))
    }
    let directories = try TIFFDirectories(file, fault: TIFFFault(subject: file.path))
    if let directory = try directories.mask(subdirectories: handle.subdirectories) {
      masks.append(try TIFFMask(file, directory: directory, image))
    }
    let beside = file.path + ".msk"
    if access(beside, F_OK) == 0 {
      masks.append(try TIFFMask(RandomAccessFile(beside, what: "a mask"), directory: nil, image))
    }
    return masks
  }

  /// Creates a mask from an image of a file.
  private convenience init(_ file: RandomAccessFile, directory: UInt64?, _ image: TIFFLayout) throws(SkiError)
  {
    let fault = TIFFFault(subject: file.path, part: "mask")
    let handle = try TIFFHandle(file, directory: directory)
    let layout = try TIFFLayout(handle, as: .mask, fileBytes: file.byteCount, fault: fault)
    guard layout.columns == image.columns, layout.rows == image.rows else {
      throw fault(
        .malformedData,
        "it is \(layout.columns) × \(layout.rows) samples where the elevations are \(image.columns) × \(image.rows); "
          + "write the mask again, or the file without it (gdal_translate -mask none)")
    }
    self.init(try TIFFStrileReader(file, handle, directory: directory, layout: layout, fault: fault))
  }

  /// Sets the masked samples of a window to void.
  /// - Parameters:
  ///   - heights: The samples of the window, row by row.
  ///   - window: A window that starts within the raster and may end beyond it.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded` or `.inputOutput`.
  /// - Complexity: O(*n*) in the samples, and the decoding of the tiles or strips that are not cached.
  func blank<Height: TileElevation>(
    _ heights: UnsafeMutableBufferPointer<Height>, _ window: RasterWindow
  ) throws {
    let columns =
      window.column..<max(window.column, min(layout.columns, window.column + window.columns))
    let rows = window.row..<max(window.row, min(layout.rows, window.row + window.rows))
    guard let base = heights.baseAddress, !columns.isEmpty, !rows.isEmpty else { return }
    for row in rows.lowerBound / layout.storedRows...(rows.upperBound - 1) / layout.storedRows {
      let top = row * layout.storedRows
      let lines = rows.clamped(to: top..<top + layout.storedRows)
      for column in columns.lowerBound / layout.storedColumns...(columns.upperBound - 1)
        / layout.storedColumns
      {
        let left = column * layout.storedColumns
        let part = columns.clamped(to: left..<left + layout.storedColumns)
        let (voids, first) = try voids(
          ofStrile: row * layout.strilesAcross + column, rows: lines.lowerBound - top..<lines.upperBound - top
        )
        for line in lines {
          blank(
            base + (line - window.row) * window.columns + part.lowerBound - window.column, voids,
            row: line - top - first, part.lowerBound - left..<part.upperBound - left)
        }
      }
    }
  }

  /// Sets the masked samples of a part of a row to void.
  private func blank<Height: TileElevation>(
    _ heights: UnsafeMutablePointer<Height>, _ voids: Voids, row: Int, _ columns: Range<Int>
  ) {
    switch voids {
    case .none: return
    case .all: heights.update(repeating: Height.void, count: columns.count)
    case .some(let bits):
      let start = row * bytesOfBits
      for column in columns where bits[start + column >> 3] & (0x80 >> UInt8(column & 7)) != 0 {
        heights[column - columns.lowerBound] = Height.void
      }
    }
  }

  /// The number of bytes of a row in ``Voids/some(_:)``.
  private var bytesOfBits: Int { (layout.storedColumns + 7) / 8 }

  /// Returns the voids of a tile or strip, with the row at which they start.
  ///
  /// Uncompressed strips may be as large as the raster, so that only the rows needed are read.
  private func voids(ofStrile strile: Int, rows: Range<Int>) throws -> (voids: Voids, firstRow: Int) {
    if layout.isPlain, !layout.isTiled { return (try read(strile, rows), rows.lowerBound) }
    if let kept = cache.withLock({ $0.value(of: strile) }) { return (kept, 0) }
    let made = try read(strile, 0..<layout.storedRows(ofStrile: strile))
    cache.withLock { _ = $0.insert(made, of: strile, bytes: made.byteCount) }
    return (made, 0)
  }

  private func read(_ strile: Int, _ rows: Range<Int>) throws -> Voids {
    guard let place = try striles.place(strile) else { return .all }
    return try striles.withRows(strile, place, skippedRows: rows.lowerBound, count: rows.count) {
      voids(in: $0, rows: rows.count)
    }
  }

  /// Returns the zeros among stored samples.
  private func voids(in stored: UnsafeRawPointer, rows: Int) -> Voids {
    let columns = layout.storedColumns
    var bits = [UInt8](repeating: 0, count: rows * bytesOfBits)
    var count = 0
    for row in 0..<rows {
      let (line, start) = (stored + row * layout.rowBytes, row * bytesOfBits)
      for column in 0..<columns where isZero(line, column) {
        bits[start + column >> 3] |= 0x80 >> UInt8(column & 7)
        count += 1
      }
    }
    return count == 0 ? .none : count == rows * columns ? .all : .some(bits)
  }

  /// Returns whether a sample of a stored row is zero.
  @inline(__always)
  private func isZero(_ line: UnsafeRawPointer, _ column: Int) -> Bool {
    guard layout.isBits else { return (line + column * layout.placeBytes).isZero(layout.type.byteCount) }
    let bit = column * layout.interleave
    return line.load(fromByteOffset: bit >> 3, as: UInt8.self) & (0x80 >> UInt8(bit & 7)) == 0
  }
}

extension UnsafeRawPointer {
  /// Returns whether a number of bytes are all zero, as the number 0 of any type and byte order.
  @inline(__always)
  func isZero(_ count: Int) -> Bool {
    for offset in 0..<count where load(fromByteOffset: offset, as: UInt8.self) != 0 { return false }
    return true
  }
}
