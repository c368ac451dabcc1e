import CDeflate
import SkiBase

/// The compression of TIFF tiles by zlib deflate, with the predictor of their pixel type.
///
/// Shared by threads, each with its own compressor at a time.
final class TileCompression: Sendable {
  /// The compressors; libdeflate's level 4 of 12 is as dense as zlib's default and several times faster.
  private let deflaters = ObjectPool { try Deflater(level: 4) }
  private let pixel: RasterPixel
  private let side: Int

  init(pixel: RasterPixel, side: Int) {
    self.pixel = pixel
    self.side = side
  }

  /// The TIFF code of the predictor.
  var predictor: UInt16 { if case .float = pixel { 3 } else { 2 } }

  /// Returns the compressed bytes of a whole tile.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there is no memory.
  func packed(_ tile: UnsafeRawBufferPointer) throws -> [UInt8] {
    let differences = differences(tile)
    return try deflaters.use { packer in
      let bound = libdeflate_zlib_compress_bound(packer.pointer, differences.count)
      return [UInt8](unsafeUninitializedCapacity: bound) { buffer, filled in
        filled = libdeflate_zlib_compress(
          packer.pointer, differences, differences.count, buffer.baseAddress, bound)
      }
    }
  }

  /// Returns each pixel as its difference from its western neighbour.
  private func differences(_ tile: UnsafeRawBufferPointer) -> [UInt8] {
    switch pixel {
    case .grey: byteDifferences(tile, step: 1, line: side)
    case .colour: byteDifferences(tile, step: 4, line: side * 4)
    case .float: floatDifferences(tile)
    }
  }

  private func byteDifferences(_ tile: UnsafeRawBufferPointer, step: Int, line: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: tile.count) { buffer, filled in
      guard let target = buffer.baseAddress, let source = tile.baseAddress else { return }
      let bytes = source.assumingMemoryBound(to: UInt8.self)
      for start in stride(from: 0, to: tile.count, by: line) {
        for index in start..<start + step { target[index] = bytes[index] }
        var index = start + step
        while index < start + line {
          target[index] = bytes[index] &- bytes[index &- step]
          index &+= 1
        }
      }
      filled = tile.count
    }
  }

  /// Returns the bytes of each row's floats, the most significant ones first, as differences from the previous byte.
  ///
  /// **Source:** Adobe Photoshop TIFF Technical Note 3.
  private func floatDifferences(_ tile: UnsafeRawBufferPointer) -> [UInt8] {
    let line = side * 4
    return [UInt8](unsafeUninitializedCapacity: tile.count) { buffer, filled in
      guard let base = buffer.baseAddress, let bytes = tile.baseAddress?.assumingMemoryBound(to: UInt8.self)
      else { return }
      for start in stride(from: 0, to: tile.count, by: line) {
        let (source, target) = (bytes + start, base + start)
        for plane in 0..<4 {
          var column = 0
          while column < side {
            target[plane &* side &+ column] = source[column &* 4 &+ 3 &- plane]
            column &+= 1
          }
        }
        var index = line - 1
        while index > 0 {
          target[index] = target[index] &- target[index &- 1]
          index &-= 1
        }
      }
      filled = tile.count
    }
  }
}

/// A compressor of libdeflate, used by one thread at a time.
package final class Deflater {
  let pointer: OpaquePointer

  /// Creates a compressor.
  /// - Parameter level: The compression level, 1 (fast) to 12 (small).
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there is no memory.
  package init(level: Int) throws {
    guard let pointer = libdeflate_alloc_compressor(Int32(level)) else {
      throw SkiError(.limitExceeded, "there is no memory to compress a picture; free some and start again")
    }
    self.pointer = pointer
  }

  deinit { libdeflate_free_compressor(pointer) }
}
