@testable import SkiTerrain

/// Writes small PMTiles archives, with tile numbers computed along the Hilbert curve as the specification describes.
struct PMTilesWriter {
  struct Tile {
    let zoom: Int
    let column: Int
    let row: Int
    let bytes: [UInt8]
  }

  var packsDirectories = true
  var packsTiles = false
  /// The number of entries of a leaf directory; nil keeps all in the root.
  var leafSize: Int?
  /// The number of levels of directories between root and tiles.
  var leafLevels = 1
  /// Indicates whether tile data lies in the order of the directory.
  var isClustered = true
  var tileKind: UInt8 = 2
  var version: UInt8 = 3

  typealias Entry = (tile: UInt64, run: UInt64, length: UInt64, offset: UInt64)

  /// Returns the number of a tile along the Hilbert curve.
  static func number(zoom: Int, column: Int, row: Int) -> UInt64 {
    var number: UInt64 = (0..<zoom).reduce(0) { $0 + UInt64(1) << UInt64(2 * $1) }
    var (x, y) = (column, row)
    var side = 1 << zoom
    while side > 1 {
      side /= 2
      let (right, below) = (x >= side ? 1 : 0, y >= side ? 1 : 0)
      number += UInt64(side * side * ((3 * right) ^ below))
      if below == 0 {
        if right == 1 { (x, y) = (2 * side - 1 - x, 2 * side - 1 - y) }
        (x, y) = (y, x)
      }
      (x, y) = (x & (side - 1), y & (side - 1))
    }
    return number
  }

  /// Returns the bytes of an archive; equal successive tiles share one entry.
  func archive(_ tiles: [Tile]) -> [UInt8] {
    let sorted = tiles.map { (Self.number(zoom: $0.zoom, column: $0.column, row: $0.row), $0.bytes) }
      .sorted { $0.0 < $1.0 }
    var (entries, data): ([Entry], [UInt8]) = ([], [])
    var last: [UInt8] = []
    for (number, bytes) in isClustered ? sorted : sorted.reversed() {
      if isClustered, let before = entries.last, before.tile + before.run == number, last == bytes {
        entries[entries.count - 1].run += 1
        continue
      }
      let stored = packsTiles ? ArchiveCompression.gzip(bytes) : bytes
      entries.append((number, 1, UInt64(stored.count), UInt64(data.count)))
      data += stored
      last = bytes
    }
    entries.sort { $0.tile < $1.tile }
    var leaves: [UInt8] = []
    if let leafSize {
      for _ in 0..<leafLevels { entries = cut(entries, leafSize, into: &leaves) }
    }
    let zooms = tiles.map { UInt8($0.zoom) }
    return assembled(
      root: packed(directory(entries)), leaves: leaves, data: data,
      zooms: (zooms.min() ?? 0, zooms.max() ?? 0))
  }

  private func cut(_ entries: [Entry], _ size: Int, into leaves: inout [UInt8]) -> [Entry] {
    stride(from: 0, to: entries.count, by: size).map { start in
      let part = Array(entries[start..<min(entries.count, start + size)])
      let bytes = packed(directory(part))
      defer { leaves += bytes }
      return (part[0].tile, 0, UInt64(bytes.count), UInt64(leaves.count))
    }
  }

  func packed(_ bytes: [UInt8]) -> [UInt8] { packsDirectories ? ArchiveCompression.gzip(bytes) : bytes }

  /// The bytes of a directory before compression.
  func directory(_ entries: [Entry]) -> [UInt8] {
    var bytes = Self.varint(UInt64(entries.count))
    var before: UInt64 = 0
    for entry in entries {
      bytes += Self.varint(entry.tile &- before)
      before = entry.tile
    }
    for entry in entries { bytes += Self.varint(entry.run) }
    for entry in entries { bytes += Self.varint(entry.length) }
    for (index, entry) in entries.enumerated() {
      let follows = index > 0 && entries[index - 1].offset &+ entries[index - 1].length == entry.offset
      bytes += Self.varint(follows ? 0 : entry.offset &+ 1)
    }
    return bytes
  }

  /// Returns the header and the parts of an archive.
  func assembled(root: [UInt8], leaves: [UInt8], data: [UInt8], zooms: (UInt8, UInt8)) -> [UInt8] {
    let metadata = packed(Array("{}".utf8))
    var header = Array("PMTiles".utf8) + [version]
    var at = 127
    for part in [root, metadata, leaves, data] {
      header += Self.littleEndian(UInt64(at), 8) + Self.littleEndian(UInt64(part.count), 8)
      at += part.count
    }
    header += [UInt8](repeating: 0, count: 24)
    header += [isClustered ? 1 : 0, packsDirectories ? 2 : 1, packsTiles ? 2 : 1, tileKind, zooms.0, zooms.1]
    header += [UInt8](repeating: 0, count: 25)
    return header + root + metadata + leaves + data
  }

  static func varint(_ value: UInt64) -> [UInt8] {
    var (left, bytes) = (value, [UInt8]())
    while left > 0x7F {
      bytes.append(UInt8(left & 0x7F) | 0x80)
      left >>= 7
    }
    return bytes + [UInt8(left)]
  }

  static func littleEndian(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * $0)) }
  }
}
