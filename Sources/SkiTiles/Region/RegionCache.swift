import SkiGeo
import SkiGraph

/// A cache of the most recently used regions, up to a number of bytes.
///
/// A class that is safe to use from any number of threads.
final class RegionCache: Sendable {
  private struct Entry {
    var shapes: any TileShapes
    var lastUse: UInt64
  }

  private struct State {
    var entries: [RegionIndex: Entry] = [:]
    var byteCount = 0
    var clock: UInt64 = 0
  }

  private let state = Locked(State())
  private let limitBytes: Int

  /// Creates an empty cache.
  init(limitBytes: Int) { self.limitBytes = limitBytes }

  /// Returns a region, read by a body when it is not cached; concurrent threads may both read it, without waiting.
  func shapes(of region: RegionIndex, read: () throws -> any TileShapes) rethrows -> any TileShapes {
    if let known = known(region) { return known }
    let fresh = try read()
    add(fresh, region)
    return fresh
  }

  /// Returns all shapes of a region, read by a body when some are missing.
  func allShapes(of region: RegionIndex, read: () throws -> RegionShapes) rethrows -> RegionShapes {
    if let known = known(region) as? RegionShapes { return known }
    let fresh = try read()
    add(fresh, region)
    return fresh
  }

  private func known(_ region: RegionIndex) -> (any TileShapes)? {
    state.withLock { state in
      state.clock += 1
      state.entries[region]?.lastUse = state.clock
      return state.entries[region]?.shapes
    }
  }

  private func add(_ fresh: any TileShapes, _ region: RegionIndex) {
    state.withLock { state in
      state.byteCount -= state.entries[region]?.shapes.byteCount ?? 0
      state.byteCount += fresh.byteCount
      state.entries[region] = Entry(shapes: fresh, lastUse: state.clock)
      makeRoom(&state, for: region)
    }
  }

  /// Removes the least recently used regions until the rest fits; the given one stays.
  private func makeRoom(_ state: inout State, for region: RegionIndex) {
    guard state.byteCount > limitBytes else { return }
    for (old, kept) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse })
    where old != region && state.byteCount > limitBytes {
      state.byteCount -= kept.shapes.byteCount
      state.entries[old] = nil
    }
  }
}
