import CDeflate
import SkiBase
import SkiTestSupport

@testable import SkiTiles

/// A PMTiles archive read as a whole, with the violations of the specification.
struct ReferenceArchive {
  let header: PMTilesHeader
  let metadata: String
  /// The bytes of each tile by its tile id.
  private(set) var tiles: [UInt64: [UInt8]] = [:]
  /// The entries of all directories that lead to tiles, in order.
  private(set) var entries: [PMTilesDirectory.Entry] = []
  private(set) var leafCount = 0

  init(_ bytes: [UInt8]) throws {
    header = try PMTilesHeader(bytes, fileSize: bytes.count, subject: "archive")
    metadata = String(decoding: Self.gunzip(Array(bytes[header.metadata])), as: UTF8.self)
    try walk(bytes[header.rootDirectory], bytes)
    for entry in entries {
      let start = header.tileData.lowerBound + Int(entry.offset)
      for number in entry.tile.number..<entry.tile.number + UInt64(entry.runLength) {
        tiles[number] = Array(bytes[start..<start + Int(entry.length)])
      }
    }
  }

  private mutating func walk(_ packed: ArraySlice<UInt8>, _ bytes: [UInt8]) throws {
    let directory = try PMTilesDirectory(Self.gunzip(Array(packed)), header: header, subject: "archive")
    for entry in directory.entries {
      guard entry.runLength == 0 else {
        entries.append(entry)
        continue
      }
      leafCount += 1
      let start = header.leafDirectories.lowerBound + Int(entry.offset)
      try walk(bytes[start..<start + Int(entry.length)], bytes)
    }
  }

  /// Returns the rules of the specification that the archive violates; empty for a valid one.
  func faults(fileSize: Int) -> [String] {
    var faults: [String] = []
    let parts = [header.rootDirectory, header.metadata, header.leafDirectories, header.tileData]
    if parts[0].lowerBound != 127 || parts[3].upperBound != fileSize { faults.append("ends of the file") }
    for (a, b) in zip(parts, parts.dropFirst()) where a.upperBound != b.lowerBound { faults.append("gap") }
    if header.rootDirectory.upperBound > 16_384 { faults.append("root too large") }
    if header.tileCount != tiles.count { faults.append("tile count") }
    if header.entryCount != entries.count { faults.append("entry count") }
    if header.contentCount != Set(entries.map(\.offset)).count { faults.append("content count") }
    if header.zooms.lowerBound != entries.first?.tile.zoom { faults.append("lowest zoom") }
    if header.zooms.upperBound != entries.last?.tile.zoom { faults.append("highest zoom") }
    var end: UInt64 = 0
    for entry in entries {
      if entry.offset > end { faults.append("not clustered at tile \(entry.tile.number)") }
      end = max(end, entry.offset + UInt64(entry.length))
    }
    if end != UInt64(header.tileData.count) { faults.append("data without a tile") }
    return faults
  }

  static func gunzip(_ bytes: [UInt8]) -> [UInt8] {
    guard let decompressor = libdeflate_alloc_decompressor(), bytes.count > 18 else { return [] }
    defer { libdeflate_free_decompressor(decompressor) }
    let size = bytes.suffix(4).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    var filled = 0
    return [UInt8](unsafeUninitializedCapacity: size) { target, count in
      let result = libdeflate_gzip_decompress(
        decompressor, bytes, bytes.count, target.baseAddress, size, &filled)
      count = result == LIBDEFLATE_SUCCESS ? filled : 0
    }
  }
}

/// Tiles for archives under test.
enum DrawnArchive {
  static let tileSet = TileSet(
    name: "Drawn", description: "for tests", attribution: "© <Mappers> & others", format: .vector,
    zooms: 0...14, bounds: BoundingBox(south: 46.5, west: 10, north: 47.5, east: 12),
    layers: [
      TileSet.Layer(
        id: "runs", description: "Runs", zooms: 8...14,
        fields: [.init("name", .string), .init("length", .number), .init("lit", .boolean)])
    ])

  static let picture = TileSet(
    name: "Shade", description: "for tests", attribution: "none", format: .png, zooms: 12...12,
    bounds: BoundingBox(south: 46.5, west: 10, north: 47.5, east: 12), encoding: "terrarium")

  /// Random places of random zooms, each once, with some contents shared.
  static func tiles(
    _ count: Int, contents: Int, using random: inout SeededGenerator
  ) -> [(TileAddress, [UInt8])] {
    let pool = (0..<contents).map { index in
      (0..<Int.random(in: 1...200, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      } + Array("content \(index)".utf8)
    }
    var taken: Set<TileAddress> = []
    while taken.count < count {
      let zoom = Int.random(in: 3...14, using: &random)
      let side = min(1 << zoom, 1 << 7)
      let (x, y) = (Int.random(in: 0..<side, using: &random), Int.random(in: 0..<side, using: &random))
      if let address = TileAddress(zoom: zoom, column: x, row: y) { taken.insert(address) }
    }
    return taken.sorted { $0.id < $1.id }.map { ($0, pool.randomElement(using: &random) ?? []) }
  }
}
