import Glibc
import SkiFormats
import SkiGeo

/// The file beside an archive in which tiles wait while it is built, and from which an interrupted build goes on.
///
/// Byte table: Data/Formats/pmtiles.md. A value; `Sendable`.
struct WorkFile: Sendable {
  /// Where the archive is to stand.
  let archivePath: String
  /// All that the bytes of a tile depend on, as text.
  let key: String

  private static let signature = Array("SKIWORK\n".utf8)
  private static let version: UInt32 = 1
  /// The largest file of zeros that is taken for a work file that was never written, bytes.
  private static let holeLimitBytes = 1 << 16

  var path: String { archivePath + ".work" }

  /// Opens the file with the tiles that are in it already; without any where it is of something else, broken, or not there.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when it can't be made, or another process works on it,
  ///   `.inputOutput`.
  /// - Complexity: O(bytes) of the tiles there are: all are read and checked.
  func open() throws -> TileSpool {
    let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else {
      throw SkiError(
        .unwritableOutput,
        "archive can't be written: \(systemMessage(errno)); choose a folder you may write to", subject: path)
    }
    do {
      try lock(descriptor)
      return try spool(descriptor)
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Takes the file away.
  func remove() { unlink(path) }

  private func lock(_ descriptor: Int32) throws {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw SkiError(.unwritableOutput, "work file is no regular file; take it away", subject: path)
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
        "file is no work file of an archive and would be lost; take it away or choose another name for the archive",
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

  /// Whether a file that starts so may be begun anew.
  ///
  /// A process killed while it wrote the first bytes leaves some of them; a power cut then leaves a short file of zeros. Both end before
  /// the first record, as the first bytes are on disk before there is one.
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

  /// Reads the records up to the first that isn't whole, and where that begins.
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
      .inputOutput, "work file can't be begun: \(systemMessage(errno)); take it away", subject: path)
  }
}

extension TileSpool.Record {
  /// Reads what stands before a content; nil when its own checksum is wrong or the content is larger than any.
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
