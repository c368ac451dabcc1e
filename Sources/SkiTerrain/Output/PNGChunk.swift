import CDeflate

/// The frame of each part of a PNG file: length, name, content and checksum.
package enum PNGChunk {
  /// The first bytes of every PNG file.
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Returns a chunk as it stands in a file.
  /// - Complexity: O(bytes).
  package static func bytes(_ name: String, _ content: [UInt8]) -> [UInt8] {
    var chunk: [UInt8] = []
    chunk.reserveCapacity(content.count + 12)
    chunk += bigEndian(UInt32(content.count))
    chunk += name.utf8
    chunk += content
    let checksum = chunk.withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress.map { $0 + 4 }, $0.count - 4) }
    return chunk + bigEndian(checksum)
  }

  package static func bigEndian(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
  }
}

/// What stands in a PNG file before its pixels.
enum PNGHeader {
  /// Returns signature, size, transparency, texts and the beginning of the compressed stream.
  static func bytes(grid: RasterGrid, pixel: RasterPixel, label: RasterLabel) -> [UInt8] {
    let isGrey = pixel == .grey
    let size = PNGChunk.bigEndian(UInt32(grid.columns)) + PNGChunk.bigEndian(UInt32(grid.rows))
    var bytes = PNGChunk.signature
    // Eight bits, grey or red-green-blue-alpha, deflate, the five filters, not interlaced.
    bytes += PNGChunk.bytes("IHDR", size + [8, isGrey ? 0 : 6, 0, 0, 0])
    if isGrey { bytes += PNGChunk.bytes("tRNS", [0, 0]) }
    bytes += text("Title", label.title)
    bytes += text("Description", label.description)
    bytes += text("Software", RasterLabel.software)
    if let copyright = label.copyright { bytes += text("Copyright", copyright) }
    return bytes + PNGChunk.bytes("IDAT", PNGBand.streamStart)
  }

  /// A text chunk: plain where ASCII does, else international; no zero byte can be in it.
  private static func text(_ keyword: String, _ words: String) -> [UInt8] {
    let content = words.utf8.filter { $0 != 0 }
    let key = Array(keyword.utf8) + [0]
    guard content.allSatisfy({ $0 < 0x80 }) else {
      // Not compressed, no language, no translated keyword.
      return PNGChunk.bytes("iTXt", key + [0, 0, 0, 0] + content)
    }
    return PNGChunk.bytes("tEXt", key + content)
  }
}
