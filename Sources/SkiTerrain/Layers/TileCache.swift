import SkiGeo

/// A cache of decoded tiles with a memory limit, evicting the least recently used.
///
/// Shared by any number of tasks. A tile is decoded once, outside the lock of the cache; other callers wait for that
/// decoding. Failures are cached too.
final class TileCache: Sendable {
  /// The result of one tile's decoding, locked while it runs.
  private final class Slot: Sendable {
    let outcome = Locked<Result<ElevationTile, SkiError>?>(nil)
  }

  private struct Entry {
    let slot: Slot
    var tile: ElevationTile?
    var lastUse: UInt64
  }

  private struct State {
    var entries: [UInt64: Entry] = [:]
    var byteCount = 0
    var clock: UInt64 = 0
    var decodeCount = 0
  }

  /// The memory limit in bytes; the tile used last is kept even if it is larger.
  let limitBytes: Int
  private let state = Locked(State())

  init(limitBytes: Int) { self.limitBytes = limitBytes }

  /// The number of decodings so far, failures included.
  var decodeCount: Int { state.withLock { $0.decodeCount } }
  /// The memory of the cached tiles in bytes.
  var byteCount: Int { state.withLock { $0.byteCount } }

  /// Returns a tile, decoding it when it is not cached.
  /// - Throws: The error of `decode`, again on each call.
  /// - Complexity: O(1) when the tile is cached; O(*n*) in the number of cached tiles when one is evicted.
  func tile(_ key: UInt64, decode: () throws -> ElevationTile) throws -> ElevationTile {
    let (kept, slot) = state.withLock { state in Self.cachedEntry(for: key, in: &state) }
    if let kept { return kept }
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
  func cached(_ key: UInt64) -> ElevationTile? {
    state.withLock { state in
      guard let tile = state.entries[key]?.tile else { return nil }
      state.clock += 1
      state.entries[key]?.lastUse = state.clock
      return tile
    }
  }

  private static func cachedEntry(for key: UInt64, in state: inout State) -> (ElevationTile?, Slot) {
    state.clock += 1
    if let entry = state.entries[key] {
      state.entries[key]?.lastUse = state.clock
      return (entry.tile, entry.slot)
    }
    let slot = Slot()
    state.entries[key] = Entry(slot: slot, tile: nil, lastUse: state.clock)
    return (nil, slot)
  }

  private func keep(_ tile: ElevationTile?, _ slot: Slot, _ key: UInt64, in state: inout State) {
    state.decodeCount += 1
    guard let tile, state.entries[key]?.slot === slot else { return }
    state.entries[key]?.tile = tile
    state.byteCount += tile.byteCount
    while state.byteCount > limitBytes, let oldest = Self.oldest(in: state, except: key) {
      state.byteCount -= state.entries[oldest]?.tile?.byteCount ?? 0
      state.entries[oldest] = nil
    }
  }

  private static func oldest(in state: State, except key: UInt64) -> UInt64? {
    state.entries.lazy.filter { $0.key != key && $0.value.tile != nil }
      .min { $0.value.lastUse < $1.value.lastUse }?.key
  }

  private static func asSkiError(_ error: any Error) -> SkiError {
    error as? SkiError ?? SkiError(.inputOutput, "tile can't be read; check the file", underlying: "\(error)")
  }
}
