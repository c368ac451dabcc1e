import SkiFormats

/// A value that a route takes as its body, or as a part of it; see Data/Formats/trips.md.
package protocol TripsBody: TripsDocument {
  /// The members that it may have.
  static var names: [String] { get }
}

extension DocumentReader {
  /// Returns a part that is a member; nil when it is absent. Unknown members of it are refused if those of this object are.
  /// - Throws: As the part, and `SkiError` with code `.invalidArgument` for another type or an unknown member.
  package func part<Part: TripsBody>(_ name: String, _ type: Part.Type = Part.self) throws -> Part? {
    try object(name, names: isStrict ? Part.names : nil).map { try Part($0) }
  }

  /// Returns the parts of a list; nil when it is absent. Unknown members of them are refused if those of this object are.
  /// - Throws: As the parts, and `SkiError` with code `.invalidArgument` for another type or an unknown member.
  package func parts<Part: TripsBody>(_ name: String, _ type: Part.Type = Part.self) throws -> [Part]? {
    try list(name)?.map { entry in
      guard case .object(let members) = entry else { throw wrong(name, "a list of objects") }
      let inner = "\(name) of \(noun)"
      return try Part(
        isStrict
          ? DocumentReader(members, of: inner, names: Part.names) : DocumentReader(entry, of: inner))
    }
  }
}

extension JSONValue {
  /// Creates an object of the members that have a value.
  static func given(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    .object(members.compactMap { pair in pair.value.map { Member(pair.key, $0) } })
  }
}
