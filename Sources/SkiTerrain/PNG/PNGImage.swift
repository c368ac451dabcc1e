import CPNG
import SkiGeo

/// The pixels of a small square PNG: red, green, blue, alpha, eight bits each, rows from the top.
///
/// Numbers are taken as they stand: colour profiles and gamma are ignored, since the colours are heights.
struct PNGImage {
  /// Pixels along each side, a power of two.
  let size: Int
  /// `4 * size * size` bytes.
  let pixels: [UInt8]

  /// The sides a tile may have, in pixels.
  static let sizes = [64, 128, 256, 512, 1024]
  /// The largest file that is read, bytes.
  static let fileLimitBytes = 32 << 20

  /// Decodes the bytes of a PNG file.
  /// - Throws: ``SkiError`` with code `.malformedData` when the bytes are no whole PNG, `.unsupportedFormat` when
  ///   its size or depth is none that elevation tiles have, `.limitExceeded` when its data unpack to more than its pixels.
  /// - Complexity: O(pixels + bytes).
  init(decoding bytes: [UInt8], subject: String) throws {
    size = try Self.size(ofHeader: bytes, subject: subject)
    let chunks = try PNGChunks(bytes, subject: subject)
    try PNGInflation(header: bytes, size: size).check(chunks.compressedPixels(), subject: subject)
    let heightChunks = chunks.withoutColourManagement()
    pixels = try Self.decode(heightChunks, size: size, subject: subject)
  }

  /// Reads the side of a tile from the first bytes of its file, refusing what can't be an elevation tile.
  static func size(ofHeader bytes: [UInt8], subject: String) throws -> Int {
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

  private static func decode(_ bytes: [UInt8], size: Int, subject: String) throws -> [UInt8] {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    var pixels = [UInt8](repeating: 0, count: size * size * 4)
    // libpng keeps the addresses of image and bytes between its calls, so all of them happen in here.
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

  /// Returns libpng's complaint, or nil when the target is filled.
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

/// The chunks a PNG file is made of.
struct PNGChunks {
  private let bytes: [UInt8]
  private var chunks: [(name: [UInt8], range: Range<Int>)] = []

  /// Walks the chunks up to the end mark; every length is checked against the file.
  /// - Throws: ``SkiError`` with code `.malformedData` when the file ends before its end mark.
  init(_ bytes: [UInt8], subject: String) throws {
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

  /// The compressed pixels: the contents of all chunks of image data, one after the other.
  func compressedPixels() -> [UInt8] {
    chunks.filter { $0.name.elementsEqual("IDAT".utf8) }
      .flatMap { bytes[$0.range.lowerBound + 8..<$0.range.upperBound - 4] }
  }

  /// The same file without the chunks that would make a decoder change colours (gamma, profiles).
  func withoutColourManagement() -> [UInt8] {
    let kept = ["IHDR", "PLTE", "tRNS", "IDAT", "IEND"].map { Array($0.utf8) }
    var out = PNGChunk.signature
    out.reserveCapacity(bytes.count)
    for chunk in chunks where kept.contains(chunk.name) { out.append(contentsOf: bytes[chunk.range]) }
    return out
  }

  /// The unsigned 32-bit number at an offset.
  static func bigEndian(_ bytes: [UInt8], _ at: Int) -> Int {
    Int(bytes[at]) << 24 | Int(bytes[at + 1]) << 16 | Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
  }
}
