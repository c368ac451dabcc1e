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

  /// Returns the span of the required members `from` and `until`.
  /// - Throws: `SkiError` with code `.invalidArgument` for a missing one, another form, and an end that is not after the
  ///   beginning.
  package func window() throws -> TimeWindow {
    try TimeWindow(
      from: requiredTime("from"), until: requiredTime("until"), field: "time of \(noun)",
      greatestSeconds: .infinity)
  }
}

/// The members that must be there.
///
/// All throw `SkiError` with code `.invalidArgument` that names the member, when it is absent or of another form.
extension DocumentReader {
  /// Returns a text.
  package func requiredText(_ name: String) throws -> String { try require(name, text(name)) }

  /// Returns true or false.
  package func requiredBool(_ name: String) throws -> Bool { try require(name, bool(name)) }

  /// Returns a finite number.
  package func requiredNumber(_ name: String) throws -> Double { try require(name, number(name)) }

  /// Returns a whole number.
  package func requiredInteger(_ name: String) throws -> Int { try require(name, integer(name)) }

  /// Returns a time.
  package func requiredTime(_ name: String) throws -> UniversalTime { try require(name, time(name)) }

  /// Returns a source id.
  package func requiredSource(_ name: String) throws -> SourceID { try require(name, source(name)) }

  /// Returns an identifier.
  package func requiredID<ID: SharingIdentifier>(_ name: String, _ type: ID.Type = ID.self) throws -> ID {
    try require(name, id(name, type))
  }

  /// Returns one of all words of a type.
  package func requiredWord<Word: RawRepresentable<String>>(
    _ name: String, _ type: Word.Type = Word.self
  ) throws -> Word where Word: CaseIterable {
    try require(name, word(name, type))
  }

  /// Returns the document of a member.
  package func requiredDocument<Document: TripsDocument>(
    _ name: String, _ type: Document.Type = Document.self
  ) throws -> Document {
    try require(name, document(name, type))
  }
}
