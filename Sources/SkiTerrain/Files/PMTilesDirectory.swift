import SkiFiles
import SkiGeo

/// A directory of a PMTiles archive: for each run of tiles where the picture is, or where a further directory is.
///
/// Every entry was checked: numbers rise, runs don't overlap, ranges lie within their part of the file.
struct PMTilesDirectory: Sendable {
  struct Entry: Sendable, Hashable {
    var tile: TileID
    /// How many tiles from `tile` on share the picture; 0 for a further directory.
    var runLength: UInt32
    var length: UInt32
    /// From the start of the tile data, or of the leaf directories.
    var offset: UInt64
  }

  let entries: [Entry]

  /// The most entries believed; a directory of them takes 24 MiB.
  static let entryLimit = 1 << 20

  /// Decodes an unpacked directory.
  /// - Throws: ``SkiError`` with code `.malformedData` or `.limitExceeded`.
  /// - Complexity: O(bytes).
  init(_ bytes: [UInt8], header: PMTilesHeader, subject: String) throws {
    var numbers = Varints(bytes: bytes, subject: subject)
    let count = try numbers.next()
    // An entry takes four bytes at least.
    guard count <= UInt64(Self.entryLimit), count <= UInt64(bytes.count / 4) else {
      throw SkiError(
        count > UInt64(Self.entryLimit) ? .limitExceeded : .malformedData,
        "directory of \(bytes.count) bytes claims \(count) entries; make the archive again", subject: subject)
    }
    var entries = [Entry](
      repeating: Entry(tile: TileID(0), runLength: 0, length: 0, offset: 0), count: Int(count))
    var tile: UInt64 = 0
    for index in entries.indices {
      let (sum, overflows) = tile.addingReportingOverflow(try numbers.next())
      guard !overflows, index == 0 || sum > tile else {
        throw Self.broken("tile numbers don't rise", subject)
      }
      tile = sum
      entries[index].tile = TileID(sum)
    }
    for index in entries.indices { entries[index].runLength = try numbers.small() }
    for index in entries.indices { entries[index].length = try numbers.small() }
    try Self.readOffsets(&entries, &numbers, subject)
    guard numbers.isAtEnd else { throw Self.broken("bytes follow the last entry", subject) }
    try Self.check(entries, header, subject)
    self.entries = entries
  }

  /// Offsets are stored plus one; zero means right after the entry before.
  private static func readOffsets(
    _ entries: inout [Entry], _ numbers: inout Varints, _ subject: String
  ) throws {
    for index in entries.indices {
      let stored = try numbers.next()
      if stored > 0 {
        entries[index].offset = stored - 1
        continue
      }
      guard index > 0 else { throw broken("the first entry has no offset", subject) }
      let before = entries[index - 1]
      let (offset, overflows) = before.offset.addingReportingOverflow(UInt64(before.length))
      guard !overflows else { throw broken("offsets are too large", subject) }
      entries[index].offset = offset
    }
  }

  private static func check(_ entries: [Entry], _ header: PMTilesHeader, _ subject: String) throws {
    for (index, entry) in entries.enumerated() {
      let part = UInt64(entry.runLength == 0 ? header.leafDirectories.count : header.tileData.count)
      guard entry.length > 0, entry.offset <= part, UInt64(entry.length) <= part - entry.offset else {
        throw broken("entry \(index) points beyond its part of the file", subject)
      }
      guard
        index + 1 == entries.count
          || entries[index + 1].tile.number - entry.tile.number >= UInt64(entry.runLength)
      else { throw broken("runs of tiles overlap at entry \(index)", subject) }
    }
  }

  private static func broken(_ what: String, _ subject: String) -> SkiError {
    SkiError(.malformedData, "directory is broken: \(what); fetch the archive again", subject: subject)
  }

  /// Returns the index of the last entry that starts at or before a tile, or nil. Complexity: O(log *n*).
  func lastIndex(notAfter tile: TileID) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].tile <= tile { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }
}

/// Numbers of seven bits a byte, the lowest first, one after the other.
struct Varints {
  private let bytes: [UInt8]
  private let subject: String
  private var at = 0

  init(bytes: [UInt8], subject: String) {
    self.bytes = bytes
    self.subject = subject
  }

  var isAtEnd: Bool { at == bytes.count }

  /// - Throws: ``SkiError`` with code `.malformedData` when the bytes end within a number or it exceeds 64 bits.
  mutating func next() throws -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while at < bytes.count {
      let byte = bytes[at]
      at += 1
      guard shift < 63 || byte <= 1 else { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw SkiError(
      .malformedData, "directory is broken: no number ends at byte \(at); fetch the archive again",
      subject: subject)
  }

  /// The same for a number of 32 bits.
  mutating func small() throws -> UInt32 {
    guard let value = UInt32(exactly: try next()) else {
      throw SkiError(
        .malformedData,
        "directory is broken: a number before byte \(at) is too large; fetch the archive again",
        subject: subject)
    }
    return value
  }
}
