package import SkiBase

/// The schemas of the documents of a contract, by title, in the order in which they are first needed.
///
/// **Source:** JSON Schema 2020-12, as OpenAPI 3.1 uses it.
package struct SchemaTable: Sendable {
  /// The direction in which a document goes.
  package enum Direction: Sendable, Hashable {
    /// To the server: unknown members are refused, and those with a default may be left out.
    case request
    /// From the server: all members but omittable ones are there, and later versions may add others.
    case reply
  }

  /// The schemas.
  package private(set) var components: [JSONValue.Member] = []
  private var titles: [ObjectIdentifier: [Direction: String]] = [:]
  private var direction = Direction.reply

  /// Creates a table of no schemas.
  package init() {}

  /// Returns a reference to the schema of a document in a direction.
  package mutating func reference<Document: ContractDocument>(
    _ document: Document.Type, _ direction: Direction
  ) -> JSONValue {
    let outer = self.direction
    defer { self.direction = outer }
    self.direction = direction
    return reference(document)
  }

  /// Returns a reference to the schema of a document in the direction of the one that has it as a part.
  mutating func reference<Document: ContractDocument>(_ document: Document.Type) -> JSONValue {
    let key = ObjectIdentifier(document)
    if let title = titles[key]?[direction] { return Self.reference(title) }
    // A document that goes both ways has a schema for each.
    let title =
      titles[key] == nil ? Document.title : Document.title + (direction == .request ? "Input" : "Output")
    titles[key, default: [:]][direction] = title
    let place = components.count
    components.append(JSONValue.Member(title, .null))
    components[place].value = schema(of: document.descriptions, summary: document.summary)
    return Self.reference(title)
  }

  /// Returns a reference to the schema of an object with the given members.
  package mutating func reference(
    _ members: [MemberDescription], _ direction: Direction, title: String
  ) -> JSONValue {
    let outer = self.direction
    defer { self.direction = outer }
    self.direction = direction
    if !components.contains(where: { $0.name == title }) {
      let place = components.count
      components.append(JSONValue.Member(title, .null))
      components[place].value = schema(of: members, summary: nil)
    }
    return Self.reference(title)
  }

  /// Returns a reference to the schema of the words of a type, which has the type's name: `DayAchievementKind`.
  mutating func reference<Words: RawRepresentable<String> & CaseIterable>(words: Words.Type) -> JSONValue {
    let title = String(reflecting: words).split(separator: ".").dropFirst().joined()
    let texts = words.allCases.map { JSONValue.string($0.rawValue) }
    return reference(to: .object(["type": .string("string"), "enum": .array(texts)]), title: title)
  }

  /// Returns a reference to a schema with a name of its own.
  package mutating func reference(to schema: JSONValue, title: String) -> JSONValue {
    if !components.contains(where: { $0.name == title }) {
      components.append(JSONValue.Member(title, schema))
    }
    return Self.reference(title)
  }

  private static func reference(_ title: String) -> JSONValue {
    .object(["$ref": .string("#/components/schemas/\(title)")])
  }

  /// Returns the schema of an object.
  private mutating func schema(of descriptions: [MemberDescription], summary: String?) -> JSONValue {
    var properties: [JSONValue.Member] = []
    // Parts of which a document has one may share names.
    for description in descriptions where !properties.contains(where: { $0.name == description.name }) {
      properties.append(JSONValue.Member(description.name, member(description)))
    }
    let required = descriptions.filter { description in
      switch description.presence {
      case .required: true
      case .nullable, .defaulted: direction == .reply
      case .omittable, .nullableOrOmitted: false
      }
    }
    var members = [JSONValue.Member("type", .string("object"))]
    if let summary { members.append(.init("description", .string(summary))) }
    if !required.isEmpty { members.append(.init("required", .array(required.map { .string($0.name) }))) }
    members.append(.init("properties", .object(properties)))
    if direction == .request { members.append(.init("additionalProperties", .bool(false))) }
    return .object(members)
  }

  private mutating func member(_ description: MemberDescription) -> JSONValue {
    var schema = description.schema(&self)
    switch description.presence {
    case .nullable, .nullableOrOmitted: schema = Self.nullable(schema)
    case .required, .omittable, .defaulted: break
    }
    guard case .object(var members) = schema else { return schema }
    members.append(.init("description", .string(description.documentation)))
    if direction == .request { members += description.defaultMember }
    if let example = description.example().simple { members.append(.init("examples", .array([example]))) }
    return .object(members)
  }

  /// Returns the schema of values that may be null.
  static func nullable(_ schema: JSONValue) -> JSONValue {
    let null = JSONValue.object(["type": .string("null")])
    guard case .object(var members) = schema, let index = members.firstIndex(where: { $0.name == "type" }),
      !members.contains(where: { $0.name == "enum" })
    else { return .object(["anyOf": .array([schema, null])]) }
    members[index].value = .array([members[index].value, .string("null")])
    return .object(members)
  }
}

extension JSONValue {
  /// The value, unless it is an object, an array or null.
  fileprivate var simple: JSONValue? {
    switch self {
    case .object, .array, .null: nil
    case .encoded(let text): text.hasPrefix("{") || text.hasPrefix("[") || text == "null" ? nil : self
    default: self
    }
  }
}

extension MemberDescription {
  /// The schema of the parameter of a URL's query, with the default.
  package var parameterSchema: JSONValue {
    var table = SchemaTable()
    guard case .object(let members) = schema(&table) else { return schema(&table) }
    return .object(members + defaultMember)
  }

  /// The possible words; nil for any.
  package var words: [String]? {
    guard case .object(let members) = parameterSchema,
      case .array(let words)? = members.first(where: { $0.name == "enum" })?.value
    else { return nil }
    return words.compactMap { if case .string(let word) = $0 { word } else { nil } }
  }

  /// The member `default` of its schema; none without a default, and for an empty one.
  fileprivate var defaultMember: [JSONValue.Member] {
    guard case .defaulted(let value) = presence, value != .encoded("\"\""), value != .encoded("[]") else {
      return []
    }
    return [.init("default", value)]
  }
}

extension UniversalTime {
  /// The moment as text of documents in UTC, with milliseconds unless it is a whole second; nil outside of the years 1900 to
  /// 2100.
  package var documentText: String? {
    let isWhole = (secondsSince1970 * 1000).rounded() == secondsSince1970.rounded() * 1000
    return iso8601(decimals: isWhole ? 0 : 3)
  }
}

extension JSONValue {
  /// Returns a moment as `documentText`, null for nil.
  package static func time(_ time: UniversalTime?) -> JSONValue { .optional(time?.documentText) }
}
