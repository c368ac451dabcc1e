import SkiGeo

/// The addresses of the tiles to make, or a count when they exceed a limit.
public enum TilePlan: Sendable, Hashable {
  /// The greatest number of tiles in one archive, at 60 bytes of memory each.
  public static let greatestCount = 8_000_000

  /// The addresses of the tiles, within the limit.
  case addresses([TileAddress])
  /// A number of tiles above the limit, as a lower bound.
  case tooMany(atLeast: Int)

  /// Returns the addresses.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are too many.
  public func addresses() throws -> [TileAddress] {
    switch self {
    case .addresses(let addresses): return addresses
    case .tooMany(let count):
      throw SkiError(
        .limitExceeded,
        "there are \(count) tiles or more, an archive has \(Self.greatestCount) at most; choose lower zooms or a smaller part"
      )
    }
  }
}
