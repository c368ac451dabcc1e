package import SkiBase

/// A member of a small body or reply: one declaration of its name gives its reader, its JSON and its description.
package struct ContractField<Value: Sendable>: Sendable {
  /// The name.
  package let name: String
  private let type: MemberType<Value>
  private let documentation: String

  /// Creates a member.
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type of its values.
  ///   - documentation: One sentence on its meaning.
  package init(_ name: String, _ type: MemberType<Value>, _ documentation: String) {
    (self.name, self.type, self.documentation) = (name, type, documentation)
  }

  /// Returns the value in a document; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another form.
  package func value(in document: DocumentReader) throws(SkiError) -> Value? { try type.read(document, name) }

  /// Returns the value in a document that must have it.
  /// - Throws: `SkiError` with code `.invalidArgument` when it is absent or of another form.
  package func required(in document: DocumentReader) throws(SkiError) -> Value {
    try document.require(name, value(in: document))
  }

  /// Returns the member with a value; null for nil.
  package func member(_ value: Value?) -> JSONValue.Member {
    JSONValue.Member(name, value.map(type.json) ?? .null)
  }

  /// The member of documents that always have it.
  package var always: MemberDescription { description(.required) }
  /// The member of documents that have it with null in place of a value, or don't have it.
  package var orNull: MemberDescription { description(.nullable) }
  /// The member of documents that may lack it.
  package var orAbsent: MemberDescription { description(.omittable) }

  /// The member of documents that have it, perhaps with null in place of a value, or don't have it.
  package var orNullOrAbsent: MemberDescription { description(.nullableOrOmitted) }

  private func description(_ presence: MemberDescription.Presence) -> MemberDescription {
    MemberDescription(name, type, documentation, presence)
  }
}

/// The content of a body or a reply, for its schema.
package struct ContractContent: Sendable {
  /// The names of the members.
  package let names: @Sendable () -> [String]
  /// Returns the schema; the title is for content that has none of its own.
  package let schema: @Sendable (inout SchemaTable, SchemaTable.Direction, _ title: String) -> JSONValue

  /// A document.
  package static func document<Document: ContractDocument>(_ type: Document.Type) -> ContractContent {
    ContractContent(
      names: { Document.names }, schema: { table, direction, _ in table.reference(type, direction) })
  }

  /// An object with the given members.
  package static func members(_ members: [MemberDescription]) -> ContractContent {
    ContractContent(
      names: { members.map(\.name) },
      schema: { table, direction, title in table.reference(members, direction, title: title) })
  }

  /// An object whose only member is a list of documents.
  package static func list<Document: ContractDocument>(
    _ name: String, of type: Document.Type
  ) -> ContractContent {
    members([ContractField<[Document]>(name, .documents(), "The list.").always])
  }

  /// One of some contents, as an answer or the reason why there is none.
  /// - Parameter title: The name of the schema.
  package static func one(of contents: [ContractContent], title: String) -> ContractContent {
    ContractContent(
      names: { [] },
      schema: { table, direction, _ in
        let schemas = contents.map { $0.schema(&table, direction, title) }
        return table.reference(to: .object(["oneOf": .array(schemas)]), title: title)
      })
  }

  /// An array of documents.
  package static func array<Document: ContractDocument>(of type: Document.Type) -> ContractContent {
    ContractContent(
      names: { [] },
      schema: { table, direction, _ in
        .object(["type": .string("array"), "items": table.reference(type, direction)])
      })
  }

  /// An object without members.
  package static var nothing: ContractContent { members([]) }
}
