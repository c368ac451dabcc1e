import CZlib
import SkiBase

/// The unpacking of a gzip file or a deflated member of a zip archive by zlib, in windows.
///
/// A stream that ends too early gives what stands before; a checksum that is wrong is noted, not refused. A reference,
/// since the reader of the windows asks for both at its end; it belongs to one reader.
///
/// **Source:** RFC 1951 and 1952.
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
  var packedByteOffset: Int { consumed + position }
  private let name: String
  private let container: Container
  private let byteLimit: Int
  private var packed: ByteStream
  /// A window of the packed stream, the position of its next byte, and the number of bytes before it.
  private var input: [UInt8] = []
  private var position = 0
  private var consumed = 0
  /// The state of zlib, which holds its own address.
  private let state: UnsafeMutablePointer<z_stream>
  private var checksum: UInt32 = 0
  private var total = 0
  private var hasBegun = false
  private var hasEnded = false
  private static let windowSize = 1 << 16
  /// Tells zlib that neither its own header nor that of gzip comes first.
  private static let rawWindowBits: Int32 = -15

  private enum Fault: Error {
    case cutOff
    case damaged(String)
  }

  /// Creates the unpacking of a stream to at most a number of bytes.
  init(_ packed: ByteStream, _ container: Container, byteLimit: Int) {
    (name, self.packed, self.container, self.byteLimit) = (packed.name, packed, container, byteLimit)
    state = .allocate(capacity: 1)
    state.initialize(to: z_stream())
    let status = inflateInit2_(state, Self.rawWindowBits, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(status == Z_OK, "zlib can't begin: \(status)")
  }

  deinit {
    inflateEnd(state)
    state.deallocate()
  }

  /// Replaces a window by the next unpacked bytes; by none at the end.
  /// - Throws: ``SkiError`` with code `.malformedData` for a damaged stream, `.limitExceeded` beyond the limit, and
  ///   the errors of the packed stream.
  func next(into window: inout [UInt8]) throws {
    window.removeAll(keepingCapacity: true)
    do {
      while window.isEmpty, !hasEnded { try decode(into: &window) }
    } catch Fault.cutOff {
      (isCutOff, hasEnded) = (true, true)
    } catch Fault.damaged(let reason) {
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
    if !hasBegun, case .gzip = container {
      guard try takesMagicNumber() else { throw Fault.damaged("a gzip header is expected") }
      try skipGzipHeader()
    }
    hasBegun = true
    guard try hasInput() else { throw Fault.cutOff }
    let isEnded = try inflate(into: &window)
    checksum = UInt32(truncatingIfNeeded: crc32(UInt(checksum), window, UInt32(window.count)))
    if isEnded { try endMember() }
  }

  /// Unpacks into an empty window what the input and the window's size allow, and returns whether the member has ended.
  private func inflate(into window: inout [UInt8]) throws -> Bool {
    var status = Z_OK
    window = [UInt8](unsafeUninitializedCapacity: Self.windowSize) { output, count in
      input.withUnsafeMutableBufferPointer { input in
        state.pointee.next_in = input.baseAddress.map { $0 + position }
        state.pointee.avail_in = UInt32(input.count - position)
        state.pointee.next_out = output.baseAddress
        state.pointee.avail_out = UInt32(output.count)
        status = CZlib.inflate(state, Z_NO_FLUSH)
        position = input.count - Int(state.pointee.avail_in)
        count = output.count - Int(state.pointee.avail_out)
      }
    }
    switch status {
    case Z_STREAM_END: return true
    case Z_OK, Z_BUF_ERROR: return false
    case Z_MEM_ERROR:
      throw SkiError(.limitExceeded, "memory is too small to unpack a recording", subject: name)
    default: throw Fault.damaged(state.pointee.msg.map { String(cString: $0) } ?? "zlib gives \(status)")
    }
  }

  /// Checks the end of a member, and begins the next.
  private func endMember() throws {
    hasEnded = true
    switch container {
    case .zipMember(let written): hasInvalidChecksum = written != checksum
    case .gzip:
      // Four bytes of the checksum and four of the byte count.
      let written = try number(byteCount: 4)
      _ = try number(byteCount: 4)
      if written != checksum { hasInvalidChecksum = true }
      // Other bytes after a member, such as padding, are ignored, as by gzip itself.
      guard try takesMagicNumber() else { return }
      try skipGzipHeader()
      (checksum, hasEnded) = (0, false)
      inflateReset(state)
    }
  }

  /// Takes the first two bytes of a gzip member; returns false at others, and at the end.
  private func takesMagicNumber() throws -> Bool {
    for byte: UInt8 in [0x1F, 0x8B] {
      guard try hasInput(), input[position] == byte else { return false }
      position += 1
    }
    return true
  }

  /// Skips what follows these bytes in the header of a member.
  ///
  /// **Source:** RFC 1952, 2.3.
  private func skipGzipHeader() throws {
    guard try number(byteCount: 1) == 8 else { throw Fault.damaged("the way of packing is unknown") }
    let flags = try number(byteCount: 1)
    for _ in 0..<6 { _ = try number(byteCount: 1) }
    if flags & 4 != 0 {
      for _ in 0..<(try number(byteCount: 2)) { _ = try number(byteCount: 1) }
    }
    // The name and the comment end with a zero.
    for flag in [8, 16] as [UInt32] where flags & flag != 0 {
      while try number(byteCount: 1) != 0 {}
    }
    if flags & 2 != 0 { _ = try number(byteCount: 2) }
  }

  /// Takes a number of up to 4 bytes from the packed stream, the lowest first.
  private func number(byteCount: Int) throws -> UInt32 {
    var value: UInt32 = 0
    for index in 0..<byteCount {
      guard try hasInput() else { throw Fault.cutOff }
      value |= UInt32(input[position]) << UInt32(8 * index)
      position += 1
    }
    return value
  }

  /// Returns whether the packed stream has a byte more.
  private func hasInput() throws -> Bool {
    guard position == input.count else { return true }
    consumed += position
    position = 0
    try packed.next(into: &input)
    return !input.isEmpty
  }
}
