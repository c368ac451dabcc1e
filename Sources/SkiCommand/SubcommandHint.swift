import ArgumentParser
import SkiAnswers
import SkiBase

/// The subcommand that a word of the command line was meant for, where the word is none but spelled like one.
struct SubcommandHint {
  /// The word as it was written.
  let word: String
  /// All words of the call that was meant: `skiroute terrain slope`.
  let call: String

  /// Finds the first word that is no subcommand where one may stand.
  /// - Returns: Nil when there is none, when an option comes first, and when no subcommand is spelled like it.
  init?(_ arguments: [String]) {
    var command: any ParsableCommand.Type = SkiRouteCommand.self
    var path = ["skiroute"]
    var rest = arguments[...]
    if rest.first == "help" { rest.removeFirst() }
    while let next = command.configuration.subcommands.first(where: {
      $0.configuration.commandName == rest.first
    }) {
      command = next
      path.append(rest.removeFirst())
    }
    let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let first = rest.first, let name = names.nearest(to: first) else { return nil }
    word = first
    call = (path + [name]).joined(separator: " ")
  }

  /// The line that asks.
  var question: String { "did you mean \(call)?" }

  /// Adds the question to the error for a start that is no place, where the word was taken for one.
  func added(to error: SkiError) -> SkiError {
    guard error.code == .unknownPlace, error.message.hasPrefix("place \(word) ") else { return error }
    var error = error
    error.message += "; \(question)"
    return error
  }
}
