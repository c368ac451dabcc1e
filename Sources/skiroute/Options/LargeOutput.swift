import ArgumentParser
import SkiRelief
import SkiTiles

/// The option that asks for more than is made without it.
struct LargeOutput: ParsableArguments {
  @Flag(help: "Make it although it has more than 2 billion pixels or 10 GB.") var yesLarge = false

  /// Refuses what is large and was not asked for.
  /// - Throws: ``SkiError`` with code `.invalidArgument` and the figures.
  func check(_ estimate: OutputEstimate) throws {
    try estimate.check(isWanted: yesLarge, request: "add --yes-large")
  }

  /// Returns the tiles of a plan.
  /// - Parameter estimate: What a number of tiles takes.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for more than was asked for, `.limitExceeded` for more than an archive has.
  func addresses(_ plan: TilePlan, _ estimate: (Int) -> OutputEstimate) throws -> [TileAddress] {
    if case .tooMany(let count) = plan { try check(estimate(count)) }
    return try plan.addresses()
  }
}
