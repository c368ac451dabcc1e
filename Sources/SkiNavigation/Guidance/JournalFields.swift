import SkiBase

/// The members of an object of a journal, removed as they are read; remaining members are an error.
struct JournalFields {
  private var members: [String: JSONTree]
  private let what: String

  /// Takes an object apart.
  init(_ value: JSONTree, _ what: String) throws(SkiError) {
    guard case .object(let members) = value else {
      throw SkiError(.malformedData, "journal has no object for \(what); record it again")
    }
    self.members = members
    self.what = what
  }

  /// Returns whether a member is present.
  func has(_ name: String) -> Bool { members[name] != nil }

  mutating func optional<Value>(
    _ name: String, _ read: (JSONTree) throws -> Value?
  ) throws -> Value? {
    guard let value = members.removeValue(forKey: name) else { return nil }
    guard let result = try read(value) else {
      throw SkiError(.malformedData, "journal has a \(name) of \(what) that can't be read; record it again")
    }
    return result
  }

  mutating func required<Value>(_ name: String, _ read: (JSONTree) throws -> Value?) throws -> Value {
    guard let value = try optional(name, read) else {
      throw SkiError(.malformedData, "journal lacks the \(name) of \(what); record it again")
    }
    return value
  }

  /// Checks that all members were read.
  func end() throws(SkiError) {
    guard let name = members.keys.sorted().first else { return }
    throw SkiError(
      .malformedData,
      "journal has an unknown \(name.shortened(toScalars: 40)) of \(what); it is not of this version")
  }
}

extension JSONTree {
  private static let greatestDepth = 8

  /// Reads one line.
  /// - Throws: ``SkiError`` with code `.malformedData` for anything that is no JSON, a name given twice, or deeper than 8.
  /// - Complexity: O(*n*) in bytes.
  static func journal(_ bytes: some Collection<UInt8>) throws(SkiError) -> JSONTree {
    do throws(JSONFault) {
      return try read(Array(bytes), depthLimit: greatestDepth, doubts: .refused)
    } catch {
      throw SkiError(
        .malformedData,
        "journal line is not JSON: \(error.reason) at byte \(error.position); record it again")
    }
  }

  var text: String? { if case .string(let text) = self { text } else { nil } }
  var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  var elements: [JSONTree]? { if case .array(let values) = self { values } else { nil } }

  func integer<Number: FixedWidthInteger>(_: Number.Type = Number.self) -> Number? {
    if case .number(let text) = self { Number(text) } else { nil }
  }

  /// A number written by ``JSONValue/exact(_:)``.
  var double: Double? {
    switch self {
    case .number(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .string("nan"): .nan
    case .string("inf"): .infinity
    case .string("-inf"): -.infinity
    default: nil
    }
  }

  func word<Word: RawRepresentable<String>>(_: Word.Type = Word.self) -> Word? { text.flatMap(Word.init) }
}

extension JSONValue {
  /// Returns a number in a form that is read back exactly; a word where it is not finite.
  static func exact(_ value: Double) -> JSONValue {
    if value.isNaN { return .string("nan") }
    if value.isInfinite { return .string(value < 0 ? "-inf" : "inf") }
    return .encoded("\(value)")
  }

  static func number(_ value: some FixedWidthInteger) -> JSONValue { .encoded("\(value)") }

  /// Returns an object of the members that have a value.
  static func present(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { name, value in value.map { JSONValue.Member(name, $0) } })
  }
}
