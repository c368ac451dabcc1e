import SkiBase

/// The unpacking of a gzip file or a deflated member of a zip archive, in windows.
///
/// A stream that ends too early gives what stands before; a checksum that is wrong is noted, not refused. A reference,
/// since the reader of the windows asks for both at its end; it belongs to one reader.
final class Inflation {
  /// The form around a deflated stream.
  enum Container {
    /// One or more gzip members.
    case gzip
    /// None; the checksum and the byte count stand in the directory of a zip archive.
    case zipMember(checksum: UInt32)
  }

  /// Indicates whether the packed stream ended too early.
  private(set) var isCutOff = false
  /// Indicates whether the checksum of what was unpacked is not the one written.
  private(set) var hasInvalidChecksum = false
  /// The offset of the next byte of the packed stream.
  var packedByteOffset: Int { bits.byteOffset }
  private let name: String
  private let container: Container
  private let byteLimit: Int
  private var bits: BitReader
  private var inflater = Inflater()
  private var checksum = CRC32()
  private var total = 0
  private var hasBegun = false
  private var hasEnded = false
  private static let windowSize = 1 << 16

  /// Creates the unpacking of a stream to at most a number of bytes.
  init(_ packed: ByteStream, _ container: Container, byteLimit: Int) {
    (name, self.container, self.byteLimit, bits) = (packed.name, container, byteLimit, BitReader(packed))
  }

  /// Replaces a window by the next unpacked bytes; by none at the end.
  /// - Throws: ``SkiError`` with code `.malformedData` for a damaged stream, `.limitExceeded` beyond the limit, and
  ///   the errors of the packed stream.
  func next(into window: inout [UInt8]) throws {
    window.removeAll(keepingCapacity: true)
    do {
      while window.isEmpty, !hasEnded { try decode(into: &window) }
    } catch InflationFault.cutOff {
      (isCutOff, hasEnded) = (true, true)
      checksum.add(window)
    } catch InflationFault.damaged(let reason) {
      throw SkiError(
        .malformedData, "packed recording is damaged: \(reason); fetch it again",
        subject: "\(name), byte \(packedByteOffset)")
    }
    total += window.count
    guard total <= byteLimit else {
      throw SkiError(
        .limitExceeded, "unpacked recording is larger than \(byteLimit) bytes; no day has so many",
        subject: name)
    }
  }

  private func decode(into window: inout [UInt8]) throws {
    if !hasBegun, case .gzip = container { try readGzipHeader() }
    hasBegun = true
    try inflater.decode(&bits, into: &window, atMostBytes: Self.windowSize)
    guard inflater.hasEnded else {
      checksum.add(window)
      return
    }
    checksum.add(window)
    try endMember()
  }

  /// Checks the end of a member, and begins the next.
  private func endMember() throws {
    try bits.alignToByte()
    hasEnded = true
    switch container {
    case .zipMember(let written): hasInvalidChecksum = written != checksum.value
    case .gzip:
      // Four bytes of the checksum and four of the byte count.
      let written = try bits.take(16) | bits.take(16) << 16
      _ = try bits.take(32)
      if written != checksum.value { hasInvalidChecksum = true }
      // Other bytes after a member, such as padding, are ignored, as by gzip itself.
      guard try bits.peek(16) == 0x8B1F else { return }
      (inflater, checksum, hasBegun, hasEnded) = (Inflater(), CRC32(), false, false)
    }
  }

  /// Reads the header of a member.
  ///
  /// **Source:** RFC 1952, 2.3.
  private func readGzipHeader() throws {
    guard try bits.take(16) == 0x8B1F, try bits.take(8) == 8 else {
      throw InflationFault.damaged("a gzip header is expected")
    }
    let flags = try bits.take(8)
    for _ in 0..<6 { _ = try bits.take(8) }
    if flags & 4 != 0 {
      for _ in 0..<(try bits.take(16)) { _ = try bits.take(8) }
    }
    // The name and the comment end with a zero.
    for flag in [8, 16] as [UInt32] where flags & flag != 0 {
      while try bits.take(8) != 0 {}
    }
    if flags & 2 != 0 { _ = try bits.take(16) }
  }
}

/// The cyclic redundancy check of gzip and zip: 32 bits, polynomial 0x04C11DB7 reflected.
///
/// **Source:** RFC 1952, 8.
struct CRC32 {
  private var state: UInt32 = .max

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
  }

  /// The checksum of the bytes added up to now.
  var value: UInt32 { ~state }

  /// Adds bytes. Complexity: O(bytes).
  mutating func add(_ bytes: [UInt8]) {
    let table = Self.table
    for byte in bytes { state = state >> 8 ^ table[Int((state ^ UInt32(byte)) & 0xFF)] }
  }
}
