import ArgumentParser
import SkiTerrain
import SkiTiles

/// The option that allows large outputs.
struct LargeOutputOptions: ParsableArguments {
  @Flag(help: "Make it although it has more than 2 billion pixels or 10 GB.") var yesLarge = false

  /// Throws for a large output unless it is allowed.
  /// - Throws: ``SkiError`` with code `.invalidArgument` and the figures.
  func check(_ estimate: OutputEstimate) throws {
    try estimate.check(isWanted: yesLarge, request: "add --yes-large")
  }

  /// Returns the tiles of a plan.
  /// - Parameter estimate: Returns the estimated output of a number of tiles.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a large output that is not allowed, `.limitExceeded`
  ///   beyond the limit of an archive.
  func addresses(_ plan: TilePlan, _ estimate: (Int) -> OutputEstimate) throws -> [TileAddress] {
    if case .tooMany(let count) = plan { try check(estimate(count)) }
    return try plan.addresses()
  }
}
