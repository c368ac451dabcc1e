package import SkiFormats

/// The type of a key's values.
package enum QuestionKeyType: Sendable, Hashable {
  case text
  case number
  case integer
  case flag
  case texts
  /// One of some words.
  case words([String])

  /// The JSON schema of a value.
  package var schema: JSONValue {
    switch self {
    case .text: .object(["type": .string("string")])
    case .number: .object(["type": .string("number")])
    case .integer: .object(["type": .string("integer")])
    case .flag: .object(["type": .string("boolean")])
    case .texts: .object(["type": .string("array"), "items": .object(["type": .string("string")])])
    case .words(let words):
      .object(["type": .string("string"), "enum": .array(words.map(JSONValue.string))])
    }
  }
}
