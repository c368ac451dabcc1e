package import SkiFormats
import SkiGeo

/// A type of a question's property, whose values are read from JSON and from the text of a URL's query.
package protocol QuestionValue: Sendable {
  /// The type of the values.
  static var keyType: QuestionKeyType { get }
  /// The value as JSON; nil for a missing one.
  var json: JSONValue? { get }
  /// Creates the value of a key.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for another type of JSON.
  init(_ json: JSONTree, key: String) throws
  /// Creates the value of a key from the texts of its occurrences in a query, of which there is one at least.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for other texts, and for several where one is possible.
  init(texts: [String], key: String) throws
}

extension QuestionValue {
  /// Creates the value of a text that is a number in JSON, so that `nan`, `inf` and hexadecimal digits are refused.
  fileprivate static func number(_ texts: [String], _ key: String) throws -> Self {
    let text = try single(texts, key)
    let json = try? JSONTree.read(Array(text.utf8), depthLimit: 0, doubts: .refused)
    guard let json, case .number = json else { return try Self(JSONTree.string(text), key: key) }
    return try Self(json, key: key)
  }

  /// Returns the only text.
  fileprivate static func single(_ texts: [String], _ key: String) throws -> String {
    try SkiError.require(texts.count == 1, "key \(key) is given \(texts.count) times; give it once")
    return texts[0]
  }
}

extension JSONTree {
  /// Returns the error for a value of the wrong type.
  fileprivate func isNot(_ wanted: String, _ key: String) -> SkiError {
    SkiError(.invalidArgument, "key \(key) must be \(wanted), got \(kind)")
  }

  /// The type of the value in words.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number(let text): text.utf8.count <= 24 ? "the number \(text)" : "a number"
    case .string: "a text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension String: QuestionValue {
  package static var keyType: QuestionKeyType { .text }
  package var json: JSONValue? { isEmpty ? nil : .string(self) }

  package init(texts: [String], key: String) throws { self = try Self.single(texts, key) }

  package init(_ json: JSONTree, key: String) throws {
    guard case .string(let text) = json else { throw json.isNot("a text", key) }
    self = text
  }
}

extension Bool: QuestionValue {
  package static var keyType: QuestionKeyType { .flag }
  package var json: JSONValue? { .bool(self) }

  package init(texts: [String], key: String) throws {
    switch try Self.single(texts, key) {
    case "true", "": self = true
    case "false": self = false
    default: throw JSONTree.string("").isNot("true or false", key)
    }
  }

  package init(_ json: JSONTree, key: String) throws {
    guard case .bool(let value) = json else { throw json.isNot("true or false", key) }
    self = value
  }
}

extension Int: QuestionValue {
  package static var keyType: QuestionKeyType { .integer }
  package var json: JSONValue? { .integer(self) }

  package init(texts: [String], key: String) throws { self = try Self.number(texts, key) }

  package init(_ json: JSONTree, key: String) throws {
    guard case .number(let text) = json, let value = Int(text) else {
      throw json.isNot("a whole number", key)
    }
    self = value
  }
}

extension Double: QuestionValue {
  package static var keyType: QuestionKeyType { .number }
  package var json: JSONValue? { .decimal(self, places: 3) }

  package init(texts: [String], key: String) throws { self = try Self.number(texts, key) }

  package init(_ json: JSONTree, key: String) throws {
    guard let value = json.nearestDouble else { throw json.isNot("a number", key) }
    self = value
  }
}

extension Optional: QuestionValue where Wrapped: QuestionValue {
  package static var keyType: QuestionKeyType { Wrapped.keyType }
  package var json: JSONValue? { flatMap(\.json) }

  package init(texts: [String], key: String) throws { self = try Wrapped(texts: texts, key: key) }

  package init(_ json: JSONTree, key: String) throws { self = try Wrapped(json, key: key) }
}

extension [String]: QuestionValue {
  package static var keyType: QuestionKeyType { .texts }
  package var json: JSONValue? { isEmpty ? nil : .array(map(JSONValue.string)) }

  package init(texts: [String], key: String) throws { self = texts }

  /// Creates the list of a key; a text alone is a list of one.
  package init(_ json: JSONTree, key: String) throws {
    switch json {
    case .string(let text): self = [text]
    case .array(let elements):
      self = try elements.map { element in
        guard case .string(let text) = element else { throw element.isNot("a list of texts", key) }
        return text
      }
    default: throw json.isNot("a list of texts", key)
    }
  }
}

/// A type with a fixed set of words.
package protocol QuestionWord: QuestionValue, RawRepresentable, CaseIterable where RawValue == String {}

extension QuestionWord {
  package static var keyType: QuestionKeyType { .words(allCases.map(\.rawValue)) }
  package var json: JSONValue? { .string(rawValue) }

  package init(texts: [String], key: String) throws {
    self = try Self.word(Self.single(texts, key), key)
  }

  package init(_ json: JSONTree, key: String) throws { self = try Self.word(String(json, key: key), key) }

  private static func word(_ text: String, _ key: String) throws -> Self {
    guard let value = Self(rawValue: text) else {
      let known = allCases.map(\.rawValue).joined(separator: ", ")
      throw SkiError(
        .invalidArgument, "\(key) \(text.shortened(toScalars: 80)) is unknown; write one of: \(known)")
    }
    return value
  }
}
