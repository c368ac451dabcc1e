import Foundation
import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

/// The commands and their options, as the parser knows them, and which of the options name files.
struct CommandTable {
  /// A command without subcommands.
  struct Command: CustomTestStringConvertible {
    /// The subcommands that name it.
    let words: [String]
    /// Its options and arguments that take a value: `--map`, `sources`.
    let options: [String]

    var inputs: [String] { options.filter { CommandTable.inputs.contains($0) } }
    var outputs: [String] { options.filter { CommandTable.outputs.contains($0) } }
    var testDescription: String { words.joined(separator: " ") }
  }

  /// Options and arguments that name what is read.
  static let inputs: Set = [
    "--map", "--status", "--holidays", "--elevation", "--runs", "--lifts", "--areas", "--spots", "--streets",
    "--over", "--ramp", "--to", "sources", "track", "old", "new", "questions",
  ]
  /// Options that name what is written.
  static let outputs: Set = ["--output", "--report", "--svg", "--picture", "--profile-picture"]
  /// Options and arguments that name no file; `--from` is a time of day except in `matrix`.
  static let others: Set = [
    "from", "to", "query", "run", "place", "home", "places", "options", "--max-difficulty", "--ability",
    "--avoid",
    "--closed", "--ungraded", "--allow", "--snap", "--depart", "--opening", "--closing", "--date", "--home",
    "--format", "--language", "--via", "--pause", "--alternatives", "--prefer", "--shun", "--scale",
    "--elevation-encoding", "--vertical-unit", "--without", "--require", "--draw",
    "--sample", "--seed", "--only",
    "--limit",
    "--place", "--bounds", "--azimuth", "--altitude", "--time", "--utc-offset", "--zone", "--exaggeration",
    "--method",
    "--compress", "--edges", "--interval", "--base", "--levels", "--index-every", "--tolerance",
    "--sampling",
    "--fill", "--every", "--accuracy", "--layer", "--layers", "--attributes", "--least-pixels", "--zoom",
    "--tile-size", "--name", "--minutes", "--person", "--at", "--close", "--end", "--from", "--until",
    "--goal", "--timeout",
    "--workers", "--run", "--noise", "--lunch", "--lunch-at", "--lunch-by", "--lunch-minutes",
  ]

  /// The commands without subcommands.
  let commands: [Command]
  /// The subcommands that name each command, those with subcommands included.
  let words: [[String]]

  private struct Dump: Decodable { let command: Entry }
  private struct Entry: Decodable {
    struct Name: Decodable { let name: String }
    struct Argument: Decodable {
      let kind: String
      let valueName: String?
      let preferredName: Name?
    }
    let commandName: String
    let arguments: [Argument]?
    let subcommands: [Entry]?
  }

  /// Reads all commands from the help dump of the command.
  init() throws {
    let outcome = try CommandRunner.skiroute().run(["--experimental-dump-help"])
    let dump = try JSONDecoder().decode(Dump.self, from: outcome.standardOutput)
    commands = (dump.command.subcommands ?? []).flatMap { Self.commands(of: $0, []) }
    words = Self.words(below: dump.command, [])
  }

  private static func words(below entry: Entry, _ above: [String]) -> [[String]] {
    (entry.subcommands ?? []).filter { $0.commandName != "help" }.flatMap { below in
      let words = above + [below.commandName]
      return [words] + Self.words(below: below, words)
    }
  }

  private static func commands(of entry: Entry, _ above: [String]) -> [Command] {
    guard entry.commandName != "help" else { return [] }
    let words = above + [entry.commandName]
    let below = (entry.subcommands ?? []).filter { $0.commandName != "help" }
    guard below.isEmpty else { return below.flatMap { commands(of: $0, words) } }
    let options = (entry.arguments ?? []).filter { $0.kind != "flag" }.map { argument in
      argument.kind == "positional"
        ? argument.valueName ?? "" : "--" + (argument.preferredName?.name ?? "")
    }
    return [Command(words: words, options: options)]
  }
}
