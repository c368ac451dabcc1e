package import SkiFormats
import SkiSharing

extension Trip: TripsDocument {
  /// Creates a trip from its document; its zone need not be one of this system's database.
  package init(_ document: DocumentReader) throws {
    self.init(
      id: try document.requiredID("id"), name: try document.requiredText("name"),
      zone: TimeZoneName(stored: try document.requiredText("zone")),
      areas: try document.sources("areas") ?? [], window: try document.window(),
      created: try document.requiredTime("created"), ended: try document.time("ended"))
  }
}

extension OwnTrip: TripsDocument {
  /// Creates a trip of a list from its document.
  package init(_ document: DocumentReader) throws {
    self.init(
      trip: try document.requiredDocument("trip"), role: try document.requiredWord("role"),
      joined: try document.requiredTime("joined"), isChosen: try document.requiredBool("isChosen"))
  }
}

extension TripMember: TripsDocument {
  /// The member as an object of JSON.
  package var json: JSONValue {
    .object([
      "user": .string(user.rawValue), "name": .string(name), "role": .string(role.rawValue),
      "joined": .time(joined), "isNamedAsHost": .bool(isNamedAsHost),
    ])
  }

  /// Creates a member from the document.
  package init(_ document: DocumentReader) throws {
    self.init(
      user: try document.requiredID("user"), name: try document.requiredText("name"),
      role: try document.requiredWord("role"), joined: try document.requiredTime("joined"),
      isNamedAsHost: try document.bool("isNamedAsHost") ?? false)
  }
}
