package import SkiFormats
package import SkiGeo
package import SkiModel
package import SkiSharing

/// The members that hold values of trips.
extension DocumentReader {
  /// Returns a source id; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type.
  package func source(_ name: String) throws -> SourceID? { try text(name).map { SourceID($0) } }

  /// Returns a list of source ids; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type.
  package func sources(_ name: String) throws -> [SourceID]? { try texts(name)?.map { SourceID($0) } }

  /// Returns a list of identifiers; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type or form.
  package func ids<ID: SharingIdentifier>(_ name: String, _ type: ID.Type = ID.self) throws -> [ID]? {
    try texts(name)?.map { text in
      guard let id = try? ID(text) else { throw wrong(name, "a list with each \(Self.identifierForm)") }
      return id
    }
  }

  /// Returns one of all words of a type; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another word.
  package func word<Word: RawRepresentable<String>>(_ name: String, _ type: Word.Type = Word.self) throws
    -> Word?
  where Word: CaseIterable {
    try word(name, Array(Word.allCases))
  }

  /// Returns a list of words of a type; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another word.
  package func words<Word: RawRepresentable<String>>(_ name: String, _ type: Word.Type = Word.self) throws
    -> [Word]?
  where Word: CaseIterable {
    try texts(name)?.map { text in
      guard let word = Word(rawValue: text) else {
        throw wrong(name, "a list of some of \(Word.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      return word
    }
  }

  /// Returns a day of the calendar; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type or form.
  package func day(_ name: String) throws -> CalendarDay? {
    try parsed(name, as: "a day as 2026-01-17") { try CalendarDay($0) }
  }

  /// Returns the name of a time zone of the system's database; nil when it is absent.
  /// - Throws: `SkiError` with code `.invalidArgument` for another type or an unknown zone.
  package func zone(_ name: String) throws -> TimeZoneName? {
    try parsed(name, as: "a time zone as Europe/Zurich") { try TimeZoneName($0) }
  }
}

/// The members that hold documents.
extension DocumentReader {
  /// Returns a document that is a member; nil when it is absent. Unknown members of it are refused if those of this object are.
  /// - Throws: As the document, and `SkiError` with code `.invalidArgument` for another type or an unknown member.
  package func document<Document: ContractDocument>(
    _ name: String, _ type: Document.Type = Document.self
  ) throws -> Document? {
    try object(name, names: isStrict ? Document.names : nil).map { try Document($0) }
  }

  /// Returns the documents of a list; nil when it is absent. Unknown members of them are refused if those of this object are.
  /// - Throws: As the document, and `SkiError` with code `.invalidArgument` for another type or an unknown member.
  package func documents<Document: ContractDocument>(
    _ name: String, _ type: Document.Type = Document.self
  ) throws -> [Document]? {
    guard let entries = try list(name) else { return nil }
    let (inner, names) = ("\(name) of \(noun)", isStrict ? Document.names : nil)
    return try entries.map { entry in
      guard case .object(let members) = entry else { throw wrong(name, "a list of objects") }
      return try Document(
        names.map { try DocumentReader(members, of: inner, names: $0) } ?? DocumentReader(entry, of: inner))
    }
  }
}

extension JSONValue {
  /// A list of documents.
  package static func documents(_ documents: [some ContractDocument]) -> JSONValue {
    .array(documents.map(\.json))
  }
}
