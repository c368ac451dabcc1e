package import SkiBase
import SkiTerrain
package import SkiTiles

/// The tiles of a PMTiles archive, and the archive itself.
package struct ArchiveTiles: ServedTiles {
  /// The bytes of the archive.
  let file: RandomAccessFile
  private let archive: PMTilesArchive
  private let metadata: [(name: String, value: JSONValue)]
  package let tag: String

  /// The greatest size of a tile in bytes.
  private static let tileLimitBytes = 16 << 20
  /// The members of the metadata that TileJSON has, too.
  private static let members = ["name", "description", "attribution", "vector_layers", "encoding", "version"]

  /// Opens an archive.
  /// - Throws: ``SkiError`` as ``PMTilesArchive/init(_:)``, and `.malformedData` for metadata that are no object of JSON.
  package init(path: String) throws {
    archive = try PMTilesArchive(path)
    file = try RandomAccessFile(path, what: "a PMTiles archive")
    tag = String(FNVHash("\(file.stamp)".utf8).value, radix: 16)
    guard case .object(let members) = try Self.tree(archive) else {
      throw SkiError(.malformedData, "metadata are no object of JSON; make the archive again", subject: path)
    }
    var metadata: [(name: String, value: JSONValue)] = Self.members.compactMap { name in
      members[name].map { (name, $0.value) }
    }
    if archive.header.tileKind == .mapLibre {
      // MapLibre takes vector tiles for those of Mapbox without it.
      metadata.removeAll { $0.name == "encoding" }
      metadata.append(("encoding", .string("mlt")))
    }
    self.metadata = metadata
  }

  /// The reason why tiles can't be read any more: the file was written to in its place; one that was replaced is served on.
  package var failure: SkiError? {
    guard file.hasChanged else { return nil }
    return SkiError(
      .malformedData,
      "the archive was changed in its place; make it again beside, rename it, and start again",
      subject: file.path)
  }

  private static func tree(_ archive: PMTilesArchive) throws -> JSONTree {
    let bytes = try archive.metadata()
    guard !bytes.isEmpty else { return .object([:]) }
    do {
      return try JSONTree.read(bytes, depthLimit: 64, doubts: .accepted)
    } catch {
      throw SkiError(
        .malformedData,
        "metadata are not JSON at byte \(error.position + 1): \(error.reason); make the archive again",
        subject: archive.path)
    }
  }

  package func tileJSON(template: String) throws -> JSONValue {
    let header = archive.header
    func degrees(_ position: PMTilesHeader.Position) -> [JSONValue] {
      [position.longitude, position.latitude].map { .decimal(Double($0) / 1e7, places: 7) }
    }
    return .object(
      metadata.map { JSONValue.Member($0.name, $0.value) } + [
        .init("tilejson", .string("3.0.0")), .init("scheme", .string("xyz")),
        .init("tiles", .array([.string(template)])),
        .init("minzoom", .integer(header.zooms.lowerBound)),
        .init("maxzoom", .integer(header.zooms.upperBound)),
        .init("bounds", .array(degrees(header.southWest) + degrees(header.northEast))),
        .init("center", .array(degrees(header.centre) + [.integer(header.centreZoom)])),
      ])
  }

  package func tile(_ address: TileAddress) throws -> EncodedTile? {
    let tile = TileID(zoom: address.zoom, column: address.column, row: address.row)
    guard archive.header.zooms.contains(address.zoom),
      let bytes = try archive.stored(tile, limitBytes: Self.tileLimitBytes)
    else { return nil }
    return EncodedTile(bytes: bytes, contentType: contentType, isGzipped: archive.header.tilesAreCompressed)
  }

  /// The media type of the tiles, by the number of the header.
  private var contentType: String {
    switch archive.header.tileKind.number {
    case 1: EncodedTile.vectorType
    case 2: "image/png"
    case 3: "image/jpeg"
    case 4: "image/webp"
    case 5: "image/avif"
    case PMTilesHeader.TileKind.mapLibre.number: EncodedTile.mapLibreType
    default: "application/octet-stream"
    }
  }
}

extension JSONTree {
  /// The value to write: members in order of their names.
  fileprivate var value: JSONValue {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let text): .encoded(text)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.value))
    case .object(let members):
      .object(members.sorted { $0.key < $1.key }.map { JSONValue.Member($0.key, $0.value.value) })
    }
  }
}
