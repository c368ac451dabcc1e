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
