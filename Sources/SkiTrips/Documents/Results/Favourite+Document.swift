extension Favourite: TripsDocument {
  /// Creates a favourite from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      source: try document.requiredSource("source"), kind: try document.requiredWord("kind"),
      added: try document.requiredTime("added"))
  }
}
