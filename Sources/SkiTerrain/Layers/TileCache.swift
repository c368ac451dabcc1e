import SkiBase

/// A cache of decoded tiles with a memory limit, evicting the least recently used.
///
/// Shared by any number of tasks. A tile is decoded once, outside the lock of the cache; other callers wait for that
/// decoding. Failures are cached too.
final class TileCache: Sendable {
  /// The result of one tile's decoding, locked while it runs.
  private final class Slot: Sendable {
    let outcome = Locked<Result<ElevationTile, SkiError>?>(nil)
  }

  private struct State {
    /// The decodings in progress and the failures, by key.
    var slots: [UInt64: Slot] = [:]
    var tiles: BoundedCache<UInt64, ElevationTile>
    var decodeCount = 0
  }

  /// The memory limit in bytes; the tile used last is kept even if it is larger.
  let limitBytes: Int
  private let state: Locked<State>

  init(limitBytes: Int) {
    self.limitBytes = limitBytes
    state = Locked(State(tiles: BoundedCache(limitBytes: limitBytes)))
  }

  /// The number of decodings so far, failures included.
  var decodeCount: Int { state.withLock { $0.decodeCount } }
  /// The memory of the cached tiles in bytes.
  var byteCount: Int { state.withLock { $0.tiles.byteCount } }

  /// Returns a tile, decoding it when it is not cached.
  /// - Throws: The error of `decode`, again on each call.
  /// - Complexity: O(1) when the tile is cached; as ``BoundedCache/insert(_:of:bytes:)`` when some are evicted.
  func tile(_ key: UInt64, decode: () throws -> ElevationTile) throws(SkiError) -> ElevationTile {
    let slot: Slot
    switch state.withLock({ state in Self.known(key, in: &state) }) {
    case .tile(let tile): return tile
    case .decoding(let known): slot = known
    }
    var isMine = false
    let outcome = slot.outcome.withLock { outcome in
      if let outcome { return outcome }
      isMine = true
      let made = Result(catching: decode).mapError(Self.asSkiError)
      outcome = made
      return made
    }
    if isMine { state.withLock { keep(try? outcome.get(), slot, key, in: &$0) } }
    return try outcome.get()
  }

  /// Returns a cached tile; nil when it is not cached.
  func cached(_ key: UInt64) -> ElevationTile? { state.withLock { $0.tiles.value(of: key) } }

  private enum Known {
    case tile(ElevationTile)
    case decoding(Slot)
  }

  /// Returns a cached tile, or the slot of its decoding.
  private static func known(_ key: UInt64, in state: inout State) -> Known {
    if let tile = state.tiles.value(of: key) { return .tile(tile) }
    let slot = state.slots[key] ?? Slot()
    state.slots[key] = slot
    return .decoding(slot)
  }

  /// Moves a decoded tile from its slot to the cache; the slot of a failure stays.
  private func keep(_ tile: ElevationTile?, _ slot: Slot, _ key: UInt64, in state: inout State) {
    state.decodeCount += 1
    guard let tile, state.slots[key] === slot else { return }
    state.slots[key] = nil
    state.tiles.insert(tile, of: key, bytes: tile.byteCount)
  }

  private static func asSkiError(_ error: any Error) -> SkiError {
    error as? SkiError ?? SkiError(.inputOutput, "tile can't be read; check the file", underlying: "\(error)")
  }
}
