extension User: TripsDocument {
  /// Creates a user from the document.
  package init(_ document: DocumentReader) throws {
    self.init(
      id: try document.requiredID("id"), name: try document.requiredText("name"),
      links: try document.parts("links") ?? [], skier: try document.require("skier", document.part("skier")),
      created: try document.requiredTime("created"))
  }
}
