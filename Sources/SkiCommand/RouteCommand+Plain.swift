import ArgumentParser
import SkiAnswers
import SkiBase

extension RouteCommand {
  /// Reads plain arguments of a route without the argument parser, which takes longer than most routes.
  ///
  /// Plain are two places and options of a route, given once each unless they are lists, with values that can be read.
  /// All else is left to the parser: other commands, help, abbreviations, values that start with a hyphen, mistakes.
  /// - Returns: The command; nil when the arguments are not plain.
  /// - Complexity: O(*n*) in the length of the arguments.
  static func plain(_ arguments: [String]) -> RouteCommand? {
    var rest = arguments[...]
    if rest.first == "route" {
      rest.removeFirst()
    } else if let first = rest.first, isSubcommand(first) {
      return nil
    }
    var command = RouteCommand()
    command.setDefaults()
    var places: [String] = []
    var given: [Substring] = []
    while let word = rest.popFirst() {
      guard word.first == "-" else {
        if word.isEmpty { return nil }
        places.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let option = String(parts[0])
      if !command.isList(option) {
        if given.contains(parts[0]) { return nil }
        given.append(parts[0])
      }
      if parts.count == 1, command.switchOn(option) { continue }
      guard let value = parts.count == 2 ? String(parts[1]) : rest.popFirst(), !value.isEmpty,
        value.first != "-", command.set(option, to: value)
      else { return nil }
    }
    return command.asked.set(arguments: places) ? command : nil
  }

  /// Returns whether an option may be given several times.
  private func isList(_ option: String) -> Bool { asked.isList(option) || option == "--elevation" }

  /// Returns whether a first word names a command.
  private static func isSubcommand(_ word: String) -> Bool {
    word == "help"
      || SkiRouteCommand.configuration.subcommands.contains { $0.configuration.commandName == word }
  }

  private mutating func setDefaults() {
    (asked, source, day) = (.defaults(), .defaults(), .defaults())
    (pictures, time) = (.defaults(), .defaults())
    (format, profilePicture) = (.text, nil)
  }

  private mutating func switchOn(_ flag: String) -> Bool { asked.switchOn(flag) || pictures.switchOn(flag) }

  private mutating func set(_ option: String, to value: String) -> Bool {
    switch option {
    case "--format":
      guard let word = RouteFormat(rawValue: value) else { return false }
      format = word
    case "--profile-picture":
      profilePicture = OutputName(value)
    default:
      return asked.set(option, to: value) || source.set(option, to: value) || day.set(option, to: value)
        || pictures.set(option, to: value) || time.set(option, to: value)
    }
    return true
  }
}
