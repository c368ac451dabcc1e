import SkiBase
import SkiGraph

/// A cache of the most recently used regions, up to a number of bytes.
///
/// A class that is safe to use from any number of threads.
final class RegionCache: Sendable {
  private let known: Locked<BoundedCache<RegionIndex, any TileShapes>>

  /// Creates an empty cache.
  init(limitBytes: Int) { known = Locked(BoundedCache(limitBytes: limitBytes)) }

  /// Returns a region, read by a body when it is not cached; concurrent threads may both read it, without waiting.
  func shapes(of region: RegionIndex, read: () throws -> any TileShapes) rethrows -> any TileShapes {
    if let known = known.withLock({ $0.value(of: region) }) { return known }
    let fresh = try read()
    add(fresh, region)
    return fresh
  }

  /// Returns all shapes of a region, read by a body when some are missing.
  func allShapes(of region: RegionIndex, read: () throws -> RegionShapes) rethrows -> RegionShapes {
    if let known = known.withLock({ $0.value(of: region) }) as? RegionShapes { return known }
    let fresh = try read()
    add(fresh, region)
    return fresh
  }

  private func add(_ fresh: any TileShapes, _ region: RegionIndex) {
    known.withLock { _ = $0.insert(fresh, of: region, bytes: fresh.byteCount) }
  }
}
