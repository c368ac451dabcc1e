package import SkiFormats
package import SkiGeo

/// A reader of an object of JSON that a route takes or returns.
///
/// Errors name the document, the member and what it must be, never its text. A member that is null counts as absent. A value;
/// `Sendable`.
package struct DocumentReader: Sendable {
  /// The name of the document for messages, such as "trip".
  package let noun: String
  /// Indicates whether members that are not listed were refused.
  package let isStrict: Bool
  /// Returns the moment of a clock in the time zone of times that are written without one; nil for Universal Time.
  package var timeOfClock: (@Sendable (UniversalTime) -> UniversalTime)?
  private let members: [String: JSONTree]

  /// Creates a reader that takes any members, for documents of a server, which may have new ones.
  /// - Throws: `SkiError` with code `.malformedData` when the value is no object.
  package init(_ tree: JSONTree, of noun: String) throws(SkiError) {
    guard case .object(let members) = tree else {
      throw SkiError(.malformedData, "\(noun) is no object of JSON; send {…}")
    }
    (self.noun, self.isStrict, self.members) = (noun, false, members)
  }

  /// Creates a reader that refuses members that are not listed.
  /// - Throws: `SkiError` with code `.invalidArgument` that names the unknown member.
  package init(_ members: [String: JSONTree], of noun: String, names: [String]) throws(SkiError) {
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

  /// Returns a time of the document, by ``timeOfClock`` where it is written without a zone; nil for another form.
  func time(_ text: String) -> UniversalTime? {
    guard let timeOfClock, let written = Self.timeWithoutZone(text) else {
      return try? UniversalTime(iso8601: text)
    }
    return timeOfClock(written.time)
  }

  /// Returns the value of a member; nil when it is absent or null.
  package func value(_ name: String) -> JSONTree? {
    guard let value = members[name], value != .null else { return nil }
    return value
  }

  // MARK: Members that may be absent

  /// Returns a text; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type.
  package func text(_ name: String) throws(SkiError) -> String? {
    try MemberType<String>.text.read(self, name)
  }

  /// Returns true or false; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type.
  package func bool(_ name: String) throws(SkiError) -> Bool? { try MemberType<Bool>.flag.read(self, name) }

  /// Returns a whole number within 2⁵³; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type.
  package func integer(_ name: String) throws(SkiError) -> Int? {
    try MemberType<Int>.integer.read(self, name)
  }

  /// Returns a list of texts; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type.
  package func texts(_ name: String) throws(SkiError) -> [String]? {
    try MemberType<[String]>.texts.read(self, name)
  }

  /// Returns a list of values; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type.
  package func list(_ name: String) throws(SkiError) -> [JSONTree]? {
    guard let value = value(name) else { return nil }
    guard case .array(let entries) = value else { throw wrong(name, "a list") }
    return entries
  }

  /// Returns the documents of a list; nil when it is absent. Unknown members of them are refused if those of this object are.
  /// - Throws: As the document, and `SkiError` with code `.invalidArgument` for another type or an unknown member.
  package func documents<Document: ContractDocument>(
    _ name: String, _ type: Document.Type = Document.self
  ) throws(SkiError) -> [Document]? { try MemberType<[Document]>.documents().read(self, name) }

  /// Returns the reader of an object that is a member; nil when it is absent.
  /// - Parameter names: The names it may have; nil for any.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type or an unknown member.
  package func object(_ name: String, names: [String]? = nil) throws(SkiError) -> DocumentReader? {
    guard let value = value(name) else { return nil }
    return try object(value, name, names: names)
  }

  /// Returns the reader of an object in a member, or in an entry of its list.
  func object(
    _ value: JSONTree, _ name: String, entry: String? = nil, names: [String]?
  ) throws(SkiError) -> DocumentReader {
    guard case .object(let members) = value else { throw wrong(entry ?? name, "an object") }
    let inner = "\(name) of \(noun)"
    var reader =
      if let names {
        try DocumentReader(members, of: inner, names: names)
      } else { try DocumentReader(value, of: inner) }
    reader.timeOfClock = timeOfClock
    return reader
  }

  // MARK: Required members and errors

  /// Returns the value of a member that must be there.
  /// - Throws: `SkiError` with code `.invalidArgument` that names the member, for nil.
  package func require<Value>(_ name: String, _ value: Value?) throws(SkiError) -> Value {
    guard let value else { throw SkiError(.invalidArgument, "\(noun) lacks \(name); send it") }
    return value
  }

  /// Returns the error for a member of another type or form, without its value.
  package func wrong(_ name: String, _ form: String) -> SkiError {
    SkiError(.invalidArgument, "\(name) of \(noun) must be \(form)")
  }
}

extension JSONValue {
  /// A list of documents.
  package static func documents(_ documents: [some ContractDocument]) -> JSONValue {
    .array(documents.map(\.json))
  }
}
