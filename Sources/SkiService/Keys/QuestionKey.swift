package import SkiFormats
import SkiGeo

/// A key of a question: a member of a line of `skiroute batch` and of a request's body, and a parameter of its URL.
package struct QuestionKey<Question>: Sendable {
  /// The name: that of the command's argument or long option in camel case.
  package let name: String
  /// Indicates whether a question without the key is an error.
  package let isRequired: Bool
  /// The type of its values.
  package let type: QuestionKeyType
  /// One or two sentences on its meaning.
  package let documentation: String
  private let read: @Sendable (Question) -> JSONValue?
  private let assign: @Sendable (inout Question, JSONTree) throws -> Void
  private let assignTexts: @Sendable (inout Question, [String]) throws -> Void

  private init(
    _ name: String, isRequired: Bool, type: QuestionKeyType, documentation: String,
    read: @escaping @Sendable (Question) -> JSONValue?,
    assign: @escaping @Sendable (inout Question, JSONTree) throws -> Void,
    assignTexts: @escaping @Sendable (inout Question, [String]) throws -> Void
  ) {
    (self.name, self.isRequired, self.type, self.documentation) = (name, isRequired, type, documentation)
    (self.read, self.assign, self.assignTexts) = (read, assign, assignTexts)
  }

  /// Creates the key of a property.
  package init<Value: QuestionValue>(
    _ name: String, _ property: any WritableKeyPath<Question, Value> & Sendable, _ documentation: String,
    isRequired: Bool = false
  ) {
    self.init(
      name, isRequired: isRequired, type: Value.keyType, documentation: documentation,
      read: { $0[keyPath: property].json },
      assign: { $0[keyPath: property] = try Value($1, key: name) },
      assignTexts: { $0[keyPath: property] = try Value(texts: $1, key: name) })
  }

  /// Returns the value of a question as JSON; nil when it is missing or empty.
  package func json(of question: Question) -> JSONValue? { read(question) }

  /// Sets the property from a value that is not null.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a value of another type or an unknown word.
  package func set(_ question: inout Question, to json: JSONTree) throws { try assign(&question, json) }

  /// Sets the property from the values that a URL's query has for the name, in order.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for a text that is no such value, and for several values of a
  ///   key that is no list.
  package func set(_ question: inout Question, toTexts texts: [String]) throws {
    try assignTexts(&question, texts)
  }

  /// Returns the key for a question that has this one's as a part.
  fileprivate func within<Outer>(_ part: any WritableKeyPath<Outer, Question> & Sendable) -> QuestionKey<
    Outer
  > {
    QuestionKey<Outer>(
      name, isRequired: isRequired, type: type, documentation: documentation,
      read: { read($0[keyPath: part]) }, assign: { try assign(&$0[keyPath: part], $1) },
      assignTexts: { try assignTexts(&$0[keyPath: part], $1) }
    )
  }
}

extension Array {
  /// Returns the keys of a part for a question that has the part.
  package func within<Outer, Part>(_ part: any WritableKeyPath<Outer, Part> & Sendable) -> [QuestionKey<
    Outer
  >]
  where Element == QuestionKey<Part> {
    map { $0.within(part) }
  }
}
