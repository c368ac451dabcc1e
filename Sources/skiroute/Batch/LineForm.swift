import ArgumentParser
import SkiFormats
import SkiGeo

/// The form of lines with one kind of question: its keys, and the way to its answer.
struct LineForm: Sendable {
  /// The members of a line by name.
  typealias Members = [String: JSONTree]

  /// The keys of every line, whatever its question.
  static let commonKeys = ["id", "question", "timeout"]

  /// The name of the question: the subcommand.
  let name: String
  /// Returns the answer to a line as JSON.
  let answer: @Sendable (Members, OpenMap) throws -> TerminalText

  /// Creates the form of a command's question.
  /// - Parameter arguments: Options that apply to every line, besides those of a line.
  /// - Throws: The errors of parsing the arguments.
  init<Question: BatchQuestion>(_: Question.Type, _ arguments: [String] = []) throws {
    let name = Question.configuration.commandName ?? ""
    let template = try Question.parse(Question.placeholders + arguments)
    let keys = Question.batchKeys
    let known = Set(keys.map(\.name) + Self.commonKeys)
    self.name = name
    answer = { members, map in
      if let key = members.keys.lazy.filter({ !known.contains($0) }).min() {
        throw Self.unknown(key, name, keys.map(\.name) + Self.commonKeys)
      }
      var question = template
      for key in keys {
        if let value = members[key.name], value != .null {
          try key.set(&question, to: value)
        } else if key.isRequired {
          let required = keys.filter(\.isRequired).map(\.name).joined(separator: " and ")
          throw SkiError(.invalidArgument, "key \(key.name) is missing; \(name) needs \(required)")
        }
      }
      return try question.json(over: map)
    }
  }

  /// Returns the error for a key that the question does not have.
  private static func unknown(_ key: String, _ question: String, _ known: [String]) -> SkiError {
    let word = key.filter { $0 != "-" && $0 != "_" }
    let remedy =
      if ["map", "status", "holidays", "output"].contains(word) {
        "write --\(word) FILE behind skiroute batch"
      } else if word == "format" {
        "leave it out, answers are JSON"
      } else if pictureKeys.contains(word) {
        "leave it out, pictures are for skiroute route"
      } else if let near = known.nearest(to: word) {
        "did you mean \(near)?"
      } else {
        "write one of: \(known.joined(separator: ", "))"
      }
    return SkiError(
      .invalidArgument, "key \(key.shortened(toScalars: 80)) is unknown in \(question); \(remedy)")
  }

  private static let pictureKeys: Set = [
    "picture", "thumbnail", "scale", "elevation", "elevationEncoding", "verticalUnit", "profilePicture",
  ]
}
