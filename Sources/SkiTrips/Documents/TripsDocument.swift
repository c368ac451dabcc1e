package import SkiFormats

/// A value with the same form in the results of routes, in exports and for clients; see Data/Formats/trips.md.
package protocol TripsDocument: Sendable {
  /// The value as an object of JSON.
  var json: JSONValue { get }

  /// Creates the value from its document.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.malformedData`, naming the member.
  init(_ document: DocumentReader) throws
}

extension JSONValue {
  /// A list of documents.
  package static func documents(_ documents: [some TripsDocument]) -> JSONValue {
    .array(documents.map(\.json))
  }
}

extension DocumentReader {
  /// Returns a document that is a member; nil when it is absent.
  /// - Throws: As the document.
  package func document<Document: TripsDocument>(
    _ name: String, _ type: Document.Type = Document.self
  ) throws -> Document? {
    try object(name).map { try Document($0) }
  }

  /// Returns the documents of a list, none when it is absent.
  /// - Throws: As the document, and `SkiError` with code `.invalidArgument` for another type.
  package func documents<Document: TripsDocument>(
    _ name: String, _ type: Document.Type = Document.self
  ) throws -> [Document] {
    try (list(name) ?? []).map { try Document(DocumentReader($0, of: "\(name) of \(noun)")) }
  }
}
