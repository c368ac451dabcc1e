/// The part of a PNG file before its pixels.
enum PNGHeader {
  /// Returns signature, size, transparency, texts and the start of the compressed stream.
  static func bytes(grid: RasterGrid, pixel: RasterPixel, label: RasterMetadata) -> [UInt8] {
    let isGrey = pixel == .grey
    let size = PNGChunk.bigEndian(UInt32(grid.columns)) + PNGChunk.bigEndian(UInt32(grid.rows))
    var bytes = PNGChunk.signature
    // Eight bits, grey or RGBA, deflate, the five filters, not interlaced.
    bytes += PNGChunk.bytes("IHDR", size + [8, isGrey ? 0 : 6, 0, 0, 0])
    if isGrey { bytes += PNGChunk.bytes("tRNS", [0, 0]) }
    bytes += text("Title", label.title)
    bytes += text("Description", label.description)
    bytes += text("Software", RasterMetadata.software)
    if let copyright = label.copyright { bytes += text("Copyright", copyright) }
    return bytes + PNGChunk.bytes("IDAT", PNGBand.streamStart)
  }

  /// Returns a text chunk, plain for ASCII and international otherwise, without zero bytes.
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
