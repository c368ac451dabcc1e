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
