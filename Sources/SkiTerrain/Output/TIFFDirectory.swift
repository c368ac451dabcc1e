/// The directory of a TIFF: little-endian, classic or BigTIFF, at the start of the file.
///
/// Its size depends on the number of tiles and not on their offsets, so that it can be written last.
/// **Source:** TIFF 6.0, Adobe 1992; BigTIFF as in libtiff.
package struct TIFFDirectory {
  /// The value of one field.
  package enum Value {
    case shorts([UInt16])
    case longs([UInt32])
    /// The offsets or sizes: 32 bits in a classic file, 64 in BigTIFF.
    case places([UInt64])
    case doubles([Double])
    case text([UInt8])
  }

  let isBig: Bool
  /// The fields in the order of their tags.
  var fields: [(tag: UInt16, value: Value)]

  /// The number of bytes of header, directory and values.
  package var byteCount: Int {
    let entries = isBig ? 16 + 8 + fields.count * 20 + 8 : 8 + 2 + fields.count * 12 + 4
    let room = isBig ? 8 : 4
    let outside = fields.map { bytes(of: $0.value).count }.filter { $0 > room }
    return Self.aligned(entries) + outside.reduce(0) { $0 + Self.aligned($1) }
  }

  /// Returns header, directory and values.
  package func bytes() -> [UInt8] {
    var head: [UInt8] = []
    var tail: [UInt8] = []
    head += Array("II".utf8)
    Self.add(UInt16(isBig ? 43 : 42), to: &head)
    if isBig { head += [8, 0, 0, 0] }
    number(UInt64(isBig ? 16 : 8), to: &head)
    if isBig { Self.add(UInt64(fields.count), to: &head) } else { Self.add(UInt16(fields.count), to: &head) }
    let entryBytes = isBig ? 20 : 12
    let start = Self.aligned(head.count + fields.count * entryBytes + (isBig ? 8 : 4))
    for field in fields {
      let value = bytes(of: field.value)
      let (type, size) = kind(of: field.value)
      Self.add(field.tag, to: &head)
      Self.add(type, to: &head)
      number(UInt64(value.count / size), to: &head)
      let room = isBig ? 8 : 4
      if value.count <= room {
        head += value + [UInt8](repeating: 0, count: room - value.count)
      } else {
        number(UInt64(start + tail.count), to: &head)
        tail += value + [UInt8](repeating: 0, count: Self.aligned(value.count) - value.count)
      }
    }
    number(0, to: &head)
    head += [UInt8](repeating: 0, count: start - head.count)
    return head + tail
  }

  /// Returns the TIFF type of a value, and the number of bytes of one element.
  private func kind(of value: Value) -> (UInt16, Int) {
    switch value {
    case .text: (2, 1)
    case .shorts: (3, 2)
    case .longs: (4, 4)
    case .places: isBig ? (16, 8) : (4, 4)
    case .doubles: (12, 8)
    }
  }

  private func bytes(of value: Value) -> [UInt8] {
    var bytes: [UInt8] = []
    switch value {
    case .text(let text): bytes = text
    case .shorts(let numbers): for number in numbers { Self.add(number, to: &bytes) }
    case .longs(let numbers): for number in numbers { Self.add(number, to: &bytes) }
    case .places(let numbers):
      bytes.reserveCapacity(numbers.count * 8)
      for place in numbers { number(place, to: &bytes) }
    case .doubles(let numbers): for number in numbers { Self.add(number.bitPattern, to: &bytes) }
    }
    return bytes
  }

  private func number(_ value: UInt64, to bytes: inout [UInt8]) {
    if isBig { Self.add(value, to: &bytes) } else { Self.add(UInt32(truncatingIfNeeded: value), to: &bytes) }
  }

  private static func add<Number: FixedWidthInteger>(_ value: Number, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private static func aligned(_ count: Int) -> Int { (count + 15) & ~15 }
}
