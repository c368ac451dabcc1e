package import SkiFormats
package import SkiGeo

/// A value of the contract: one declaration of its members gives its JSON, its reader and its schema; see Data/Formats/trips.md.
///
/// ```swift
/// extension Place: ContractDocument {
///   package static let title = "Place"
///   package static let summary = "A place of the map."
///
///   package static func form(_ member: inout DocumentForm<Place>) throws -> Place {
///     Place(name: try member("name", .text, "The name.") { $0.name }, height: try member.optional("height", .number, "…") { $0.height })
///   }
/// }
/// ```
package protocol ContractDocument: Sendable {
  /// The name of the schema.
  static var title: String { get }
  /// One sentence on the value.
  static var summary: String { get }

  /// Visits all members in the order of the JSON, and returns the value that they give.
  ///
  /// Members are visited whatever their values are; a value that can't be made of them is refused at the end.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.malformedData` that names the member.
  static func form(_ member: inout DocumentForm<Self>) throws -> Self

  /// Changes how members are read, before any is.
  static func prepare(_ reader: inout DocumentReader)
}

extension ContractDocument {
  package static func prepare(_ reader: inout DocumentReader) {}

  /// The value as an object of JSON.
  package var json: JSONValue {
    var form = DocumentForm(.writing(self))
    // The members give the value itself again.
    _ = try? Self.form(&form)
    return .object(form.members)
  }

  /// Creates the value from its document.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.malformedData`, naming the member.
  package init(_ document: DocumentReader) throws {
    var document = document
    Self.prepare(&document)
    var form = DocumentForm<Self>(.reading(document))
    self = try Self.form(&form)
  }

  /// The names of the members, in order.
  package static var names: [String] { descriptions.map(\.name) }

  /// The descriptions of the members, in order.
  package static var descriptions: [MemberDescription] { described.members }

  /// A value that is made of the members' examples.
  static var example: Self {
    guard let example = described.example else { preconditionFailure("the examples make no \(title)") }
    return example
  }

  private static var described: (members: [MemberDescription], example: Self?) {
    var form = DocumentForm<Self>(.describing)
    let example = try? Self.form(&form)
    return (form.descriptions, example)
  }
}

/// One member of a document, as its schema describes it.
package struct MemberDescription: Sendable {
  /// The presence of a member.
  package enum Presence: Sendable {
    /// It is always there.
    case required
    /// It is there in results, null without a value; requests may leave it out.
    case nullable
    /// It is left out without a value.
    case omittable
    /// It is null without a value, and left out of some documents.
    case nullableOrOmitted
    /// It is there in results; requests may leave it out, and mean the default.
    case defaulted(JSONValue)
  }

  /// The name.
  package let name: String
  /// One sentence on its meaning.
  package let documentation: String
  /// The presence.
  package let presence: Presence
  /// Returns the schema of its values.
  package let schema: @Sendable (inout SchemaTable) -> JSONValue
  /// Returns a value.
  package let example: @Sendable () -> JSONValue
}

/// One pass over the members of a document, in order: it writes them as JSON, reads them, or describes them.
package struct DocumentForm<Document> {
  fileprivate enum Pass {
    case writing(Document)
    case reading(DocumentReader)
    case describing
  }

  private let pass: Pass
  fileprivate private(set) var members: [JSONValue.Member] = []
  fileprivate private(set) var descriptions: [MemberDescription] = []

  fileprivate init(_ pass: Pass) { self.pass = pass }

  /// Visits a member that must be there.
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type of its values.
  ///   - documentation: One sentence on its meaning.
  ///   - value: Returns the value of a document.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is absent or of another form.
  package mutating func callAsFunction<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ value: (Document) -> Value
  ) throws -> Value {
    let found = try visit(name, type, documentation, .required, value)
    guard case .reading(let reader) = pass else { return found ?? type.example() }
    return try reader.require(name, found)
  }

  /// Visits a member that is null without a value.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is of another form.
  package mutating func optional<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ value: (Document) -> Value?
  ) throws -> Value? {
    try visit(name, type, documentation, .nullable, value)
  }

  /// Visits a member that is null without a value, and left out of some documents.
  /// - Parameter isLeftOut: Returns whether a document does not have the member.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is of another form.
  package mutating func optional<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String,
    unless isLeftOut: (Document) -> Bool, _ value: (Document) -> Value?
  ) throws -> Value? {
    if case .writing(let document) = pass, isLeftOut(document) { return value(document) }
    return try visit(name, type, documentation, isDescribing ? .nullableOrOmitted : .nullable, value)
  }

  /// Visits a member that is left out without a value.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is of another form.
  package mutating func given<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, _ value: (Document) -> Value?
  ) throws -> Value? {
    try visit(name, type, documentation, .omittable, value)
  }

  /// Visits a member that has a default where it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is of another form.
  package mutating func callAsFunction<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String, default standard: Value,
    _ value: (Document) -> Value
  ) throws -> Value {
    try visit(name, type, documentation, .defaulted(type.write(standard)), value) ?? standard
  }

  /// Visits the members of a part, which belong to this document's object.
  /// - Throws: As the part.
  package mutating func part<Part: ContractDocument>(_ value: (Document) -> Part) throws -> Part {
    var form: DocumentForm<Part>
    switch pass {
    case .writing(let document): form = DocumentForm<Part>(.writing(value(document)))
    case .reading(let reader): form = DocumentForm<Part>(.reading(reader))
    case .describing: form = DocumentForm<Part>(.describing)
    }
    defer {
      members += form.members
      descriptions += form.descriptions
    }
    return try Part.form(&form)
  }

  /// Indicates that examples are made into a value, which need not fit together.
  package var isDescribing: Bool { if case .describing = pass { true } else { false } }

  /// The document that is written; nil in other passes.
  var written: Document? { if case .writing(let document) = pass { document } else { nil } }

  /// The name of the document that is read, for messages.
  package var noun: String { if case .reading(let reader) = pass { reader.noun } else { "document" } }

  /// Returns a value that must be there, by the values of other members.
  /// - Throws: `SkiError` with code `.invalidArgument` that names the member, for nil.
  package func require<Value>(_ name: String, _ value: Value?) throws -> Value {
    guard let value else { throw SkiError(.invalidArgument, "\(noun) lacks \(name); send it") }
    return value
  }

  /// Returns the error for a member of another form than the values of others allow.
  package func wrong(_ name: String, _ form: String) -> SkiError {
    SkiError(.invalidArgument, "\(name) of \(noun) must be \(form)")
  }

  private mutating func visit<Value>(
    _ name: String, _ type: MemberType<Value>, _ documentation: String,
    _ presence: MemberDescription.Presence, _ value: (Document) -> Value?
  ) throws -> Value? {
    switch pass {
    case .writing(let document):
      let found = value(document)
      if let found {
        members.append(JSONValue.Member(name, type.write(found)))
      } else if case .nullable = presence {
        members.append(JSONValue.Member(name, .null))
      }
      return found
    case .reading(let reader): return try type.read(reader, name)
    case .describing:
      descriptions.append(
        MemberDescription(
          name: name, documentation: documentation, presence: presence, schema: type.schema,
          example: { type.write(type.example()) }))
      return type.example()
    }
  }
}
