package import SkiFormats
import SkiSharing

/// The values of a new message: its content, and the identifier that the client chose.
package struct MessageDraft: TripsBody, Hashable {
  /// The identifier; sending again with the same one has no effect.
  package var id: MessageID
  /// The content, which `ChatService` checks.
  package var content: ChatContent

  /// Creates values.
  package init(id: MessageID, content: ChatContent) { (self.id, self.content) = (id, content) }

  /// The members of a body.
  package static let names = ["id", "kind", "body"]

  /// The values as an object of JSON.
  package var json: JSONValue {
    .object([
      "id": .string(id.rawValue), "kind": .string(content.kind.rawValue), "body": .string(content.body),
    ])
  }

  /// Creates values from a body.
  package init(_ document: DocumentReader) throws {
    let kind: ChatContentKind = try document.requiredWord("kind")
    self.init(
      id: try document.requiredID("id"),
      content: ChatContent(kind, stored: try document.requiredText("body")))
  }
}
