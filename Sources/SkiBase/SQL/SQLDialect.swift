/// The words in which a database differs from the common SQL of the drivers.
///
/// A value; `Sendable`.
package struct SQLDialect: Sendable {
  /// The letter before the number of a placeholder, in ASCII.
  package let placeholder: UInt8
  /// The replacement of each word in braces, by the word.
  package let words: [String: String]

  /// The dialect of SQLite: `$1` would be a name there, so placeholders are `?1`; a writer is alone and needs no row locks.
  package static let sqlite = SQLDialect(
    placeholder: UInt8(ascii: "?"), words: ["bytes": "BLOB", "text": "TEXT", "lock": ""])

  /// The dialect of PostgreSQL; texts are compared by bytes, as in SQLite.
  package static let postgres = SQLDialect(
    placeholder: UInt8(ascii: "$"),
    words: ["bytes": "BYTEA", "text": "TEXT COLLATE \"C\"", "lock": "FOR UPDATE"])
}
