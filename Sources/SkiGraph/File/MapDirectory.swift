import SkiBase
import SkiSystem

/// The header and the directory of a `.skimap`: the kinds, offsets and checksums of its parts; see
/// Data/Formats/skimap.md.
///
/// The parts follow each other without gaps, so that each byte of the file is covered by the checksum of the header, of
/// the directory or of one part.
struct MapDirectory: Sendable {
  static let magic: [UInt8] = Array("SKIMAP\r\n".utf8)
  static let version: UInt32 = 3
  static let headerSize = 64
  static let alignment = 64
  /// The number of bytes under the header's own checksum, which follows them.
  static let sealedHeaderSize = 32

  /// The checksum of the header, which covers those of all parts and so changes with every byte of the file.
  let id: MapID
  /// The regions in file order.
  let regions: [MapPart]
  let names: MapPart
  let sources: MapPart
  let report: MapPart

  /// Reads and checks the directory of a map.
  /// - Throws: ``SkiError`` with code `.unsupportedFormat` for another version, `.malformedData` when the header or the
  ///   directory is truncated, corrupted, or does not describe the file.
  /// - Complexity: O(*r*) in regions, independent of the size of the file.
  init(_ source: MapSource) throws {
    let head = try Self.head(source)
    let tableBytes = Int(head.buffer.loadUnaligned(fromByteOffset: 12, as: UInt32.self)) * 64
    let table = try Self.table(source, tableBytes, checksum: head.buffer.word(24))
    let tableAt = UInt64(source.byteCount - tableBytes)
    var parts: [MapPart] = []
    parts.reserveCapacity(tableBytes / MemoryLayout<MapPart>.stride)
    var end = UInt64(Self.headerSize)
    for at in stride(from: 0, to: tableBytes, by: MemoryLayout<MapPart>.stride) {
      let part = table.buffer.loadUnaligned(fromByteOffset: at, as: MapPart.self)
      try Self.check(part, parts.count, after: end, tableAt: tableAt)
      end = part.offset + part.length
      parts.append(part)
    }
    guard end == tableAt else { throw MapRule.partGap.broken(at: "byte \(end)") }
    id = MapID(head.buffer.word(32))
    (regions, names, sources, report) = try Self.sorted(parts)
  }

  /// Reads and checks the header.
  private static func head(_ source: MapSource) throws -> MapBytes {
    let bytes = try source.bytes(0..<min(headerSize, source.byteCount))
    let head = bytes.buffer
    guard head.count >= headerSize, head.prefix(8).elementsEqual(magic) else {
      throw SkiError(
        .malformedData, "not a ski map: the magic bytes are missing; build it again with skiroute build")
    }
    let version = head.loadUnaligned(fromByteOffset: 8, as: UInt32.self)
    guard version == Self.version else {
      throw SkiError(
        .unsupportedFormat,
        "map version \(version) is not \(Self.version); build it again with skiroute build")
    }
    guard Checksum.of(UnsafeRawBufferPointer(rebasing: head[0..<sealedHeaderSize])) == head.word(32),
      head[40...].allSatisfy({ $0 == 0 })
    else {
      throw SkiError(
        .malformedData, "map does not match the checksum of its head: it was altered; build it again")
    }
    let (length, parts) = (head.word(16), head.loadUnaligned(fromByteOffset: 12, as: UInt32.self))
    guard length == UInt64(source.byteCount), source.byteCount % alignment == 0,
      parts <= MapLimits.mostParts, UInt64(parts) * 64 <= length - UInt64(headerSize)
    else {
      throw SkiError(
        .malformedData,
        "map of \(source.byteCount) bytes should have \(length): it is cut off or changed; build it again")
    }
    return bytes
  }

  private static func table(_ source: MapSource, _ byteCount: Int, checksum: UInt64) throws -> MapBytes {
    let table = try source.bytes(source.byteCount - byteCount..<source.byteCount)
    guard Checksum.of(table.buffer) == checksum else {
      throw SkiError(
        .malformedData, "map does not match the checksum of its directory: it was altered; build it again")
    }
    return table
  }

  private static func check(_ part: MapPart, _ number: Int, after end: UInt64, tableAt table: UInt64)
    throws(SkiError)
  {
    func require(_ holds: Bool, _ rule: MapRule) throws(SkiError) {
      guard holds else { throw rule.broken(at: "part \(number) of its directory") }
    }
    try require(part.length <= MapLimits.mostPartBytes, .partLength)
    try require(
      part.offset == end && part.length <= table - end && part.length % UInt64(alignment) == 0, .partPlace)
    try require(part.nodeCount < 1 << 31 && part.featureCount < 1 << 31, .partRows)
    try require(
      MapLimits.isOnEarth(part.south, part.west) && MapLimits.isOnEarth(part.north, part.east)
        && part.south <= part.north && part.west <= part.east, .partBox)
  }

