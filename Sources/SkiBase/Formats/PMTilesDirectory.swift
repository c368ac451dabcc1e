/// A directory of a PMTiles archive: the byte range of each run of tiles or of a leaf directory.
///
/// Every entry is validated: tile numbers ascend, runs don't overlap, ranges lie within their section of the file.
package struct PMTilesDirectory: Sendable {
  package struct Entry: Sendable, Hashable {
    package var tile: TileID
    /// The number of consecutive tiles with the same contents; 0 for a leaf directory.
    package var runLength: UInt32
    package var length: UInt32
    /// The offset from the start of the tile data, or of the leaf directories.
    package var offset: UInt64

    package init(tile: TileID, runLength: UInt32, length: UInt32, offset: UInt64) {
      self.tile = tile
      self.runLength = runLength
      self.length = length
      self.offset = offset
    }
  }

  package let entries: [Entry]

  /// The maximum number of entries; a directory of them takes 24 MiB.
  package static let entryLimit = 1 << 20

  /// Creates a directory from its uncompressed bytes.
  /// - Throws: ``SkiError`` with code `.malformedData` when an entry is invalid, `.limitExceeded` beyond
  ///   ``entryLimit``.
  /// - Complexity: O(*n*) in the bytes.
  package init(_ bytes: [UInt8], header: PMTilesHeader, subject: String) throws(SkiError) {
    var numbers = VarintReader(bytes: bytes, subject: subject)
    let count = try numbers.next()
    // An entry takes at least four bytes.
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
        throw Self.broken("tile numbers don't increase", subject)
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

  /// Reads the offsets, stored plus one; zero means directly after the preceding entry.
  private static func readOffsets(
    _ entries: inout [Entry], _ numbers: inout VarintReader, _ subject: String
  ) throws(SkiError) {
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

  private static func check(_ entries: [Entry], _ header: PMTilesHeader, _ subject: String) throws(SkiError) {
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

  /// Returns the index of the last entry that starts at or before a tile, or nil.
  /// - Complexity: O(log *n*).
  package func lastIndex(notAfter tile: TileID) -> Int? {
    let after = entries.partitioningIndex { $0.tile > tile }
    return after == 0 ? nil : after - 1
  }
}

extension PMTilesDirectory {
  /// Returns an uncompressed directory.
  ///
  /// Contiguous contents need no offset, so that archives in the order of their tiles have small directories.
  /// - Complexity: O(*n*).
  /// - Precondition: Tile numbers ascend.
  package static func bytes(_ entries: ArraySlice<Entry>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 5 + 8)
    bytes.appendVarint(UInt64(entries.count))
    var before: UInt64 = 0
    for entry in entries {
      bytes.appendVarint(entry.tile.number - before)
      before = entry.tile.number
    }
    for entry in entries { bytes.appendVarint(UInt64(entry.runLength)) }
    for entry in entries { bytes.appendVarint(UInt64(entry.length)) }
    var end: UInt64?
    for entry in entries {
      bytes.appendVarint(entry.offset == end ? 0 : entry.offset + 1)
      end = entry.offset + UInt64(entry.length)
    }
    return bytes
  }
}

/// A reader of unsigned LEB128 numbers: seven bits a byte, the lowest first.
package struct VarintReader {
  private let bytes: [UInt8]
  private let subject: String
  private var at = 0

  package init(bytes: [UInt8], subject: String) {
    self.bytes = bytes
    self.subject = subject
  }

  package var isAtEnd: Bool { at == bytes.count }

  /// Reads the next number.
  /// - Throws: ``SkiError`` with code `.malformedData` when the bytes end within a number or it exceeds 64 bits.
  package mutating func next() throws(SkiError) -> UInt64 {
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

  /// Reads the next number of at most 32 bits.
  /// - Throws: ``SkiError`` with code `.malformedData` when the bytes end within a number or it exceeds 32 bits.
  package mutating func small() throws(SkiError) -> UInt32 {
    guard let value = UInt32(exactly: try next()) else {
      throw SkiError(
        .malformedData,
        "directory is broken: a number before byte \(at) is too large; fetch the archive again",
        subject: subject)
    }
    return value
  }
}

extension [UInt8] {
  /// Appends a number as unsigned LEB128: seven bits a byte, the lowest first.
  package mutating func appendVarint(_ number: UInt64) {
    var left = number
    while left > 0x7F {
      append(UInt8(truncatingIfNeeded: left) | 0x80)
      left >>= 7
    }
    append(UInt8(truncatingIfNeeded: left))
  }
}

/// The number of a tile in PMTiles: by zoom, and within a zoom along a Hilbert curve.
///
/// **Source:** PMTiles specification, version 3; the curve by quadrants as in Warren, Hacker's Delight, ch. 16.
package struct TileID: Hashable, Comparable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }

  /// Creates the id of a tile.
  /// - Precondition: The zoom is 0...26, column and row are within the zoom.
  package init(zoom: Int, column: Int, row: Int) {
    var (x, y) = (column, row)
    var along: UInt64 = 0
    var side = (1 << zoom) >> 1
    while side > 0 {
      let (right, below) = (x & side != 0, y & side != 0)
      along += UInt64(side) * UInt64(side) * (right ? (below ? 2 : 3) : (below ? 1 : 0))
      (x, y) = (x & (side - 1), y & (side - 1))
      if !below { Self.turn(&x, &y, side: side, right: right) }
      side >>= 1
    }
    number = Self.first(zoom: zoom).number + along
  }

  /// Returns the first tile of a zoom.
  package static func first(zoom: Int) -> TileID { TileID(((1 << UInt64(2 * zoom)) - 1) / 3) }

  /// The zoom of the tile.
  /// - Complexity: O(zoom).
  package var zoom: Int {
    var zoom = 0
    while zoom < 31, Self.first(zoom: zoom + 1).number <= number { zoom += 1 }
    return zoom
  }

  /// Returns the column and row of a tile whose zoom is known.
  package func place(zoom: Int) -> (column: Int, row: Int) {
    var left = number - Self.first(zoom: zoom).number
    var (x, y) = (0, 0)
    var side = 1
    while side < 1 << zoom {
      let quadrant = left & 3
      let (right, below) = (quadrant >= 2, quadrant == 1 || quadrant == 2)
      if !below { Self.turn(&x, &y, side: side, right: right) }
      if right { x += side }
      if below { y += side }
      left >>= 2
      side <<= 1
    }
    return (x, y)
  }

  private static func turn(_ x: inout Int, _ y: inout Int, side: Int, right: Bool) {
    if right { (x, y) = (side - 1 - x, side - 1 - y) }
    swap(&x, &y)
  }

  package static func < (a: TileID, b: TileID) -> Bool { a.number < b.number }
}
