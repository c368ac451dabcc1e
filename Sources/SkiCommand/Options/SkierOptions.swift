import ArgumentParser
import SkiRouting
import SkiService

/// The options of the skier and the map, common to all requests.
struct SkierOptions: ParsableArguments {
  @Option(help: "The map; else SKIROUTE_MAP, else the sample mountain.") var map: String?
  @Option(
    help: ArgumentHelp(KeyText.maxDifficulty))
  var maxDifficulty: String?
  @Option(
    help: ArgumentHelp(KeyText.ability))
  var ability = Self.defaultAbility
  @Flag(help: ArgumentHelp(KeyText.board)) var board = false
  @Option(
    help: ArgumentHelp(KeyText.avoid))
  var avoid: [String] = []
  @Flag(help: ArgumentHelp(KeyText.night)) var night = false
  @Option(help: ArgumentHelp(KeyText.closed)) var closed: [String] = []
  @Option(help: ArgumentHelp(KeyText.ungraded)) var ungraded = Self.defaultUngraded
  @Option(
    help: ArgumentHelp(KeyText.allow))
  var allow: [String] = []
  @Option(parsing: .unconditional, help: ArgumentHelp(KeyText.snap))
  var snap = RouteRequest.defaultSnapLimitMetres

  /// The value of `--ability` when it is not given.
  static let defaultAbility = SkierTerms.defaultAbility
  /// The value of `--ungraded` when it is not given.
  static let defaultUngraded = SkierTerms.defaultUngraded

  /// The skier of the options.
  var terms: SkierTerms {
    var terms = SkierTerms()
    (terms.maxDifficulty, terms.ability, terms.board) = (maxDifficulty, ability, board)
    (terms.avoid, terms.night, terms.closed) = (avoid, night, closed)
    (terms.ungraded, terms.allow, terms.snap) = (ungraded, allow, snap)
    return terms
  }
}
