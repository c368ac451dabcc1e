import SkiGeo

/// The memory of tiles that nobody needs any more, for those decoded next.
///
/// A reader of equal tiles goes through a large raster without asking the system for memory again and again: each new
/// page costs more than reading what is put there. Shared by any number of tasks.
final class SpareSamples: Sendable {
  private let spares = Locked<[ElevationTile.Samples]>([])
  /// As many as cores decode at once.
  private static let limit = 4

  /// Takes what a tile held; beyond a few it is freed.
  func give(_ samples: ElevationTile.Samples) {
    spares.withLock { if $0.count < Self.limit { $0.append(samples) } }
  }

  /// Returns room for so many heights, whatever they are.
  func take<Height: TileHeight>(_ count: Int) -> [Height] {
    let spare = spares.withLock { $0.popLast() }
    if let heights = spare.flatMap(Height.heights), heights.count == count { return heights }
    return [Height](unsafeUninitializedCapacity: count) { buffer, filled in
      // Touching pages once is all this costs; whoever takes them fills them.
      buffer.initialize(repeating: Height.void)
      filled = count
    }
  }
}
