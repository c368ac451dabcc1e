import SkiBase

/// A pool of the memory of released tiles, for those decoded next.
///
/// It avoids new pages when a reader goes through a large raster, since mapping a page costs more than reading its
/// data. Shared by any number of tasks.
final class SampleBufferPool: Sendable {
  private let buffers = Locked<[ElevationTile.Samples]>([])
  /// The maximum number of pooled buffers, about that of concurrent decoders.
  private static let limit = 4

  /// Adds the memory of a tile; beyond the limit it is freed.
  func give(_ samples: ElevationTile.Samples) {
    buffers.withLock { if $0.count < Self.limit { $0.append(samples) } }
  }

  /// Returns a buffer for a number of heights with arbitrary contents.
  func take<Height: TileElevation>(_ count: Int) -> [Height] {
    let spare = buffers.withLock { $0.popLast() }
    if let heights = spare.flatMap(Height.heights), heights.count == count { return heights }
    return [Height](unsafeUninitializedCapacity: count) { buffer, filled in
      // Initialising touches the pages once; the caller overwrites them.
      buffer.initialize(repeating: Height.void)
      filled = count
    }
  }
}
