import CDeflate
import SkiBase
import SkiSystem

/// An append-only file of tiles, with 24 bytes of memory for each.
///
/// Either an unnamed scratch file, deleted with the last reference, or a named ``WorkFile`` that remains after an
/// interruption. Belongs to one thread at a time.
final class TileSpool {
  /// The location of a tile's content in the file.
  struct Record: Sendable, Hashable {
    /// The tile number, as ``TileID`` defines it.
    var number: UInt64
    /// The offset of the content from the start of the file.
    var offset: UInt64
    /// The number of bytes of the content; 0 for an empty tile.
    var length: UInt32
    /// The CRC-32 of the content.
    var checksum: UInt32
  }

  /// The number of bytes before each content: number, length, checksum of the content, checksum of these.
  static let recordHeadBytes = 20
  /// The greatest number of bytes of a content, in writing and reading.
  static let contentLimitBytes = 1 << 28
  private static let bufferBytes = 1 << 20

  let path: String
  private(set) var records: [Record]
  private let descriptor: Int32
  /// Indicates whether the file remains when the spool is released.
  private let lasts: Bool
  private var buffer: [UInt8] = []
  /// The offset in the file at which the buffer is to be written.
  private var bufferOffset: Int

  /// Creates an unnamed file beside the path of an archive.
  /// - Throws: ``SkiError`` with code `.unwritableOutput` when it can't be made.
  init(beside path: String) throws {
    let name = TemporaryName.make(for: path)
    descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw SkiError(
        .unwritableOutput,
        "archive can't be written: \(systemMessage(errno)); choose a folder you may write to",
        subject: path)
    }
    unlink(name)
    self.path = path
    records = []
    lasts = false
    bufferOffset = 0
  }

  /// Creates a spool from an open file whose first `byteCount` bytes hold the given records.
  init(path: String, descriptor: Int32, byteCount: Int, records: [Record]) {
    self.path = path
    self.descriptor = descriptor
    self.records = records
    lasts = true
    bufferOffset = byteCount
  }

  deinit {
    // Closing alone would leave a lock to a child process that has just been forked and holds the descriptor until it executes.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Adds a tile; no bytes mark an empty tile.
  /// - Throws: ``SkiError`` with code `.inputOutput`, such as on a full disk, or `.limitExceeded` for a tile of more
  ///   than 256 MiB.
  /// - Complexity: O(bytes).
  func add(_ tile: [UInt8], at address: TileAddress) throws {
    guard tile.count <= Self.contentLimitBytes else {
      throw SkiError(
        .limitExceeded,
        "tile of \(tile.count) bytes is more than \(Self.contentLimitBytes); choose fewer layers or attributes",
        subject: "\(address)")
    }
    let record = Record(
      number: address.id.number, offset: UInt64(bufferOffset + buffer.count + Self.recordHeadBytes),
      length: UInt32(tile.count), checksum: crc32(tile))
    let start = buffer.count
    buffer.appendLittleEndian(record.number)
    buffer.appendLittleEndian(record.length)
    buffer.appendLittleEndian(record.checksum)
    buffer.appendLittleEndian(crc32(buffer[start...]))
    buffer += tile
    records.append(record)
    if buffer.count >= Self.bufferBytes { try flush() }
  }

  /// Writes the buffer to the file.
  /// - Throws: ``SkiError`` with code `.inputOutput`, such as on a full disk.
  func flush() throws {
    do {
      try buffer.withUnsafeBytes {
        try PositionedWriter(descriptor: descriptor, path: path).write($0, at: bufferOffset)
      }
    } catch let error as SkiError {
      throw lasts ? error.withResumeAdvice : error
    }
    bufferOffset += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }

  /// Reads a content that has been flushed.
  /// - Throws: ``SkiError`` with code `.inputOutput` when it can't be read back.
  func content(_ record: Record) throws -> [UInt8] {
    var got = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(record.length)) { target, filled in
      while filled < target.count, let base = target.baseAddress {
        got = pread(descriptor, base + filled, target.count - filled, off_t(record.offset) + off_t(filled))
        if got < 0 && errno == EINTR { continue }
        if got <= 0 { break }
        filled += got
      }
    }
    guard bytes.count == Int(record.length) else {
      throw SkiError(
        .inputOutput, "tiles can't be read back from byte \(record.offset); check the disk and start again",
        subject: path, underlying: got < 0 ? systemMessage(errno) : nil)
    }
    return bytes
  }

  /// Returns the records of tiles that are not empty, in the order of their tiles.
  ///
  /// - Parameter wanted: The numbers of the tiles to return, ascending; nil for all.
  /// - Complexity: O(*n* log *n*).
  func sortedRecords(of wanted: [UInt64]? = nil) -> [Record] {
    var sorted = records.filter { $0.length > 0 }
    sorted.sort { $0.number < $1.number }
    guard let wanted else { return sorted }
    var next = 0
    sorted.removeAll { record in
      while next < wanted.count, wanted[next] < record.number { next += 1 }
      return next == wanted.count || wanted[next] != record.number
    }
    return sorted
  }
}

/// Returns the CRC-32 used by zip and PNG. Complexity: O(bytes).
func crc32(_ bytes: some Collection<UInt8>) -> UInt32 {
  bytes.withContiguousStorageIfAvailable { crc32(UnsafeRawBufferPointer($0)) }
    ?? Array(bytes).withUnsafeBytes { crc32($0) }
}

/// Returns the CRC-32 used by zip and PNG. Complexity: O(bytes).
func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
  libdeflate_crc32(0, bytes.baseAddress, bytes.count)
}

extension SkiError {
  /// The same error, with the advice that the build can resume from its work file.
  fileprivate var withResumeAdvice: SkiError {
    var error = self
    let reason = message.split(separator: ";").first ?? ""
    error.message = "\(reason); free some space and start again, the tiles made so far are kept"
    return error
  }
}

extension TileAddress {
  /// Creates the address of a PMTiles tile number.
  /// - Precondition: The number's zoom is at most ``zoomLimit``.
  init(_ id: TileID) {
    let zoom = id.zoom
    let place = id.place(zoom: zoom)
    guard let address = TileAddress(zoom: zoom, column: place.column, row: place.row) else {
      preconditionFailure("number \(id.number) is no tile's")
    }
    self = address
  }

  /// The PMTiles number of the tile.
  var id: TileID { TileID(zoom: zoom, column: column, row: row) }
}
