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
