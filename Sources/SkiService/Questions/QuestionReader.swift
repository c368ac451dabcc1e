package import SkiFormats
import SkiGeo

/// A reader of questions by their keys.
package enum QuestionReader<Question: MapQuestion> {
  /// Reads a question from the members of an object; null is as good as missing.
  /// - Parameter others: The names of members that are no keys.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for unknown, missing and invalid members.
  /// - Complexity: O(*n*) in the keys and members.
  package static func question(json members: [String: JSONTree], besides others: [String] = []) throws
    -> Question
  {
    try read(members, others) { key, question, value in
      guard value != .null else { return false }
      try key.set(&question, to: value)
      return true
    }
  }

  /// Reads a question from the names and values of a URL's query.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for unknown, missing and invalid parameters.
  /// - Complexity: O(*n*) in the keys and parameters.
  package static func question(query: [(name: String, value: String)]) throws -> Question {
    var texts: [String: [String]] = [:]
    for (name, value) in query { texts[name, default: []].append(value) }
    return try read(texts, []) { key, question, values in
      try key.set(&question, toTexts: values)
      return true
    }
  }

  /// Reads a question from members by name, each of which is looked up once.
  /// - Parameter set: Sets a key to the value of a member; returns whether there is a value.
  private static func read<Value>(
    _ members: [String: Value], _ others: [String],
    _ set: (QuestionKey<Question>, inout Question, Value) throws -> Bool
  ) throws -> Question {
    let keys = Question.keys
    let values = keys.map { members[$0.name] }
    guard values.count(where: { $0 != nil }) + others.count(where: { members[$0] != nil }) == members.count
    else { throw unknownKey(members.keys, others) }
    var question = Question()
    for (key, value) in zip(keys, values) {
      let isSet = try value.map { try set(key, &question, $0) } ?? false
      if !isSet && key.isRequired {
        let required = keys.filter(\.isRequired).map(\.name).joined(separator: " and ")
        throw SkiError(.invalidArgument, "key \(key.name) is missing; \(Question.name) needs \(required)")
      }
    }
    return question
  }

  /// Returns the error for the first name that is unknown.
  private static func unknownKey(_ names: some Collection<String>, _ others: [String]) -> SkiError {
    let known = Question.keys.map(\.name) + others
    return UnknownKey.error(names.filter { !known.contains($0) }.min() ?? "", in: Question.name, known: known)
  }
}

/// The errors for names that are no key of a question.
enum UnknownKey {
  private static let pictureKeys: Set = [
    "picture", "thumbnail", "scale", "elevation", "elevationEncoding", "verticalUnit", "profilePicture",
  ]

  /// Returns the error for a name, with what may be meant.
  static func error(_ key: String, in question: String, known: [String]) -> SkiError {
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
}
