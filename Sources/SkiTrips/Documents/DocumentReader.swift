package import SkiFormats
package import SkiGeo
package import SkiSharing

/// A reader of an object of JSON that a route takes or returns.
///
/// Errors name the document, the member and what it must be, never its text. A member that is null counts as absent. A value;
/// `Sendable`.
package struct DocumentReader: Sendable {
  /// The name of the document for messages, such as "trip".
  package let noun: String
  /// Indicates whether members that are not listed were refused.
  package let isStrict: Bool
  /// The time zone of times that are written without one; nil for Universal Time.
  package var zoneOfTimes: TimeZoneName?
  private let members: [String: JSONTree]

  /// Creates a reader that takes any members, for documents of a server, which may have new ones.
  /// - Throws: `SkiError` with code `.malformedData` when the value is no object.
  package init(_ tree: JSONTree, of noun: String) throws {
    guard case .object(let members) = tree else {
      throw SkiError(.malformedData, "\(noun) is no object of JSON; send {…}")
    }
    (self.noun, self.isStrict, self.members) = (noun, false, members)
  }

  /// Creates a reader that refuses members that are not listed.
  /// - Throws: `SkiError` with code `.invalidArgument` that names the unknown member.
  package init(_ members: [String: JSONTree], of noun: String, names: [String]) throws {
    if let unknown = members.keys.filter({ !names.contains($0) }).min() {
      let known = names.isEmpty ? "leave it out" : "write some of: \(names.joined(separator: ", "))"
      throw SkiError(
        .invalidArgument, "member \(unknown.shortened(toScalars: 40)) of \(noun) is unknown; \(known)")
    }
    (self.noun, self.isStrict, self.members) = (noun, true, members)
  }

  /// Indicates whether a member is a time that is written without a zone.
  package var hasTimeWithoutZone: Bool {
    members.values.contains { value in
      guard case .string(let text) = value else { return false }
      return Self.timeWithoutZone(text) != nil
    }
  }

  /// Returns a time that is written without a zone; nil for any other text.
  private static func timeWithoutZone(_ text: String) -> ParsedTime? {
    ParsedTime(iso8601: text.utf8).flatMap { $0.hasZone ? nil : $0 }
  }

  /// Returns the value of a member; nil when it is absent or null.
  package func value(_ name: String) -> JSONTree? {
    guard let value = members[name], value != .null else { return nil }
    return value
  }

  // MARK: Members that may be absent

  /// Returns a text; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type.
  package func text(_ name: String) throws -> String? {
    guard let value = value(name) else { return nil }
    guard case .string(let text) = value else { throw wrong(name, "a text") }
    return text
  }

  /// Returns true or false; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type.
  package func bool(_ name: String) throws -> Bool? {
    guard let value = value(name) else { return nil }
    guard case .bool(let flag) = value else { throw wrong(name, "true or false") }
    return flag
  }

  /// Returns a finite number; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type.
  package func number(_ name: String) throws -> Double? {
    guard let value = value(name) else { return nil }
    guard let number = value.nearestDouble, number.isFinite else { throw wrong(name, "a number") }
    return number
  }

  /// Returns a whole number within 2⁵³; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type.
  package func integer(_ name: String) throws -> Int? {
    guard let number = try number(name) else { return nil }
    guard number.rounded() == number, abs(number) <= 9_007_199_254_740_992 else {
      throw wrong(name, "a whole number")
    }
    return Int(number)
  }

  /// Returns a time, in ``zoneOfTimes`` where it is written without a zone; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type or form.
  package func time(_ name: String) throws -> UniversalTime? {
    try parsed(name, as: "a time as 2026-01-17T09:30:00Z") { text in
      guard let zone = zoneOfTimes, let written = Self.timeWithoutZone(text) else {
        return try UniversalTime(iso8601: text)
      }
      return zone.time(ofClock: written.time)
    }
  }

  /// Returns an identifier; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type or form.
  package func id<ID: SharingIdentifier>(_ name: String, _ type: ID.Type = ID.self) throws -> ID? {
    try parsed(name, as: Self.identifierForm) { try ID($0) }
  }

  /// Returns one of the words of a type; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another word.
  package func word<Word: RawRepresentable<String>>(
    _ name: String, _ words: [Word], _ type: Word.Type = Word.self
  ) throws -> Word? {
    guard let text = try text(name) else { return nil }
    guard let word = words.first(where: { $0.rawValue == text }) else {
      throw wrong(name, "one of \(words.map(\.rawValue).joined(separator: ", "))")
    }
    return word
  }

  /// Returns a list of texts; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type.
  package func texts(_ name: String) throws -> [String]? {
    try list(name)?.map { entry in
      guard case .string(let text) = entry else { throw wrong(name, "a list of texts") }
      return text
    }
  }

  /// Returns a list of values; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type.
  package func list(_ name: String) throws -> [JSONTree]? {
    guard let value = value(name) else { return nil }
    guard case .array(let entries) = value else { throw wrong(name, "a list") }
    return entries
  }

  /// Returns the reader of an object that is a member; nil when it is absent.
  /// - Parameter names: The names it may have; nil for any.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type or an unknown member.
  package func object(_ name: String, names: [String]? = nil) throws -> DocumentReader? {
    guard let value = value(name) else { return nil }
    guard case .object(let members) = value else { throw wrong(name, "an object") }
    let inner = "\(name) of \(noun)"
    guard let names else { return try DocumentReader(value, of: inner) }
    return try DocumentReader(members, of: inner, names: names)
  }

  // MARK: Required members

  /// Returns the value of a member that must be there.
  /// - Throws: `SkiError` with code `.invalidArgument` that names the member, for nil.
  package func require<Value>(_ name: String, _ value: Value?) throws -> Value {
    guard let value else { throw SkiError(.invalidArgument, "\(noun) lacks \(name); send it") }
    return value
  }

  // MARK: Errors

  /// The form of identifiers, for messages.
  static let identifierForm = "an identifier of 1 to 128 bytes without control characters"

  /// Returns the error for a member of another type or form, without its value.
  func wrong(_ name: String, _ form: String) -> SkiError {
    SkiError(.invalidArgument, "\(name) of \(noun) must be \(form)")
  }

  /// Returns the value that is made of a text; nil when the member is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type, and for a text of which none can be made.
  func parsed<Value>(_ name: String, as form: String, _ make: (String) throws -> Value) throws -> Value? {
    guard let text = try text(name) else { return nil }
    guard let value = try? make(text) else { throw wrong(name, form) }
    return value
  }
}
