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
