import SkiGeo
import SkiTiles

/// The tiles asked for last, empty ones included, in two generations of a bounded number of bytes.
///
/// A tile of the older generation that is asked for again moves to the newer one; when that is full, the older one is
/// dropped. A shared object; `Sendable`.
final class TileCache: Sendable {
  private struct State {
    var recent: [TileAddress: EncodedTile?] = [:]
    var older: [TileAddress: EncodedTile?] = [:]
    var recentBytes = 0
  }

  private let state = Locked(State())
  private let limitBytes: Int
  /// The bytes that an entry takes besides its tile.
  private static let entryBytes = 128

  /// Creates an empty cache.
  /// - Parameter limitBytes: The greatest number of bytes of a generation.
  init(limitBytes: Int) { self.limitBytes = limitBytes }

  /// Returns a known tile, within nil when it is not known.
  /// - Complexity: O(1).
  func tile(_ address: TileAddress) -> EncodedTile?? {
    state.withLock { state in
      if let known = state.recent[address] { return .some(known) }
      guard let known = state.older[address] else { return nil }
      Self.add(known, at: address, to: &state, limitBytes)
      return .some(known)
    }
  }

  /// Keeps a tile.
  /// - Complexity: O(1).
  func keep(_ tile: EncodedTile?, at address: TileAddress) {
    state.withLock { Self.add(tile, at: address, to: &$0, limitBytes) }
  }

  private static func add(
    _ tile: EncodedTile?, at address: TileAddress, to state: inout State, _ limitBytes: Int
  ) {
    let size = (tile?.bytes.count ?? 0) + entryBytes
    if state.recentBytes + size > limitBytes {
      (state.older, state.recent, state.recentBytes) = (state.recent, [:], 0)
    }
    if state.recent.updateValue(tile, forKey: address) == nil { state.recentBytes += size }
  }
}
