import SkiAPI
package import SkiBase

extension SQLValue {
  /// The text of an identifier.
  package static func id(_ id: some Identifier) -> SQLValue { .text(id.rawValue) }

  /// The whole milliseconds of a time.
  package static func time(_ time: UniversalTime) -> SQLValue { .integer(time.milliseconds) }

  /// The whole milliseconds of a time, or null for nil.
  package static func time(_ time: UniversalTime?) -> SQLValue { .optional(time?.milliseconds) }
}

extension SQLRow {
  /// The identifier of a column.
  /// - Throws: `SkiError` with code `.malformedData` or `.invalidArgument` for another value.
  package func id<ID: Identifier>(_ column: Int, _ type: ID.Type = ID.self) throws -> ID {
    try ID(text(column))
  }

  /// The time of a column in milliseconds.
  /// - Throws: `SkiError` with code `.malformedData` for another value.
  package func time(_ column: Int) throws -> UniversalTime {
    UniversalTime(milliseconds: try integer(column))
  }

  /// The time of a column in milliseconds; nil where there is no value.
  /// - Throws: `SkiError` with code `.malformedData` for another value.
  package func optionalTime(_ column: Int) throws -> UniversalTime? {
    try optionalInteger(column).map { UniversalTime(milliseconds: $0) }
  }

  /// The value of a column that holds one of a list of words.
  /// - Throws: `SkiError` with code `.malformedData` for another value.
  package func word<Word: RawRepresentable<String>>(_ column: Int, _ type: Word.Type = Word.self) throws
    -> Word
  {
    guard let word = Word(rawValue: try text(column)) else {
      throw SkiError(
        .malformedData, "column \(column) holds an unknown word; the store was changed by another program")
    }
    return word
  }
}
