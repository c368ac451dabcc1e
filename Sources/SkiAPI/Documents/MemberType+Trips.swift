package import SkiBase

// The types of members that hold values of trips.

extension MemberType<String> {
  /// A text within limits, which are checked later.
  package static func text(_ limit: TextLimit, like example: String) -> Self {
    text(
      like: example, ["minLength": .integer(limit.leastCount), "maxLength": .integer(limit.greatestCount)])
  }
}

extension MemberType<TimeZoneName> {
  /// A time zone of the IANA database.
  package static var zone: Self {
    Self(
      write: { $1.string($0.rawValue) },
      as: MemberForm(
        text: "a time zone as Europe/Zurich", like: TimeZoneName(stored: "Europe/Zurich"),
        make: { try TimeZoneName($0) }))
  }

  /// A time zone that this system's database need not have.
  package static var storedZone: Self {
    Self(
      write: { $1.string($0.rawValue) },
      as: MemberForm(
        text: "a text", like: TimeZoneName(stored: "Europe/Zurich"), make: { TimeZoneName(stored: $0) }))
  }
}

extension MemberType where Value: Identifier {
  /// An identifier.
  package static var id: Self {
    Self(
      write: { $1.string($0.rawValue) },
      as: MemberForm(
        text: "an identifier of 1 to 128 bytes without control characters",
        ["minLength": .integer(1), "maxLength": .integer(128)], like: Value.example,
        make: { try Value($0) }))
  }
}

extension Identifier {
  fileprivate static var example: Self {
    guard let example = try? Self("7f3a9c2e51d04b68") else { preconditionFailure("\(noun) has no example") }
    return example
  }
}

extension MemberType {
  /// A list of identifiers.
  package static func ids<ID: Identifier>() -> Self where Value == [ID] { MemberType<ID>.id.list }
}

extension MemberType<[JSONValue]> {
  /// A list of objects of the store, whose members are those of its tables; they are written alone.
  package static var records: MemberType<[JSONValue]> {
    MemberType(
      write: { $1.value(.array($0)) },
      as: MemberForm(
        schema: { _ in
          .object([
            "type": .string("array"),
            "items": .object(["type": .string("object"), "additionalProperties": .bool(true)]),
          ])
        }, like: [], parse: { _, _ in [] }))
  }
}

extension DocumentReader {
  /// Returns an identifier; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type or form.
  package func id<ID: Identifier>(_ name: String, _ type: ID.Type = ID.self) throws(SkiError) -> ID? {
    try MemberType<ID>.id.read(self, name)
  }

  /// Reads times without a zone by the clock of a zone.
  package mutating func readTimes(in zone: TimeZoneName) {
    timeOfClock = { zone.time(ofClock: $0) }
  }
}
