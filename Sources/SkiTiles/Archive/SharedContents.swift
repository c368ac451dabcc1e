/// Which tiles have the same bytes as one before them.
struct SharedContents {
  /// For each record, in the order of the tiles, the first one with the same bytes; itself when there is none before.
  let first: [UInt32]

  /// Finds equal contents by checksum and length, then byte by byte.
  ///
  /// - Parameters:
  ///   - records: In the order of their tiles.
  ///   - spool: Where the contents are.
  /// - Throws: ``SkiError`` with code `.inputOutput`.
  /// - Complexity: O(*n* log *n*), and the reading of contents whose checksum and length another one has too.
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
      try Self.settle(order[start..<end], records, spool, &first)
      start = end
    }
    self.first = first
  }

  /// Tells the contents of one checksum and length apart; as good as always they are one.
  private static func settle(
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
