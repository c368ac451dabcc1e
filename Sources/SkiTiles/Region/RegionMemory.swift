import SkiGeo
import SkiGraph

/// The regions that were read last, as many as fit a number of bytes; the one asked for always.
///
/// A class that any number of threads may ask at once.
final class RegionMemory: Sendable {
  private struct Kept {
    var shapes: RegionShapes
    var lastUse: UInt64
  }

  private struct State {
    var kept: [RegionIndex: Kept] = [:]
    var byteCount = 0
    var clock: UInt64 = 0
  }

  private let state = Locked(State())
  private let limitBytes: Int

  /// Makes a memory of some bytes.
  init(limitBytes: Int) { self.limitBytes = limitBytes }

  /// Returns a region, read by a body when it is not kept. Two threads may read one region at once; neither waits.
  func shapes(of region: RegionIndex, read: () throws -> RegionShapes) rethrows -> RegionShapes {
    let known: RegionShapes? = state.withLock { state in
      state.clock += 1
      state.kept[region]?.lastUse = state.clock
      return state.kept[region]?.shapes
    }
    if let known { return known }
    let fresh = try read()
    state.withLock { state in
      state.byteCount -= state.kept[region]?.shapes.byteCount ?? 0
      state.byteCount += fresh.byteCount
      state.kept[region] = Kept(shapes: fresh, lastUse: state.clock)
      makeRoom(&state, for: region)
    }
    return fresh
  }

  /// Forgets what was asked for longest ago until the rest fits.
  private func makeRoom(_ state: inout State, for region: RegionIndex) {
    guard state.byteCount > limitBytes else { return }
    for (old, kept) in state.kept.sorted(by: { $0.value.lastUse < $1.value.lastUse })
    where old != region && state.byteCount > limitBytes {
      state.byteCount -= kept.shapes.byteCount
      state.kept[old] = nil
    }
  }
}
