import ArgumentParser
import SkiGeo
import SkiRouting

/// The options of alternatives, stops and preferences.
struct ChoiceOptions: ParsableArguments {
  @Option(help: "A place to pass, in order; may be given several times.") var via: [String] = []
  @Option(parsing: .unconditional, help: "How many minutes to stay at each of them.") var pause = 0
  @Option(help: "Up to this many different routes, 2 to 10.") var alternatives: Int?
  @Flag(
    help:
      "Minimise time alone; otherwise minutes on foot, pushed or climbed and riding down count more than others."
  )
  var fastest = false
  @Flag(help: "All Pareto-optimal routes by time, hardest grade, metres pushed and number of lifts.")
  var pareto = false
  @Option(
    help:
      "What to prefer, counted half as long: a colour, grade, terrain (glades, moguls, ungroomed, lit), kind of lift, lift or run; may be given several times."
  )
  var prefer: [String] = []
  @Option(
    help:
      "What to avoid, counted three times as long: as above (more for what is harder than a colour), flats, crowds; may be given several times."
  )
  var shun: [String] = []

  /// The kind of answer requested.
  enum Choice: Equatable {
    case fastest
    case journey
    case alternatives(Int)
    case pareto
    case preferred
  }

  /// Returns the kind of answer requested.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for contradictions and counts out of range.
  func choice() throws -> Choice {
    let given = [
      ("--via", !via.isEmpty), ("--alternatives", alternatives != nil), ("--pareto", pareto),
      ("--prefer and --shun", !prefer.isEmpty || !shun.isEmpty),
    ].filter(\.1).map(\.0)
    try SkiError.require(
      given.count <= 1, "\(given.joined(separator: ", ")) exclude each other; choose one of them")
    if pause != 0 {
      try SkiError.require(
        !via.isEmpty && (0...1440).contains(pause),
        "--pause needs --via and must be 0 to 1440 minutes, got \(pause)")
    }
    if let alternatives {
      try SkiError.require(
        (2...10).contains(alternatives), "--alternatives must be 2 to 10, got \(alternatives)")
      return .alternatives(alternatives)
    }
    if pareto { return .pareto }
    return !via.isEmpty ? .journey : given.isEmpty ? .fastest : .preferred
  }

  /// The preferences of the skier.
  var wishes: NamedPreferences { NamedPreferences(preferred: prefer, avoided: shun) }
}
