import ArgumentParser
import SkiFormats
import SkiGeo
import SkiReports

/// A type of option whose values are read from JSON.
protocol BatchValue: Sendable {
  /// Creates the value of a key.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for another type of JSON.
  init(_ json: JSONTree, key: String) throws
}

extension JSONTree {
  /// Returns the error for a value of the wrong type.
  fileprivate func isNot(_ wanted: String, _ key: String) -> SkiError {
    SkiError(.invalidArgument, "key \(key) must be \(wanted), got \(kind)")
  }

  /// The type of the value in words.
  var kind: String {
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

extension String: BatchValue {
  init(_ json: JSONTree, key: String) throws {
    guard case .string(let text) = json else { throw json.isNot("a text", key) }
    self = text
  }
}

extension Bool: BatchValue {
  init(_ json: JSONTree, key: String) throws {
    guard case .bool(let value) = json else { throw json.isNot("true or false", key) }
    self = value
  }
}

extension Int: BatchValue {
  init(_ json: JSONTree, key: String) throws {
    guard case .number(let text) = json, let value = Int(text) else {
      throw json.isNot("a whole number", key)
    }
    self = value
  }
}

extension Double: BatchValue {
  init(_ json: JSONTree, key: String) throws {
    guard let value = json.nearestDouble else { throw json.isNot("a number", key) }
    self = value
  }
}

extension Optional: BatchValue where Wrapped: BatchValue {
  init(_ json: JSONTree, key: String) throws { self = try Wrapped(json, key: key) }
}

extension [String]: BatchValue {
  /// Creates the list of a key; a text alone is a list of one.
  init(_ json: JSONTree, key: String) throws {
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

/// An option with a fixed set of words.
protocol BatchWord: BatchValue, ExpressibleByArgument {}

extension BatchWord {
  init(_ json: JSONTree, key: String) throws {
    let text = try String(json, key: key)
    guard let value = Self(argument: text) else {
      let known = Self.allValueStrings.joined(separator: ", ")
      throw SkiError(
        .invalidArgument, "\(key) \(text.shortened(toScalars: 80)) is unknown; write one of: \(known)")
    }
    self = value
  }
}

extension Language: BatchWord {}
