import ArgumentParser
import SkiService

/// The options of alternatives, stops and preferences.
struct ChoiceOptions: ParsableArguments {
  @Option(help: ArgumentHelp(KeyText.via)) var via: [String] = []
  @Option(parsing: .unconditional, help: ArgumentHelp(KeyText.pause)) var pause = 0
  @Option(help: ArgumentHelp(KeyText.alternatives)) var alternatives: Int?
  @Flag(
    help: ArgumentHelp(KeyText.fastest))
  var fastest = false
  @Flag(help: ArgumentHelp(KeyText.pareto))
  var pareto = false
  @Option(
    help: ArgumentHelp(KeyText.prefer))
  var prefer: [String] = []
  @Option(
    help: ArgumentHelp(KeyText.shun))
  var shun: [String] = []

  /// The terms of the options.
  var terms: ChoiceTerms {
    var terms = ChoiceTerms()
    (terms.via, terms.pause, terms.alternatives) = (via, pause, alternatives)
    (terms.fastest, terms.pareto, terms.prefer, terms.shun) = (fastest, pareto, prefer, shun)
    return terms
  }
}
