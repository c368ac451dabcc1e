import SkiBase

/// The directory of a zip archive, and the streams of its members.
///
/// **Source:** APPNOTE.TXT, .ZIP File Format Specification (PKWARE), 4.3 and 4.4; ZIP64 and encryption are not read.
struct ZipArchive {
  /// A member of the archive.
  struct Member {
    /// The name with its folders.
    let name: String
    fileprivate let method: Int
    fileprivate let isEncrypted: Bool
    fileprivate let checksum: UInt32
    fileprivate let packedByteCount: Int
    fileprivate let headerOffset: Int

    /// The name without its folders.
    var fileName: String { String(name.split(separator: "/").last ?? "") }
    /// Indicates whether it is a file with content, and none of the Finder's notes.
    var isFile: Bool { !name.hasSuffix("/") && packedByteCount > 0 && !name.hasPrefix("__MACOSX/") }
  }

  /// The members in the order of the directory.
  private(set) var members: [Member] = []
  private let bytes: SeekableBytes
  private let byteLimit: Int
  /// The greatest number of bytes of a directory.
  private static let directoryByteLimit = 16 << 20
  private static let endByteCount = 22

  /// Reads the directory.
  /// - Parameters:
  ///   - bytes: The archive.
  ///   - byteLimit: The greatest number of bytes to which a member is unpacked.
  /// - Throws: ``SkiError`` with code `.malformedData` for a damaged archive, `.limitExceeded` for a directory beyond
  ///   the limit, and the errors of reading.
  /// - Complexity: O(*n*) in the bytes of the directory.
  init(_ bytes: SeekableBytes, byteLimit: Int) throws {
    (self.bytes, self.byteLimit) = (bytes, byteLimit)
    let tail = try bytes.bytes(max(0, bytes.count - 65_557)..<bytes.count) ?? []
    guard let end = Self.directoryEnd(in: tail) else { throw damaged("its directory is missing") }
    let (size, offset) = (tail.number(at: end + 12, bytes: 4), tail.number(at: end + 16, bytes: 4))
    guard size <= Self.directoryByteLimit else {
      throw SkiError(
        .limitExceeded, "zip archive has a directory of \(size) bytes; unpack it", subject: bytes.name)
    }
    guard let directory = try bytes.bytes(offset..<offset + size) else {
      throw damaged("its directory lies outside")
    }
    try readMembers(directory)
  }

  /// Returns the offset of the end record, the last with its signature.
  private static func directoryEnd(in tail: [UInt8]) -> Int? {
    guard tail.count >= endByteCount else { return nil }
    return stride(from: tail.count - endByteCount, through: 0, by: -1).first {
      tail[$0...].starts(with: [0x50, 0x4B, 5, 6])
    }
  }

  private mutating func readMembers(_ directory: [UInt8]) throws(SkiError) {
    var at = 0
    while at + 46 <= directory.count, directory[at...].starts(with: [0x50, 0x4B, 1, 2]) {
      let nameEnd = at + 46 + directory.number(at: at + 28, bytes: 2)
      guard nameEnd <= directory.count else { throw damaged("its directory is cut off") }
      members.append(
        Member(
          name: String(decoding: directory[at + 46..<nameEnd], as: UTF8.self),
          method: directory.number(at: at + 10, bytes: 2),
          isEncrypted: directory[at + 8] & 1 == 1,
          checksum: UInt32(directory.number(at: at + 16, bytes: 4)),
          packedByteCount: directory.number(at: at + 20, bytes: 4),
          headerOffset: directory.number(at: at + 42, bytes: 4)))
      at = nameEnd + directory.number(at: at + 30, bytes: 2) + directory.number(at: at + 32, bytes: 2)
    }
  }

  /// Returns the stream of a member, unpacked.
  /// - Throws: ``SkiError`` with code `.malformedData` for a damaged archive, `.unsupportedFormat` for a member that is
  ///   encrypted or packed otherwise than by deflate, and the errors of reading.
  func stream(of member: Member) throws -> ByteStream {
    guard !member.isEncrypted, member.method == 0 || member.method == 8 else {
      throw SkiError(
        .unsupportedFormat,
        "\(member.name.shortened(toScalars: 60)) is \(member.isEncrypted ? "encrypted" : "packed by method \(member.method)"); unpack the archive",
        subject: bytes.name)
    }
    let header = member.headerOffset
    guard let head = try bytes.bytes(header..<header + 30), head.starts(with: [0x50, 0x4B, 3, 4]) else {
      throw damaged("a member is not where the directory says")
    }
    let start = header + 30 + head.number(at: 26, bytes: 2) + head.number(at: 28, bytes: 2)
    guard start + member.packedByteCount <= bytes.count else { throw damaged("a member is cut off") }
    let packed = bytes.stream(start..<start + member.packedByteCount)
    guard member.method == 8 else { return packed }
    return ByteStream(inflating: packed, as: .zipMember(checksum: member.checksum), byteLimit: byteLimit)
  }

  private func damaged(_ reason: String) -> SkiError {
    SkiError(
      .malformedData, "zip archive is damaged: \(reason); fetch it again", subject: bytes.name)
  }
}

extension [UInt8] {
  /// Returns an unsigned number of some bytes, lowest first.
  /// - Precondition: The bytes lie within the array.
  fileprivate func number(at offset: Int, bytes count: Int) -> Int {
    (0..<count).reduce(0) { $0 | Int(self[offset + $1]) << (8 * $1) }
  }
}
