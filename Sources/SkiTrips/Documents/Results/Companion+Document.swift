package import SkiFormats
import SkiSharing

extension Companion: TripsDocument {
  /// The person as an object of JSON.
  package var json: JSONValue {
    .object([
      "user": .string(user.rawValue), "name": .string(name), "role": .optional(role?.rawValue),
      "state": .string(state.rawValue), "links": .documents(links),
    ])
  }

  /// Creates a person from their document.
  package init(_ document: DocumentReader) throws {
    self.init(
      user: try document.requiredID("user"), name: try document.requiredText("name"),
      role: try document.word("role"), state: try document.requiredWord("state"),
      links: try document.documents("links"))
  }
}

extension Companion.Link: TripsDocument {
  /// The link as an object of JSON.
  package var json: JSONValue { .object(["label": .string(label), "address": .string(address)]) }

  /// Creates a link from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      label: try document.requiredText("label"), address: try document.requiredText("address"))
  }
}

extension BlockedPerson: TripsDocument {
  /// The person as an object of JSON.
  package var json: JSONValue {
    .object(["user": .string(user.rawValue), "name": .string(name), "since": .time(since)])
  }

  /// Creates a person from their document.
  package init(_ document: DocumentReader) throws {
    self.init(
      user: try document.requiredID("user"), name: try document.requiredText("name"),
      since: try document.requiredTime("since"))
  }
}