  /// Splits the parts into the regions, which come first, and one part of each other kind in the order of their
  /// numbers.
  /// - Throws: ``SkiError`` with code `.malformedData` when their order or number is another.
  private static func sorted(_ parts: [MapPart]) throws(SkiError) -> ([MapPart], MapPart, MapPart, MapPart) {
    let others: [MapPartKind] = [.names, .sources, .report]
    guard parts.count >= others.count,
      parts.suffix(others.count).map(\.kind) == others.map(\.rawValue),
      parts.dropLast(others.count).allSatisfy({ $0.kind == MapPartKind.region.rawValue })
    else { throw MapRule.partKinds.broken(at: "its directory of \(parts.count) parts") }
    let last = Array(parts.suffix(others.count))
    return (Array(parts.dropLast(others.count)), last[0], last[1], last[2])
  }

  /// Returns the encoded header and directory of a map from its parts in file order.
  static func encoded(_ parts: [MapPart]) -> (head: [UInt8], table: [UInt8]) {
    var table: [UInt8] = []
    for part in parts { withUnsafeBytes(of: part) { table.append(contentsOf: $0) } }
    let end = parts.last.map { $0.offset + $0.length } ?? UInt64(headerSize)
    var head = magic
    append(version, to: &head)
    append(UInt32(parts.count), to: &head)
    append(end + UInt64(table.count), to: &head)
    append(table.withUnsafeBytes { Checksum.of($0) }, to: &head)
    append(head.withUnsafeBytes { Checksum.of($0) }, to: &head)
    head += Array(repeating: 0, count: headerSize - head.count)
    return (head, table)
  }

  private static func append<T: FixedWidthInteger>(_ value: T, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns eight bytes at an offset as a number.
  fileprivate func word(_ offset: Int) -> UInt64 { loadUnaligned(fromByteOffset: offset, as: UInt64.self) }
}

/// The limits of the numbers in a map.
enum MapLimits {
  /// The maximum number of edges that leave a node, which bounds passes over the edges of all neighbours.
  static let mostEdges: UInt32 = 10_000
  /// The maximum number of elements of a section.
  static let mostElements: UInt64 = 1 << 31
  /// The maximum number of elements of a section of bytes, such as texts.
  static let mostTextBytes: UInt64 = 1 << 32
  /// The maximum number of bytes of a part, which is held in memory while in use.
  static let mostPartBytes: UInt64 = 1 << 32
  /// The maximum number of parts of a map.
  static let mostParts: UInt32 = 1 << 20

  /// Returns whether a latitude and longitude in 1e-7 degrees are within ±90° and ±180°.
  @inline(__always)
  static func isOnEarth(_ latitude: Int32, _ longitude: Int32) -> Bool {
    latitude.magnitude <= 900_000_000 && longitude.magnitude <= 1_800_000_000
  }

  /// Returns whether a stored elevation is unknown or between −1000 m and 10,000 m.
  @inline(__always)
  static func isElevation(_ centimetres: Int32) -> Bool {
    centimetres == .min || (centimetres >= -100_000 && centimetres <= 1_000_000)
  }
}

/// The immutable bytes of a map in memory.
///
/// `@unchecked Sendable`: the only stored property is a pointer to bytes that are written before `init` returns and
/// freed in `deinit`; no mutable view leaves it.
final class MapBytes: @unchecked Sendable {
  let buffer: UnsafeRawBufferPointer
  private let release: @Sendable (UnsafeRawBufferPointer) -> Void

  /// Takes ownership of bytes, which `release` frees.
  private init(
    taking buffer: UnsafeRawBufferPointer, release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    self.buffer = buffer
    self.release = release
  }

  deinit { release(buffer) }

  /// Copies an array into aligned memory.
  convenience init(copying bytes: [UInt8]) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(64, bytes.count), alignment: 64)
    bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
    self.init(taking: UnsafeRawBufferPointer(rebasing: memory[0..<bytes.count])) {
      UnsafeRawBufferPointer(start: $0.baseAddress, count: $0.count).deallocate()
    }
  }

  /// Shares a range of other bytes and keeps them alive.
  convenience init(_ whole: MapBytes, _ range: Range<Int>) {
    self.init(taking: UnsafeRawBufferPointer(rebasing: whole.buffer[range])) { _ in
      withExtendedLifetime(whole) {}
    }
  }

  /// The greatest number of bytes whose pages are mapped at once.
  private static let greatestMappedCount = 16 << 20

  /// Creates memory and fills it once.
  ///
  /// Up to 16 MiB the pages are mapped at once, which takes less time. Beyond, they are mapped on first write, so that a
  /// wrong length in a file ends as an error, not as used memory.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when the memory cannot be mapped, and the errors of `fill`.
  convenience init(count: Int, filledBy fill: (UnsafeMutableRawBufferPointer) throws -> Void) throws {
    guard count > 0 else {
      self.init(taking: UnsafeRawBufferPointer(start: nil, count: 0)) { _ in }
      return
    }
    var flags = MAP_PRIVATE | MAP_ANONYMOUS
    if count <= Self.greatestMappedCount { flags |= mapAllPagesFlag }
    guard let memory = mmap(nil, count, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED
    else {
      throw SkiError(.limitExceeded, "map needs \(count) bytes of memory at once; free some memory")
    }
    do {
      try fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
    } catch {
      munmap(memory, count)
      throw error
    }
    self.init(taking: UnsafeRawBufferPointer(start: memory, count: count)) { buffer in
      munmap(UnsafeMutableRawPointer(mutating: buffer.baseAddress), buffer.count)
    }
  }
}
