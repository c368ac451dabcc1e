package import SkiBase

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
  private let members: Members
  /// Returns the names of the keys that a question needs; nil for other documents.
  private let needs: (@Sendable () -> [String])?

  /// The members of an object, or the texts of a URL's query by name.
  package enum Members: Sendable {
    case json([String: JSONTree])
    case texts([String: [String]])

    var names: [String] {
      switch self {
      case .json(let members): Array(members.keys)
      case .texts(let texts): Array(texts.keys)
      }
    }

    var count: Int {
      switch self {
      case .json(let members): members.count
      case .texts(let texts): texts.count
      }
    }

    func has(_ name: String) -> Bool {
      switch self {
      case .json(let members): members[name] != nil
      case .texts(let texts): texts[name] != nil
      }
    }
  }

  /// Creates a reader of a question's keys, unknown ones of which are left to the caller.
  /// - Parameter needs: Returns the names of the keys that it needs.
  init(_ keys: Members, of question: String, needs: @escaping @Sendable () -> [String]) {
    (noun, isStrict, members, self.needs) = (question, true, keys, needs)
  }

  /// Creates a reader that takes any members, for documents of a server, which may have new ones.
  /// - Throws: `SkiError` with code `.malformedData` when the value is no object.
  package init(_ tree: JSONTree, of noun: String) throws(SkiError) {
    guard case .object(let members) = tree else {
      throw SkiError(.malformedData, "\(noun) is no object of JSON; send {…}")
    }
    (self.noun, self.isStrict, self.members, needs) = (noun, false, .json(members), nil)
  }

  /// Creates a reader that refuses members that are not listed.
  /// - Throws: `SkiError` with code `.invalidArgument` that names the unknown member.
  package init(_ members: [String: JSONTree], of noun: String, names: [String]) throws(SkiError) {
    if let unknown = members.keys.filter({ !names.contains($0) }).min() {
      let known = names.isEmpty ? "leave it out" : "write some of: \(names.joined(separator: ", "))"
      throw SkiError(
        .invalidArgument, "member \(unknown.shortened(toScalars: 40)) of \(noun) is unknown; \(known)")
    }
    (self.noun, self.isStrict, self.members, needs) = (noun, true, .json(members), nil)
  }

  /// Indicates whether a member is a time that is written without a zone.
  package var hasTimeWithoutZone: Bool {
    guard case .json(let members) = members else { return false }
    return members.values.contains { value in
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
    guard case .json(let members) = members, let value = members[name], value != .null else { return nil }
    return value
  }

  /// Indicates whether there is a member of a name, perhaps null.
  func has(_ name: String) -> Bool { members.has(name) }

  /// Returns the value of a member; nil when it is absent or null. The texts of a query become values of a form.
  /// - Throws: `SkiError` with code `.invalidArgument` for several texts where one is possible.
  func value(_ name: String, as form: TextForm) throws(SkiError) -> JSONTree? {
    guard case .texts(let all) = members else { return value(name) }
    guard let texts = all[name] else { return nil }
    if form == .list { return .array(texts.map(JSONTree.string)) }
    try SkiError.require(texts.count == 1, "key \(name) is given \(texts.count) times; give it once")
    switch (form, texts[0]) {
    case (.flag, "true"), (.flag, ""): return .bool(true)
    case (.flag, "false"): return .bool(false)
    case (.number, let text), (.integer, let text):
      // As in JSON, so that nan, inf and hexadecimal digits are refused.
      let json = try? JSONTree.read(Array(text.utf8), depthLimit: 0, doubts: .refused)
      if case .number? = json { return json }
      return .string(text)
    case (_, let text): return .string(text)
    }
  }

  /// The form of a value in the texts of a query.
  package enum TextForm: Sendable {
    case text, number, integer, flag, list

    /// Creates the form of a type of JSON Schema that is no list and no object.
    init(type: String) {
      switch type {
      case "boolean": self = .flag
      case "number": self = .number
      case "integer": self = .integer
      default: self = .text
      }
    }
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
    if let value { return value }
    guard let needs else { throw SkiError(.invalidArgument, "\(noun) lacks \(name); send it") }
    throw SkiError(
      .invalidArgument, "key \(name) is missing; \(noun) needs \(needs().joined(separator: " and "))")
  }

  /// Returns the error for a member of another type or form, without its value.
  package func wrong(_ name: String, _ form: String) -> SkiError {
    SkiError(.invalidArgument, "\(name) of \(noun) must be \(form)")
  }

  /// Returns the error for a value of another type or form; the type of a question's key is named, too.
  func wrong(_ name: String, _ form: String, got value: JSONTree) -> SkiError {
    if needs == nil { return wrong(name, form) }
    return SkiError(.invalidArgument, keyed: "key \(key: name) must be \(form), got \(value.kind)")
  }

  /// Returns the error for a value that is none of some words.
  func wrong(_ name: String, of words: [String], got value: JSONTree) -> SkiError {
    let known = words.joined(separator: ", ")
    guard needs != nil else { return wrong(name, "one of \(known)") }
    guard case .string(let text) = value else { return wrong(name, "a text", got: value) }
    return SkiError(
      .invalidArgument,
      keyed: "\(key: name) \(text.shortened(toScalars: 80)) is unknown; write one of: \(known)")
  }
}

extension JSONValue {
  /// A list of documents.
  package static func documents(_ documents: [some ContractDocument]) -> JSONValue {
    .array(documents.map(\.json))
  }
}

extension JSONTree {
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
