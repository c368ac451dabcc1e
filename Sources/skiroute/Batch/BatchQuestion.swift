import ArgumentParser
import SkiFormats

/// A command whose question may be a line of `skiroute batch`.
protocol BatchQuestion: AsyncParsableCommand, Sendable {
  /// Arguments that the command accepts; the values of a line replace them.
  static var placeholders: [String] { get }
  /// The keys of a line: the arguments and long options of the command in camel case, those of files left out.
  static var batchKeys: [BatchKey<Self>] { get }
  /// Returns the answer as the command writes it with `--format json`.
  /// - Throws: ``NoAnswerError`` where there is no answer; the errors of the command.
  func json(over map: OpenMap) throws -> TerminalText
}
