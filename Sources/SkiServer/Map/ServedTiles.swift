package import NIOCore
package import SkiBase
package import SkiGraph
import SkiTerrain
package import SkiTiles

/// A set of tiles as it is served.
package protocol ServedTiles: Sendable {
  /// The identity of the content, for entity tags.
  var tag: String { get }
  /// Returns the TileJSON document.
  /// - Parameter template: The URL of a tile, with `{z}`, `{x}` and `{y}`.
  func tileJSON(template: String) throws -> JSONValue
  /// Returns a tile; nil where there is none.
  /// - Throws: ``SkiError`` when the source can't be read.
  func tile(_ address: TileAddress) throws -> EncodedTile?
  /// Returns a tile that is at hand, within nil when it must be made or read first.
  /// - Complexity: O(1).
  func knownTile(_ address: TileAddress) -> EncodedTile??
  /// The reason why tiles can't be read any more; nil when all is well.
  var failure: SkiError? { get }
}

extension ServedTiles {
  /// Returns nil: no tile is at hand.
  package func knownTile(_ address: TileAddress) -> EncodedTile?? { nil }
  /// Nil: tiles that are made of the map can always be read.
  package var failure: SkiError? { nil }
}

/// A tile as it is stored.
package struct EncodedTile: Sendable {
  /// The bytes, which responses share.
  package var bytes: ByteBuffer
  /// The media type.
  package var contentType: String
  /// Indicates whether the bytes are compressed by gzip.
  package var isGzipped: Bool

  /// Creates a tile.
  package init(bytes: [UInt8], contentType: String, isGzipped: Bool) {
    (self.bytes, self.contentType, self.isGzipped) = (ByteBuffer(bytes: bytes), contentType, isGzipped)
  }

  /// The media type of vector tiles.
  package static let vectorType = "application/vnd.mapbox-vector-tile"
  /// The media type of MapLibre tiles.
  package static let mapLibreType = "application/vnd.maplibre-vector-tile"
}

/// The tiles made of a map when they are asked for, with contours and slope bands where it holds the elevations of its
/// ground; those asked for last are kept.
package struct MapTiles: ServedTiles {
  private let source: VectorTileSource
  private let cache: ServedTileCache
  package let tag: String

  /// Creates the tiles of a map.
  /// - Throws: The errors of ``VectorTileSource/init(_:name:options:elevation:elevationAttributions:)`` and
  ///   ``MapElevation/open(_:in:cacheLimitBytes:)``.
  package init(_ map: SkiMap, _ caches: ServerLimits.CacheLimits) throws {
    var options = VectorTileSource.Options()
    options.memoryLimitBytes = caches.tileRegionBytes
    cache = ServedTileCache(limitBytes: caches.tileBytes)
    let ground = try MapElevation.open(map, cacheLimitBytes: caches.heightBytes)
    source = try VectorTileSource(
      map, options: options, elevation: ground?.files, elevationAttributions: ground?.attributions ?? [])
    tag = map.id.description
  }

  package func tileJSON(template: String) throws -> JSONValue { source.tileSet.tileJSON(template: template) }

  package func tile(_ address: TileAddress) throws -> EncodedTile? {
    let tile = try source.tile(address).map {
      EncodedTile(bytes: $0, contentType: EncodedTile.vectorType, isGzipped: true)
    }
    cache.keep(tile, at: address)
    return tile
  }

  package func knownTile(_ address: TileAddress) -> EncodedTile?? { cache.tile(address) }
}

/// The tiles used last, empty ones included, up to a number of bytes.
///
/// A shared object; `Sendable`.
final class ServedTileCache: Sendable {
  private let tiles: Locked<BoundedCache<TileAddress, EncodedTile?>>
  /// The bytes that an entry takes besides its tile.
  private static let entryBytes = 128

  /// Creates an empty cache.
  /// - Parameter limitBytes: The greatest number of bytes.
  init(limitBytes: Int) { tiles = Locked(BoundedCache(limitBytes: limitBytes)) }

  /// Returns a known tile, within nil when it is not known.
  /// - Complexity: O(1).
  func tile(_ address: TileAddress) -> EncodedTile?? { tiles.withLock { $0.value(of: address) } }

  /// Keeps a tile.
  /// - Complexity: As ``BoundedCache/insert(_:of:bytes:)``.
  func keep(_ tile: EncodedTile?, at address: TileAddress) {
    tiles.withLock {
      _ = $0.insert(tile, of: address, bytes: (tile?.bytes.storageCapacity ?? 0) + Self.entryBytes)
    }
  }
}
