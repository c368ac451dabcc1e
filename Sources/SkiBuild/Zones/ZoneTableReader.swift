import SkiBase

/// Reads the unpacked bytes of a table of time zones; Data/Formats/zones.md describes the format.
///
/// Memory is bounded by the bytes: each divided node takes a byte or more and makes four entries.
struct ZoneTableReader {
  static let magic = Array("SKIZONES".utf8)
  static let version: UInt8 = 1
  static let depths = 1...16

  /// A divided node whose children are to be read: the place of its entry, and its zones in the palettes of its level.
  private struct Node {
    let entry: Int
    let zones: Range<Int>
  }

  /// The divided nodes of one level.
  private struct Level {
    var nodes: [Node] = []
    var palettes: [UInt16] = []
  }

  private let bytes: [UInt8]
  private var offset = 0
  /// The levels below the root squares, known after ``header()``.
  private(set) var depth = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the lines of the header: the release, then the names of zones.
  mutating func header() throws(SkiError) -> [String] {
    guard try Array(take(Self.magic.count)) == Self.magic else {
      throw ZoneTable.damaged("does not begin as one")
    }
    let version = try number(bytes: 1)
    guard version == Self.version else {
      throw SkiError(
        .unsupportedFormat, "version \(version) of the table is unknown; make it anew by Tools/make-zones",
        subject: ZoneTable.subject)
    }
    depth = try number(bytes: 1)
    guard Self.depths.contains(depth) else { throw ZoneTable.damaged("has \(depth) levels") }
    let text = try take(number(bytes: 2))
    guard text.allSatisfy({ $0 == UInt8(ascii: "\n") || (0x21...0x7E).contains($0) }) else {
      throw ZoneTable.damaged("has names that are not ASCII")
    }
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count >= 2, lines.allSatisfy({ !$0.isEmpty }) else { throw ZoneTable.damaged("has no names") }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the entries of all nodes, as ``ZoneTable/entries`` holds them.
  mutating func entries(nameCount: Int) throws(SkiError) -> [UInt32] {
    var entries: [UInt32] = []
    entries.reserveCapacity(4 * bytes.count)
    var level = Level()
    for _ in 0..<ZoneTable.rootColumns * ZoneTable.rootRows {
      let start = level.palettes.count
      level.palettes += try palette(nameCount: nameCount)
      Self.finish(from: start, in: &level, entries: &entries)
    }
    for height in (0..<depth).reversed() {
      var below = Level()
      for node in level.nodes { try divide(node, palettes: level.palettes, into: &below, entries: &entries) }
      guard height > 0 || below.nodes.isEmpty else { throw ZoneTable.damaged("has divided cells") }
      level = below
    }
    guard offset == bytes.count else { throw ZoneTable.damaged("has \(bytes.count - offset) bytes too many") }
    return entries
  }

  /// Reads the zones of a root square, in ascending order; a square of none is refused as its children are read.
  private mutating func palette(nameCount: Int) throws(SkiError) -> [UInt16] {
    let count = try number(bytes: 1)
    var zones: [UInt16] = []
    for _ in 0..<count {
      let zone = try number(bytes: 2)
      guard zone < nameCount, zone > zones.last.map(Int.init) ?? -1 else {
        throw ZoneTable.damaged("has a square of zone \(zone) of \(nameCount)")
      }
      zones.append(UInt16(zone))
    }
    return zones
  }

  /// Adds the entry of a square whose zones are the last of the level's palettes: a leaf, or a node that is read later.
  private static func finish(from start: Int, in level: inout Level, entries: inout [UInt32]) {
    if level.palettes.count - start == 1 {
      entries.append(ZoneTable.leaf | UInt32(level.palettes.removeLast()))
    } else {
      level.nodes.append(Node(entry: entries.count, zones: start..<level.palettes.count))
      entries.append(0)
    }
  }

  /// Reads the four children of a node: for each a bit for each zone of the node.
  private mutating func divide(
    _ node: Node, palettes: [UInt16], into below: inout Level, entries: inout [UInt32]
  ) throws(SkiError) {
    let count = node.zones.count
    let start = offset
    let size = try take((count + 1) / 2).count
    entries[node.entry] = UInt32(entries.count)
    var bit = 0
    for _ in 0..<4 {
      let first = below.palettes.count
      for zone in node.zones {
        if isSet(bit, from: start) { below.palettes.append(palettes[zone]) }
        bit += 1
      }
      guard below.palettes.count > first else { throw ZoneTable.damaged("has a square without a zone") }
      Self.finish(from: first, in: &below, entries: &entries)
    }
    while bit < 8 * size {
      guard !isSet(bit, from: start) else { throw ZoneTable.damaged("has bits beyond the last child") }
      bit += 1
    }
  }

  private func isSet(_ bit: Int, from start: Int) -> Bool { bytes[start + bit / 8] >> (bit % 8) & 1 == 1 }

  /// Takes the next bytes.
  private mutating func take(_ count: Int) throws(SkiError) -> ArraySlice<UInt8> {
    guard count <= bytes.count - offset else { throw ZoneTable.damaged("ends early") }
    defer { offset += count }
    return bytes[offset..<offset + count]
  }

  /// Takes a whole number, the least significant byte first.
  private mutating func number(bytes count: Int) throws(SkiError) -> Int {
    try take(count).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
