import CDeflate
import CPNG
import SkiBase

/// The pixels of a small square PNG: red, green, blue and alpha of eight bits each, rows from the top.
///
/// Colour profiles and gamma are ignored, since the colours encode heights.
struct PNGImage {
  /// The number of pixels along each side, a power of two.
  let size: Int
  /// The `4 * size * size` bytes of the pixels.
  let pixels: [UInt8]

  /// The supported numbers of pixels along each side.
  static let sizes = [64, 128, 256, 512, 1024]
  /// The maximum size of a file in bytes.
  static let fileLimitBytes = 32 << 20

  /// Creates an image by decoding a PNG file.
  /// - Throws: ``SkiError`` with code `.malformedData` when the bytes are no complete PNG, `.unsupportedFormat` when
  ///   its size or depth is not supported, `.limitExceeded` when its data decompresses to more than its pixels.
  /// - Complexity: O(*n*) in the pixels and bytes.
  init(decoding bytes: [UInt8], subject: String) throws(SkiError) {
    size = try Self.size(ofHeader: bytes, subject: subject)
    let chunks = try PNGChunks(bytes, subject: subject)
    try PNGInflation(header: bytes, size: size).check(chunks.compressedPixels(), subject: subject)
    let heightChunks = chunks.withoutColourManagement()
    pixels = try Self.decode(heightChunks, size: size, subject: subject)
  }

  /// Returns the number of pixels along each side from the header of a file.
  /// - Throws: ``SkiError`` with code `.malformedData` when the bytes are no PNG, `.unsupportedFormat` when the size or
  ///   depth is not supported.
  static func size(ofHeader bytes: [UInt8], subject: String) throws(SkiError) -> Int {
    guard bytes.count >= 33, bytes.starts(with: PNGChunk.signature),
      bytes[12..<16].elementsEqual("IHDR".utf8)
    else {
      throw SkiError(
        .malformedData, "file of \(bytes.count) bytes is not a PNG; replace it by an elevation tile",
        subject: subject)
    }
    let width = PNGChunks.bigEndian(bytes, 16)
    let height = PNGChunks.bigEndian(bytes, 20)
    guard width == height, sizes.contains(width) else {
      throw SkiError(
        .unsupportedFormat,
        "tile is \(width) × \(height) pixels; elevation tiles are square, 256 or 512 pixels", subject: subject
      )
    }
    guard bytes[24] <= 8 else {
      throw SkiError(
        .unsupportedFormat, "tile has \(bytes[24]) bits a channel; elevation tiles have 8", subject: subject)
    }
    return width
  }

