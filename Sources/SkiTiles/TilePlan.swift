import SkiBase

/// The addresses of the tiles to make, or an estimate of their number when they exceed a limit.
package enum TilePlan: Sendable, Hashable {
  /// The greatest number of tiles in one archive; a build takes 60 bytes of memory for each.
  package static let greatestCount = 8_000_000

  /// The addresses of the tiles, no more than the limit, zoom by zoom.
  case addresses([TileAddress])
  /// An estimate of the number of tiles, above the limit: for vector tiles those found until then, a lower bound; for
  /// raster tiles as if elevations covered all below the tiles found, which may be too high.
  case tooMany(estimate: Int)

  /// Returns the addresses of the tiles.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are too many.
  package func addresses() throws -> [TileAddress] {
    switch self {
    case .addresses(let addresses): return addresses
    case .tooMany(let count):
      throw SkiError(
        .limitExceeded,
        "there are about \(count) tiles, an archive has \(Self.greatestCount) at most; choose lower zooms or a smaller part"
      )
    }
  }
}
