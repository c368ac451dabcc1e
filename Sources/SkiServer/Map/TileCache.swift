import NIOCore
import SkiBase
import SkiTiles

/// The tiles used last, empty ones included, up to a number of bytes.
///
/// A shared object; `Sendable`.
final class TileCache: Sendable {
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
