import SkiBase
import SkiSystem

/// The file beside an archive that collects tiles during a build, and from which an interrupted build resumes.
///
/// Byte table: Data/Formats/pmtiles.md. A value; `Sendable`.
struct WorkFile: Sendable {
  /// The path of the archive.
  let archivePath: String
  /// A text of everything the bytes of a tile depend on.
  let key: String

  private static let signature = Array("SKIWORK\n".utf8)
  private static let version: UInt32 = 1
  /// The greatest size in bytes of a file of zeros that is treated as an unwritten work file.
  private static let holeLimitBytes = 1 << 16

  var path: String { archivePath + ".work" }

  /// Opens the file with the tiles already in it; without any when it is new, damaged or has another key.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when it can't be made, is no work file, or is locked by
  ///   another process; `.inputOutput` when it can't be read or written.
  /// - Complexity: O(bytes) of its tiles, all of which are read and checked.
  func open() throws -> TileSpool {
    let descriptor = SkiSystem.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else {
      throw SkiError(
        .unwritableOutput,
        "archive can't be written: \(systemMessage(errno)); choose a folder you may write to", subject: path)
    }
    do {
      try lock(descriptor)
      return try spool(descriptor)
    } catch {
      flock(descriptor, LOCK_UN)
      close(descriptor)
      throw error
    }
  }

  /// Deletes the file.
  func remove() { unlink(path) }

  private func lock(_ descriptor: Int32) throws {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SkiError(.unwritableOutput, "work file is not a regular file; remove it", subject: path)
    }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
      throw SkiError(
        .unwritableOutput, "another process is making this archive; wait for it or choose another name",
        subject: path)
    }
  }

  private func spool(_ descriptor: Int32) throws -> TileSpool {
    let head = headBytes
    let reader = try RandomAccessFile(path, what: "a work file")
    var start = [UInt8](repeating: 0, count: head.count)
    let got = try start.withUnsafeMutableBytes { try reader.readSome(into: $0, at: 0) }
    guard Self.isOurs(start[..<got], of: reader.byteCount) else {
      throw SkiError(
        .unwritableOutput,
        "file is not a work file of an archive and would be overwritten; remove it or choose another name for the archive",
        subject: path)
    }
    guard got == head.count, start == head else {
      guard ftruncate(descriptor, 0) == 0 else { throw Self.failure(path) }
      try head.withUnsafeBytes {
        try PositionedWriter(descriptor: descriptor, path: path).write($0, at: 0)
      }
      guard synchronizes(descriptor) else { throw Self.failure(path) }
      return TileSpool(path: path, descriptor: descriptor, byteCount: head.count, records: [])
    }
    let (records, end) = try Self.records(in: reader, from: head.count)
    guard ftruncate(descriptor, off_t(end)) == 0 else { throw Self.failure(path) }
    return TileSpool(path: path, descriptor: descriptor, byteCount: end, records: records)
  }

  /// Returns whether a file with this start may be overwritten.
  ///
  /// A process killed during its first write leaves part of the signature; a power cut leaves a short file of zeros.
  /// Both end before the first record, since the head is synchronised to disk before any record is written.
  private static func isOurs(_ start: ArraySlice<UInt8>, of byteCount: Int) -> Bool {
    signature.starts(with: start.prefix(signature.count))
      || byteCount <= holeLimitBytes && start.prefix(4096).allSatisfy { $0 == 0 }
  }

  private var headBytes: [UInt8] {
    let text = Array(key.utf8)
    var bytes = Self.signature
    bytes.appendLittleEndian(Self.version)
    bytes.appendLittleEndian(UInt32(clamping: text.count))
    bytes.appendLittleEndian(crc32(bytes + text))
    return bytes + text
  }

  /// Reads the records up to the first incomplete one, and the offset at which that begins.
  private static func records(
    in file: RandomAccessFile, from start: Int
  ) throws -> (records: [TileSpool.Record], end: Int) {
    var records: [TileSpool.Record] = []
    var seen: Set<UInt64> = []
    var end = start
    var head = [UInt8](repeating: 0, count: TileSpool.recordHeadBytes)
    while try head.withUnsafeMutableBytes({ try file.readSome(into: $0, at: end) }) == head.count {
      guard let record = TileSpool.Record(head, at: end), seen.insert(record.number).inserted,
        Int(record.length) <= file.byteCount - end - head.count
      else { break }
      var content = [UInt8](repeating: 0, count: Int(record.length))
      let got = try content.withUnsafeMutableBytes { try file.readSome(into: $0, at: end + head.count) }
      guard got == content.count, crc32(content) == record.checksum else { break }
      records.append(record)
      end += head.count + content.count
    }
    return (records, end)
  }

  private static func failure(_ path: String) -> SkiError {
    SkiError(
      .inputOutput, "work file can't be created: \(systemMessage(errno)); remove it", subject: path)
  }
}

extension TileSpool.Record {
  /// Creates a record from the head of a content, or returns nil when its checksum is wrong or its length exceeds the
  /// limit.
  fileprivate init?(_ head: [UInt8], at offset: Int) {
    func number(_ at: Int, _ count: Int) -> UInt64 {
      (0..<count).reduce(0) { $0 | UInt64(head[at + $1]) << UInt64(8 * $1) }
    }
    guard UInt64(crc32(head[..<16])) == number(16, 4), number(8, 4) <= UInt64(TileSpool.contentLimitBytes)
    else { return nil }
    self.init(
      number: number(0, 8), offset: UInt64(offset + head.count), length: UInt32(number(8, 4)),
      checksum: UInt32(number(12, 4)))
  }
}
