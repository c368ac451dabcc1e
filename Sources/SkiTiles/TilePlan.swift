import SkiGeo

/// The tiles to be made, or that there are too many of them.
public enum TilePlan: Sendable, Hashable {
  /// The most tiles of one archive: 60 bytes of memory each.
  public static let greatestCount = 8_000_000

  case addresses([TileAddress])
  /// At least so many, which is more than was asked about.
  case tooMany(atLeast: Int)

  /// Returns the addresses.
  /// - Throws: ``SkiError`` with code `.limitExceeded` when there are too many.
  public func addresses() throws -> [TileAddress] {
    switch self {
    case .addresses(let addresses): return addresses
    case .tooMany(let count):
      throw SkiError(
        .limitExceeded,
        "there are \(count) tiles and more, an archive has \(Self.greatestCount) at most; choose lower zooms or a smaller part"
      )
    }
  }
}
