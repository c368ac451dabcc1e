public import SkiBase

/// A source that makes each tile of a tile set from its address alone, for archives and for single requests.
///
/// Safe to use from any number of threads at once.
public protocol TileSource: Sendable {
  /// The metadata of the tiles.
  var tileSet: TileSet { get }

  /// Returns the encoded bytes of a tile in the format of ``tileSet``, or nil when the tile is empty.
  /// - Throws: ``SkiError`` with code `.malformedData`, `.limitExceeded`, `.unsupportedFormat`, `.missingInput` or
  ///   `.inputOutput` when the source can't be read, `.cancelled`, `.timedOut` or `.limitExceeded` by the task's work
  ///   limit.
  /// - Complexity: O(*n*) in the content of the tile.
  func tile(_ address: TileAddress) throws -> [UInt8]?

  /// Returns a tile with the content of ``tile(_:)`` for an archive; a source may compress it longer to fewer bytes.
  /// - Throws: The errors of ``tile(_:)``.
  /// - Complexity: That of ``tile(_:)``.
  func archivedTile(_ address: TileAddress) throws -> [UInt8]?
}

extension TileSource {
  /// Returns the bytes of ``tile(_:)``.
  /// - Throws: The errors of ``tile(_:)``.
  /// - Complexity: That of ``tile(_:)``.
  public func archivedTile(_ address: TileAddress) throws -> [UInt8]? { try tile(address) }
}

/// The encoding of a tile; the raw value is its name in TileJSON and MBTiles.
public enum TileFormat: String, Sendable, Hashable, CaseIterable {
  /// A Mapbox Vector Tile (specification 2.1), compressed by gzip.
  case vector = "pbf"
  /// A PNG picture of ``TileSet/tileSide`` pixels a side.
  case png
}

/// The metadata of a set of tiles, written as TileJSON 3.0.
///
/// A value; `Sendable`.
public struct TileSet: Sendable, Hashable {
  /// A layer of vector tiles, with the attributes its features may have.
  package struct Layer: Sendable, Hashable {
    package var id: String
    package var description: String
    package var zooms: ClosedRange<Int>
    /// The attributes that features may have, in order.
    package var fields: [Field]

    package init(id: String, description: String, zooms: ClosedRange<Int>, fields: [Field]) {
      self.id = id
      self.description = description
      self.zooms = zooms
      self.fields = fields
    }
  }

  /// An attribute of a layer's features.
  package struct Field: Sendable, Hashable {
    package enum Kind: String, Sendable {
      case string = "String"
      case number = "Number"
      case boolean = "Boolean"
    }
    package var name: String
    package var kind: Kind

    package init(_ name: String, _ kind: Kind) {
      self.name = name
      self.kind = kind
    }
  }

  /// The name of the set.
  public var name: String
  /// A description of the content, one sentence.
  public var description: String
  /// The names to credit beside the map, as plain text; empty when there are none.
  public var attribution: String
  /// The format of the tiles.
  public var format: TileFormat
  /// The side of a tile in pixels, 256 or 512; vector tiles count as 512.
  public var tileSide: Int
  /// The zooms of the tiles, within 0...``TileAddress/zoomLimit``.
  public var zooms: ClosedRange<Int>
  /// The extent of the tiles' content in WGS 84 degrees.
  public var bounds: BoundingBox
  /// The layers of vector tiles; empty for raster tiles.
  package var layers: [Layer]
  /// The encoding of elevations in pixels (`terrarium` or `mapbox`); nil for tiles that hold none.
  public var encoding: String?

  /// Creates the metadata of a set whose layers are not described.
  public init(
    name: String, description: String, attribution: String, format: TileFormat, tileSide: Int = 512,
    zooms: ClosedRange<Int>, bounds: BoundingBox, encoding: String? = nil
  ) {
    self.name = name
    self.description = description
    self.attribution = attribution
    self.format = format
    self.tileSide = tileSide
    self.zooms = zooms
    self.bounds = bounds
    self.layers = []
    self.encoding = encoding
  }

  /// Creates the metadata of a set of vector tiles.
  package init(
    name: String, description: String, attribution: String, format: TileFormat, zooms: ClosedRange<Int>,
    bounds: BoundingBox, layers: [Layer]
  ) {
    self.init(
      name: name, description: description, attribution: attribution, format: format, zooms: zooms,
      bounds: bounds)
    self.layers = layers
  }
}

extension TileSet {
  /// The version of the tiles' schema, named in archives and documents.
  static let contentVersion = "1.0.0"

  /// The attribution as HTML, the form viewers expect.
  var attributionHTML: String { MarkupText(attribution).string }

  /// Returns the metadata of a PMTiles archive.
  /// - Parameter zooms: The zooms of the tiles.
  func metadata(zooms: ClosedRange<Int>) -> JSONValue {
    .object(
      [
        .init("name", .string(name)), .init("description", .string(description)),
        .init("attribution", .string(attributionHTML)), .init("version", .string(Self.contentVersion)),
        .init("type", .string(format == .vector ? "overlay" : "baselayer")),
        .init("format", .string(format.rawValue)), .init("tileSize", .integer(tileSide)),
      ] + variableMembers(zooms: zooms))
  }

  /// Returns the members of some tiles only: the encoding of elevations and the layers of vector tiles.
  func variableMembers(zooms: ClosedRange<Int>) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    if let encoding { members.append(.init("encoding", .string(encoding))) }
    if format == .vector { members.append(.init("vector_layers", vectorLayers(zooms: zooms))) }
    return members
  }

  /// Returns the layers of vector tiles with their attributes, as TileJSON's `vector_layers`; those outside `zooms` are
  /// left out.
  func vectorLayers(zooms: ClosedRange<Int>) -> JSONValue {
    .array(
      layers.filter { $0.zooms.overlaps(zooms) }.map { layer in
        let common = layer.zooms.clamped(to: zooms)
        return .object([
          "id": .string(layer.id), "description": .string(layer.description),
          "minzoom": .integer(common.lowerBound), "maxzoom": .integer(common.upperBound),
          "fields": .object(layer.fields.map { .init($0.name, .string($0.kind.rawValue)) }),
        ])
      })
  }
}

/// A writer of a tile archive, which appears at its path only when it is complete.
///
/// Belongs to one thread at a time.
package protocol TileArchiveWriter: AnyObject {
  /// Adds a tile; tiles come in any order, each address once.
  /// - Throws: ``SkiError`` with code `.inputOutput`, such as on a full disk.
  func add(_ tile: [UInt8], at address: TileAddress) throws

  /// Writes the metadata and moves the archive to its path.
  /// - Throws: ``SkiError`` with code `.inputOutput`, `.unwritableOutput` or `.cancelled`.
  func finish(_ tileSet: TileSet) throws

  /// Removes the unfinished archive; does nothing after ``finish(_:)``.
  func discard()
}
