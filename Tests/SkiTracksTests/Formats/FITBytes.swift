/// A writer of FIT files for tests.
struct FITBytes {
  /// A field of a definition message.
  struct Field {
    var number: UInt8
    var size: UInt8
    var type: UInt8
  }

  /// The messages up to now, without header and checksum.
  private(set) var data: [UInt8] = []
  var isBigEndian = false

  static let timestamp = Field(number: 253, size: 4, type: 0x86)
  static let latitude = Field(number: 0, size: 4, type: 0x85)
  static let longitude = Field(number: 1, size: 4, type: 0x85)
  static let altitude = Field(number: 78, size: 4, type: 0x86)
  static let speed = Field(number: 73, size: 4, type: 0x86)
  static let accuracy = Field(number: 31, size: 1, type: 0x02)
  /// The seconds from the epoch of FIT to 2026-02-01T09:30:00Z.
  static let start: UInt32 = 1_769_938_200 - 631_065_600

  /// Appends a definition message; developer fields are given by their sizes.
  mutating func define(_ local: UInt8, _ message: UInt16, _ fields: [Field], developer: [UInt8] = []) {
    data += [0x40 | (developer.isEmpty ? 0 : 0x20) | local, 0, isBigEndian ? 1 : 0]
    append(UInt64(message), size: 2)
    data.append(UInt8(fields.count))
    for field in fields { data += [field.number, field.size, field.type] }
    if !developer.isEmpty {
      data.append(UInt8(developer.count))
      for (number, size) in developer.enumerated() { data += [UInt8(number), size, 0] }
    }
  }

  /// Appends the header of a data message; with a compressed time when given.
  mutating func begin(_ local: UInt8, compressedTime: UInt8? = nil) {
    data.append(compressedTime.map { 0x80 | local << 5 | $0 } ?? local)
  }

  /// Appends a number of some bytes in the byte order.
  mutating func append(_ value: UInt64, size: Int) {
    for index in 0..<size {
      let shift = 8 * (isBigEndian ? size - 1 - index : index)
      data.append(UInt8(value >> UInt64(shift) & 0xFF))
    }
  }

  mutating func append(bytes: [UInt8]) { data += bytes }

  /// Appends degrees in semicircles.
  mutating func append(degrees: Double) {
    let value = Int32((degrees * 2_147_483_648 / 180).rounded())
    append(UInt64(UInt32(bitPattern: value)), size: 4)
  }

  /// Appends a record of type 0 with time, place, altitude and speed.
  mutating func record(_ second: UInt32, _ latitude: Double, _ longitude: Double) {
    begin(0)
    append(UInt64(Self.start + second), size: 4)
    append(degrees: latitude)
    append(degrees: longitude)
    append(UInt64((1800.2 + 500) * 5), size: 4)
    append(3250, size: 4)
  }

  /// Appends the definition of the records of ``record(_:_:_:)``.
  mutating func defineRecords(developer: [UInt8] = []) {
    define(
      0, 20, [Self.timestamp, Self.latitude, Self.longitude, Self.altitude, Self.speed], developer: developer)
  }

  /// Appends an event of the timer: 0 start, 4 stop.
  mutating func timer(_ type: UInt8) {
    define(1, 21, [Field(number: 0, size: 1, type: 0), Field(number: 1, size: 1, type: 0)])
    begin(1)
    append(bytes: [0, type])
  }

  /// Returns the file: header, messages and checksums.
  func file(headerByteCount: Int = 14, dataByteCount: Int? = nil) -> [UInt8] {
    let size = dataByteCount ?? data.count
    var bytes: [UInt8] = [UInt8(headerByteCount), 0x20, 0x54, 0x08]
    for index in 0..<4 { bytes.append(UInt8(size >> (8 * index) & 0xFF)) }
    bytes += ".FIT".utf8
    if headerByteCount == 14 { bytes += Self.checksum(bytes) }
    bytes += data
    return bytes + Self.checksum(bytes)
  }

  /// Returns the two bytes of the checksum (CRC-16/ARC), bit by bit.
  static func checksum(_ bytes: [UInt8]) -> [UInt8] {
    var value: UInt16 = 0
    for byte in bytes {
      value ^= UInt16(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xA001 : value >> 1 }
    }
    return [UInt8(value & 0xFF), UInt8(value >> 8)]
  }
}
