/// The header of a PMTiles archive: the sections of the file and the properties of its tiles.
package struct PMTilesHeader: Sendable, Hashable {
  /// The size of a header in bytes.
  package static let byteCount = 127
  /// The maximum size of header and root directory in bytes, so that one request fetches both.
  package static let startByteCount = 16_384
  package static let signature = Array("PMTiles".utf8)
  /// The maximum zoom accepted.
  package static let zoomLimit = 24

  /// The format of tiles.
  package struct TileKind: Sendable, Hashable {
    package let number: UInt8
    package static let vector = TileKind(number: 1)
    package static let png = TileKind(number: 2)
    package static let mapLibre = TileKind(number: 6)
  }

  /// A position in units of 1e-7 degrees.
  package struct Position: Sendable, Hashable {
    package var longitude: Int32
    package var latitude: Int32

    package init(longitude: Int32, latitude: Int32) {
      self.longitude = longitude
      self.latitude = latitude
    }
  }

  package var rootDirectory: Range<Int>
  package var metadata: Range<Int>
  package var leafDirectories: Range<Int>
  package var tileData: Range<Int>
  /// The number of addressed tiles.
  package var tileCount = 0
  /// The number of directory entries that point to tiles.
  package var entryCount = 0
  /// The number of distinct tile contents.
  package var contentCount = 0
  /// Indicates whether contents are in the order of their tiles.
  package var isClustered: Bool
  /// Indicates whether directories and metadata are compressed by gzip; otherwise they are uncompressed.
  package var directoriesAreCompressed: Bool
  /// Indicates whether tiles are compressed by gzip; otherwise they are uncompressed.
  package var tilesAreCompressed: Bool
  package var tileKind: TileKind
  package var zooms: ClosedRange<Int>
  /// The south-western corner of the extent.
  package var southWest: Position
  /// The north-eastern corner of the extent.
  package var northEast: Position
  /// The initial position of a viewer.
  package var centre: Position
  /// The initial zoom of a viewer.
  package var centreZoom: Int

  /// Creates the header of a clustered archive with empty sections.
  package init(
    tileKind: TileKind, tilesAreCompressed: Bool, zooms: ClosedRange<Int>, southWest: Position,
    northEast: Position,
    centre: Position, centreZoom: Int
  ) {
    (rootDirectory, metadata, leafDirectories, tileData) = (0..<0, 0..<0, 0..<0, 0..<0)
    (isClustered, directoriesAreCompressed) = (true, true)
    self.tileKind = tileKind
    self.tilesAreCompressed = tilesAreCompressed
    self.zooms = zooms
    self.southWest = southWest
    self.northEast = northEast
    self.centre = centre
    self.centreZoom = centreZoom
  }

  /// Creates a header from its bytes.
  /// - Throws: ``SkiError`` with code `.malformedData` when the bytes are no header, point outside the file or have
  ///   invalid zooms, `.unsupportedFormat` for another version or compression.
  package init(_ bytes: [UInt8], fileSize: Int, subject: String) throws(SkiError) {
    guard bytes.count >= Self.byteCount, bytes.starts(with: Self.signature) else {
      throw SkiError(
        .malformedData, "file of \(fileSize) bytes is not a PMTiles archive; fetch it again", subject: subject
      )
    }
    let fields = PMTilesFields(bytes: bytes, fileSize: fileSize, subject: subject)
    guard bytes[7] == 3 else {
      throw fields.unsupported("archive has version \(bytes[7]) of PMTiles; convert it to version 3")
    }
    rootDirectory = try fields.range(at: 8, "root directory")
    metadata = try fields.range(at: 24, "metadata")
    leafDirectories = try fields.range(at: 40, "leaf directories")
    tileData = try fields.range(at: 56, "tile data")
    tileCount = Int(clamping: fields.number(at: 72))
    entryCount = Int(clamping: fields.number(at: 80))
    contentCount = Int(clamping: fields.number(at: 88))
    isClustered = bytes[96] == 1
    directoriesAreCompressed = try fields.isGzip(at: 97, "directories", unknownIsPlain: false)
    tilesAreCompressed = try fields.isGzip(at: 98, "tiles", unknownIsPlain: true)
    tileKind = TileKind(number: bytes[99])
    guard bytes[100] <= bytes[101], Int(bytes[101]) <= Self.zoomLimit else {
      throw SkiError(
        .malformedData,
        "archive claims zooms \(bytes[100]) to \(bytes[101]), beyond 0 to \(Self.zoomLimit); make it again",
        subject: subject)
    }
    zooms = Int(bytes[100])...Int(bytes[101])
    southWest = fields.place(at: 102)
    northEast = fields.place(at: 110)
    centreZoom = Int(bytes[118])
    centre = fields.place(at: 119)
  }

  /// The encoded header.
  package var bytes: [UInt8] {
    var bytes = Self.signature + [3]
    for part in [rootDirectory, metadata, leafDirectories, tileData] {
      bytes.appendLittleEndian(UInt64(part.lowerBound))
      bytes.appendLittleEndian(UInt64(part.count))
    }
    for count in [tileCount, entryCount, contentCount] { bytes.appendLittleEndian(UInt64(count)) }
    bytes += [
      isClustered ? 1 : 0, directoriesAreCompressed ? 2 : 1, tilesAreCompressed ? 2 : 1, tileKind.number,
    ]
    bytes += [UInt8(zooms.lowerBound), UInt8(zooms.upperBound)]
    for place in [southWest, northEast] { bytes.append(place) }
    bytes.append(UInt8(centreZoom))
    bytes.append(centre)
    return bytes
  }
}

extension [UInt8] {
  package mutating func appendLittleEndian(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func append(_ place: PMTilesHeader.Position) {
    appendLittleEndian(place.longitude)
    appendLittleEndian(place.latitude)
  }
}

/// The fields of a PMTiles header, validated as they are read.
struct PMTilesFields {
  let bytes: [UInt8]
  let fileSize: Int
  let subject: String

  func number(at offset: Int) -> UInt64 {
    (0..<8).reduce(0) { $0 | UInt64(bytes[offset + $1]) << UInt64(8 * $1) }
  }

  func place(at offset: Int) -> PMTilesHeader.Position {
    let both = number(at: offset)
    return PMTilesHeader.Position(
      longitude: Int32(truncatingIfNeeded: both), latitude: Int32(truncatingIfNeeded: both >> 32))
  }

  /// Reads the offset and length of a section, which must lie within the file.
  func range(at offset: Int, _ part: String) throws(SkiError) -> Range<Int> {
    let (start, count) = (number(at: offset), number(at: offset + 8))
    guard start <= UInt64(fileSize), count <= UInt64(fileSize) - start else {
      throw SkiError(
        .malformedData,
        "\(part) of \(count) bytes at byte \(start) lies beyond the file of \(fileSize) bytes; fetch it again",
        subject: subject)
    }
    return Int(start)..<Int(start + count)
  }

  func isGzip(at offset: Int, _ part: String, unknownIsPlain: Bool) throws(SkiError) -> Bool {
    switch bytes[offset] {
    case 0 where unknownIsPlain: return false
    case 1: return false
    case 2: return true
    default:
      let names = [0: "unknown", 3: "brotli", 4: "zstd"]
      let name = names[Int(bytes[offset])] ?? "number \(bytes[offset])"
      throw unsupported(
        "\(part) have compression \(name); only none and gzip are read, convert the archive")
    }
  }

  func unsupported(_ message: String) -> SkiError {
    SkiError(.unsupportedFormat, message, subject: subject)
  }
}
