public import SkiGeo

/// What makes the tiles of one layer, each from its address alone: the same for an archive and for a single tile on demand.
///
/// Any number of threads may ask at once.
public protocol TileSource: Sendable {
  /// What the tiles are, for archives and for those who serve them.
  var tileSet: TileSet { get }

  /// Returns the bytes of a tile as an archive keeps them, or nil where there is nothing to show.
  /// - Throws: ``SkiError`` as the reading of the source does.
  func tile(_ address: TileAddress) throws -> [UInt8]?
}

/// What a tile's bytes are.
public enum TileFormat: String, Sendable, Hashable, CaseIterable {
  /// A Mapbox Vector Tile, packed by gzip.
  case vector = "pbf"
  /// A PNG picture.
  case png
}

/// What is said of tiles as a whole.
///
/// A value; `Sendable`.
public struct TileSet: Sendable, Hashable {
  /// A layer of vector tiles and the attributes its features may have.
  package struct Layer: Sendable, Hashable {
    package var id: String
    package var description: String
    package var zooms: ClosedRange<Int>
    /// Names of attributes with `String`, `Number` or `Boolean`, in order.
    package var fields: [Field]

    package init(id: String, description: String, zooms: ClosedRange<Int>, fields: [Field]) {
      self.id = id
      self.description = description
      self.zooms = zooms
      self.fields = fields
    }
  }

  /// An attribute.
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
  /// What the set shows, in a sentence.
  public var description: String
  /// Who is to be named beside the map, as plain text.
  public var attribution: String
  /// How tiles are encoded.
  public var format: TileFormat
  /// Pixels of a side: 256 or 512; vector tiles count as 512.
  public var tileSide: Int
  /// The zooms there are tiles of.
  public var zooms: ClosedRange<Int>
  /// The part of the Earth that tiles cover.
  public var bounds: BoundingBox
  /// The layers of vector tiles; none for pictures.
  package var layers: [Layer]
  /// How heights are written into pixels (`terrarium`, `mapbox`), for pictures that hold heights.
  public var encoding: String?

  package init(
    name: String, description: String, attribution: String, format: TileFormat, tileSide: Int = 512,
    zooms: ClosedRange<Int>, bounds: BoundingBox, layers: [Layer] = [], encoding: String? = nil
  ) {
    self.name = name
    self.description = description
    self.attribution = attribution
    self.format = format
    self.tileSide = tileSide
    self.zooms = zooms
    self.bounds = bounds
    self.layers = layers
    self.encoding = encoding
  }
}