  private static func decode(_ bytes: [UInt8], size: Int, subject: String) throws(SkiError) -> [UInt8] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    var pixels = [UInt8](repeating: 0, count: size * size * 4)
    // libpng keeps the addresses of image and bytes between its calls, so all of them happen here.
    let failure = withUnsafeMutablePointer(to: &image) { image in
      bytes.withUnsafeBytes { source in
        pixels.withUnsafeMutableBytes { readImage(image, source, into: $0, size: size) }
      }
    }
    if let failure {
      throw SkiError(
        .malformedData, "PNG can't be decoded; replace the tile", subject: subject, underlying: failure)
    }
    return pixels
  }

  /// Returns libpng's error message, or nil on success.
  private static func readImage(
    _ image: UnsafeMutablePointer<png_image>, _ source: UnsafeRawBufferPointer,
    into target: UnsafeMutableRawBufferPointer, size: Int
  ) -> String? {
    defer { png_image_free(image) }
    guard png_image_begin_read_from_memory(image, source.baseAddress, source.count) != 0 else {
      return message(of: image)
    }
    guard image.pointee.width == size, image.pointee.height == size else { return "size changed" }
    image.pointee.format = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
    guard png_image_finish_read(image, nil, target.baseAddress, png_int_32(size * 4), nil) != 0 else {
      return message(of: image)
    }
    return nil
  }

  private static func message(of image: UnsafeMutablePointer<png_image>) -> String {
    withUnsafeBytes(of: image.pointee.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

/// The chunks of a PNG file.
struct PNGChunks {
  private let bytes: [UInt8]
  private var chunks: [(name: [UInt8], range: Range<Int>)] = []

  /// Creates the list of chunks up to the last, checking every length against the file.
  /// - Throws: ``SkiError`` with code `.malformedData` when the file ends before its last chunk.
  init(_ bytes: [UInt8], subject: String) throws(SkiError) {
    self.bytes = bytes
    var at = PNGChunk.signature.count
    var name: [UInt8] = []
    while !name.elementsEqual("IEND".utf8) {
      guard at + 12 <= bytes.count, Self.bigEndian(bytes, at) <= bytes.count - at - 12 else {
        throw SkiError(
          .malformedData, "PNG is cut off at byte \(bytes.count); fetch the tile again", subject: subject)
      }
      let end = at + 12 + Self.bigEndian(bytes, at)
      name = Array(bytes[at + 4..<at + 8])
      chunks.append((name, at..<end))
      at = end
    }
  }

  /// Returns the compressed pixels: the concatenated contents of the `IDAT` chunks.
  func compressedPixels() -> [UInt8] {
    chunks.filter { $0.name.elementsEqual("IDAT".utf8) }
      .flatMap { bytes[$0.range.lowerBound + 8..<$0.range.upperBound - 4] }
  }

  /// Returns the file without the chunks that change decoded colours (gamma, profiles).
  func withoutColourManagement() -> [UInt8] {
    let kept = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].map { Array($0.utf8) }
    var out = PNGChunk.signature
    out.reserveCapacity(bytes.count)
    for chunk in chunks where kept.contains(chunk.name) { out.append(contentsOf: bytes[chunk.range]) }
    return out
  }

  /// Returns the unsigned big-endian 32-bit number at an offset.
  static func bigEndian(_ bytes: [UInt8], _ at: Int) -> Int {
    Int(bytes[at]) << 24 | Int(bytes[at + 1]) << 16 | Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
  }
}

/// A check that the compressed pixels of a PNG decompress to no more than its rows.
///
/// libpng decompresses data beyond the last row too, so that a file of a megabyte could take the time of a gigabyte.
struct PNGInflation {
  /// The number of compressed bytes up to which files are not checked: deflate's maximum ratio is 1032:1.
  static let uncheckedBytes = 64 << 10

  /// The size in bytes of all rows with their filter types; an upper bound for interlaced images.
  let limitBytes: Int

  /// Creates the check from the header of a file.
  /// - Precondition: ``PNGImage/size(ofHeader:subject:)`` accepted the header.
  init(header: [UInt8], size: Int) {
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][Int(header[25])] ?? 4
    let row = 1 + (size * channels * Int(header[24]) + 7) / 8
    // Seven passes have under two filter types and two partial bytes for each row of the image.
    limitBytes = size * row + (header[28] == 0 ? 0 : 8 * size)
  }

  /// Checks that compressed pixels decompress to no more than the rows.
  /// - Throws: ``SkiError`` with code `.limitExceeded`; damaged data is left to libpng to reject.
  /// - Complexity: O(``limitBytes``), whatever the size of the decompressed data.
  func check(_ compressed: [UInt8], subject: String) throws(SkiError) {
    guard compressed.count > Self.uncheckedBytes, let decompressor = libdeflate_alloc_decompressor() else {
      return
    }
    defer { libdeflate_free_decompressor(decompressor) }
    var result = LIBDEFLATE_SUCCESS
    _ = [UInt8](unsafeUninitializedCapacity: limitBytes) { target, filled in
      result = libdeflate_zlib_decompress(
        decompressor, compressed, compressed.count, target.baseAddress, limitBytes, &filled)
      if result != LIBDEFLATE_SUCCESS { filled = 0 }
    }
    guard result != LIBDEFLATE_INSUFFICIENT_SPACE else {
      throw SkiError(
        .limitExceeded,
        "PNG unpacks to more than the \(limitBytes) bytes of its pixels; replace the tile", subject: subject)
    }
  }
}

/// The chunks of PNG files: length, name, content and checksum.
package enum PNGChunk {
  /// The signature of PNG files.
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Returns an encoded chunk.
  /// - Complexity: O(*n*) in the bytes.
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
