import SkiTiles

/// The tiles asked for last, empty ones included, in two generations of a bounded number of bytes.
///
/// A value; `Sendable`. Copies share the tiles.
struct TileCache: Sendable {
  private let tiles: GenerationCache<TileAddress, EncodedTile?>
  /// The bytes that an entry takes besides its tile.
  private static let entryBytes = 128

  /// Creates an empty cache.
  /// - Parameter limitBytes: The greatest number of bytes of a generation.
  init(limitBytes: Int) { tiles = GenerationCache(limit: limitBytes) }

  /// Returns a known tile, within nil when it is not known.
  /// - Complexity: O(1).
  func tile(_ address: TileAddress) -> EncodedTile?? { tiles.value(of: address) }

  /// Keeps a tile.
  /// - Complexity: O(1).
  func keep(_ tile: EncodedTile?, at address: TileAddress) {
    tiles.keep(tile, of: address, cost: (tile?.bytes.count ?? 0) + Self.entryBytes)
  }
}
