import ArgumentParser
import SkiGeo
import SkiRouting

/// The options of the skier and the map, common to all requests.
struct SkierOptions: ParsableArguments {
  @Option(help: "The map; else SKIROUTE_MAP, else the sample mountain.") var map: String?
  @Option(
    help:
      "The hardest colour or grade to ski: green, blue, red, black, double-black, novice ... expert; else the limit of --ability."
  )
  var maxDifficulty: String?
  @Option(
    help:
      "beginner (skis up to blue), intermediate (red), advanced (black) or expert (every grade): pace and limit."
  )
  var ability = Self.defaultAbility
  @Flag(help: "On a snowboard instead of skis.") var board = false
  @Option(
    help:
      "Kinds of lift to avoid, by OpenSkiMap's words, and of terrain (glades, moguls, ungroomed), with commas: drag_lift,glades."
  )
  var avoid: [String] = []
  @Flag(help: "At night: only runs that are known to be lit.") var night = false
  @Option(help: "A lift or run that is closed, by name or id; may be given several times.") var closed:
    [String] = []
  @Option(help: "Ungraded runs: estimate, allow or refuse.") var ungraded = Self.defaultUngraded
  @Option(
    help:
      "What else to allow, with commas: freeride, extreme, tour (ski tours, hikes), itinerary (ungroomed).")
  var allow: [String] = []
  @Option(parsing: .unconditional, help: "How far a coordinate may lie from the network, in metres.")
  var snap = RouteRequest.defaultSnapLimitMetres

  /// The value of `--ability` when it is not given.
  static let defaultAbility = "intermediate"
  /// The value of `--ungraded` when it is not given.
  static let defaultUngraded = "estimate"
  /// The greatest value of `--snap`.
  static let greatestSnapMetres = 5000.0

  /// Returns the profile of the options.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for unknown words and values out of range.
  func profile() throws -> SkierProfile {
    let greatest = Self.greatestSnapMetres
    try SkiError.require(
      snap >= 0 && snap <= greatest, "snap distance must be 0...\(Int(greatest)) metres, got \(snap)")
    var profile = try ProfileArguments.profile(
      ability: ability, board: board, maxDifficulty: maxDifficulty, ungraded: ungraded, avoid: avoid,
      allow: allow)
    profile.needsLight = night
    return profile
  }
}
