import CDeflate

/// PNG files that libpng's writer does not make: palettes, extra chunks, invalid headers.
enum TinyPNG {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A picture of one palette colour.
  static func palette(size: Int, _ red: UInt8, _ green: UInt8, _ blue: UInt8) -> [UInt8] {
    let rows = [UInt8](repeating: 0, count: size * (size + 1))
    return signature + header(width: size, height: size, depth: 8, colourType: 3)
      + chunk("PLTE", [red, green, blue]) + chunk("IDAT", zlibStored(rows)) + chunk("IEND", [])
  }

  /// A picture of 16-bit red, green and blue.
  static func sixteenBit(size: Int) -> [UInt8] {
    let rows = [UInt8](repeating: 0, count: size * (size * 6 + 1))
    return signature + header(width: size, height: size, depth: 16, colourType: 2)
      + chunk("IDAT", zlibStored(rows)) + chunk("IEND", [])
  }

  /// A PNG whose compressed pixels expand to `byteCount` zero bytes, independent of its size.
  static func unpacking(to byteCount: Int, size: Int) -> [UInt8] {
    signature + header(width: size, height: size, depth: 8, colourType: 6)
      + chunk("IDAT", zlibPacked([UInt8](repeating: 0, count: byteCount))) + chunk("IEND", [])
  }

  /// A PNG header of a size, without pixel data.
  static func claiming(width: Int, height: Int) -> [UInt8] {
    signature + header(width: width, height: height, depth: 8, colourType: 2) + chunk("IEND", [])
  }

  /// Returns the file with one more chunk behind its header.
  static func inserting(_ name: String, _ data: [UInt8], afterHeaderOf file: [UInt8]) -> [UInt8] {
    Array(file[..<33]) + chunk(name, data) + Array(file[33...])
  }

  static func header(width: Int, height: Int, depth: UInt8, colourType: UInt8) -> [UInt8] {
    chunk("IHDR", number(UInt32(width)) + number(UInt32(height)) + [depth, colourType, 0, 0, 0])
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return number(UInt32(data.count)) + body + number(crc(body))
  }

  private static func number(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }

  private static func zlibPacked(_ bytes: [UInt8]) -> [UInt8] {
    let compressor = libdeflate_alloc_compressor(1)
    defer { libdeflate_free_compressor(compressor) }
    let bound = libdeflate_zlib_compress_bound(compressor, bytes.count)
    return [UInt8](unsafeUninitializedCapacity: bound) { target, filled in
      filled = libdeflate_zlib_compress(compressor, bytes, bytes.count, target.baseAddress, bound)
    }
  }

  /// A zlib stream of stored blocks.
  private static func zlibStored(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x01]
    var at = 0
    while at < bytes.count {
      let count = min(65_535, bytes.count - at)
      let (low, high) = (UInt8(count & 255), UInt8(count >> 8))
      out += [at + count == bytes.count ? 1 : 0, low, high, ~low, ~high]
      out += bytes[at..<at + count]
      at += count
    }
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return out + number(b << 16 | a)
  }
}
