import SkiBase

/// The layout of a PMTiles archive: directories, then contents in the order of their tiles.
struct PMTilesLayout {
  /// The tiles that are not empty, in order.
  let records: [TileSpool.Record]
  /// The indices into `records` of the contents to write; the others repeat an earlier one.
  let contents: [UInt32]
  let root: [UInt8]
  let leaves: [UInt8]
  let entryCount: Int
  /// The number of bytes of all contents together.
  let dataBytes: UInt64

  /// The greatest number of entries in a root directory without leaves.
  private static let rootEntries = 16_384
  private static let leafEntries = 4096
  /// The greatest number of bytes of a compressed root directory.
  static let rootBytes = PMTilesHeader.startByteCount - PMTilesHeader.byteCount

  /// Creates the layout of tiles.
  /// - Parameters:
  ///   - records: The tiles in order, each once.
  ///   - spool: The file that holds the contents.
  /// - Throws: ``SkiError`` with code `.inputOutput`, or `.limitExceeded` for 2³² − 1 tiles or more.
  /// - Complexity: O(*n* log *n*); 36 bytes of memory per tile besides the records'.
  init(_ records: [TileSpool.Record], in spool: TileSpool) throws {
    guard records.count < UInt32.max else {
      throw SkiError(.limitExceeded, "\(records.count) tiles are more than an archive can have; make several")
    }
    let first = try ContentDeduplication(records, in: spool).first
    var entries: [PMTilesDirectory.Entry] = []
    var contents: [UInt32] = []
    var offsets = [UInt64](repeating: 0, count: records.count)
    var end: UInt64 = 0
    for (index, record) in records.enumerated() {
      if first[index] == index {
        offsets[index] = end
        end += UInt64(record.length)
        contents.append(UInt32(index))
      } else {
        offsets[index] = offsets[Int(first[index])]
      }
      Self.append(record, at: offsets[index], to: &entries)
    }
    self.records = records
    self.contents = contents
    dataBytes = end
    entryCount = entries.count
    (root, leaves) = try Self.directories(entries)
  }

  private static func append(
    _ record: TileSpool.Record, at offset: UInt64, to entries: inout [PMTilesDirectory.Entry]
  ) {
    if let last = entries.last {
      let next = last.tile.number + UInt64(last.runLength)
      precondition(record.number >= next, "each tile comes once, got number \(record.number) twice")
      if record.number == next, last.offset == offset, last.length == record.length {
        entries[entries.count - 1].runLength += 1
        return
      }
    }
    entries.append(
      PMTilesDirectory.Entry(
        tile: TileID(record.number), runLength: 1, length: record.length, offset: offset))
  }

  /// Encodes the entries as one root directory, or as leaves large enough that the root of their entries fits its
  /// limit.
  private static func directories(
    _ entries: [PMTilesDirectory.Entry]
  ) throws -> (root: [UInt8], leaves: [UInt8]) {
    let gzip = try Gzip(level: 9)
    if entries.count <= rootEntries {
      let root = gzip.packed(PMTilesDirectory.bytes(entries[...]))
      if root.count <= rootBytes { return (root, []) }
    }
    var size = leafEntries
    while true {
      var (names, leaves): ([PMTilesDirectory.Entry], [UInt8]) = ([], [])
      for start in stride(from: 0, to: entries.count, by: size) {
        let part = entries[start..<min(entries.count, start + size)]
        let leaf = gzip.packed(PMTilesDirectory.bytes(part))
        names.append(
          PMTilesDirectory.Entry(
            tile: entries[start].tile, runLength: 0, length: UInt32(leaf.count), offset: UInt64(leaves.count))
        )
        leaves += leaf
      }
      let root = gzip.packed(PMTilesDirectory.bytes(names[...]))
      if root.count <= rootBytes { return (root, leaves) }
      size *= 2
    }
  }
}

/// A map from each tile to the first tile with the same content.
struct ContentDeduplication {
  /// The index of the first record with the same content, for each record in the order of the tiles; its own when
  /// unique.
  let first: [UInt32]

  /// Creates the map by comparing checksums and lengths, then bytes.
  ///
  /// - Parameters:
  ///   - records: The tiles in order.
  ///   - spool: The file that holds the contents.
  /// - Throws: ``SkiError`` with code `.inputOutput` when a content can't be read.
  /// - Complexity: O(*n* log *n*), and reading the contents that share checksum and length with another.
  init(_ records: [TileSpool.Record], in spool: TileSpool) throws {
    var order = records.indices.map { UInt32($0) }
    order.sort { a, b in
      let (left, right) = (records[Int(a)], records[Int(b)])
      return (left.checksum, left.length, a) < (right.checksum, right.length, b)
    }
    var first = [UInt32](repeating: 0, count: records.count)
    var start = 0
    while start < order.count {
      let like = records[Int(order[start])]
      var end = start + 1
      while end < order.count, records[Int(order[end])].checksum == like.checksum,
        records[Int(order[end])].length == like.length
      { end += 1 }
      try Self.record(order[start..<end], records, spool, &first)
      start = end
    }
    self.first = first
  }

  /// Groups records of one checksum and length by content; in almost all cases all are equal.
  private static func record(
    _ alike: ArraySlice<UInt32>, _ records: [TileSpool.Record], _ spool: TileSpool, _ first: inout [UInt32]
  ) throws {
    guard alike.count > 1 else {
      for index in alike { first[Int(index)] = index }
      return
    }
    var different: [(index: UInt32, content: [UInt8])] = []
    for index in alike {
      let content = try spool.content(records[Int(index)])
      if let same = different.first(where: { $0.content == content }) {
        first[Int(index)] = same.index
      } else {
        different.append((index, content))
        first[Int(index)] = index
      }
    }
  }
}
