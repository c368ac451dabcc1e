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
    try checkNames(members.keys, others)
    return try read { key, question in
      guard let value = members[key.name], value != .null else { return false }
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
    try checkNames(texts.keys, [])
    return try read { key, question in
      guard let values = texts[key.name] else { return false }
      try key.set(&question, toTexts: values)
      return true
    }
  }

  private static func read(_ set: (QuestionKey<Question>, inout Question) throws -> Bool) throws -> Question {
    var question = Question()
    let keys = Question.keys
    for key in keys where try !set(key, &question) && key.isRequired {
      let required = keys.filter(\.isRequired).map(\.name).joined(separator: " and ")
      throw SkiError(.invalidArgument, "key \(key.name) is missing; \(Question.name) needs \(required)")
    }
    return question
  }

  private static func checkNames(_ names: some Collection<String>, _ others: [String]) throws {
    let keys = Question.keys
    // Requests name a few keys: a scan takes less time than a set.
    let unknown = names.lazy.filter { name in !keys.contains { $0.name == name } && !others.contains(name) }
    guard let key = unknown.min() else { return }
    throw UnknownKey.error(key, in: Question.name, known: keys.map(\.name) + others)
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
