/// A statement in the dialect of a database, with the number of its placeholders.
///
/// A value; `Sendable`.
package struct SQLText: Sendable {
  /// The statement, to be handed to the database.
  package let sql: String
  /// The number of placeholders; all from `$1` to this number occur.
  package let placeholderCount: Int

  /// The most placeholders of a statement.
  package static let placeholderLimit = 32_766
  /// The most bytes of one value.
  package static let byteLimit = 256 << 20

  /// Translates a statement of the common SQL.
  /// - Throws: `SkiError` with code `.invalidArgument` for a placeholder of another form or a missing number, an unknown word
  ///   in braces, several statements, or U+0000; `.limitExceeded` for more placeholders than ``placeholderLimit``.
  /// - Complexity: O(*n*) in the length.
  package init(_ common: String, _ dialect: SQLDialect) throws {
    var reader = SQLTextReader(common, dialect)
    do {
      try reader.readAll()
      placeholderCount = try reader.countPlaceholders()
    } catch var error as SkiError {
      error.subject = Self.head(of: common)
      throw error
    }
    sql = String(decoding: reader.output, as: UTF8.self)
  }

  /// Checks values against the placeholders and the limits of both databases.
  /// - Throws: `SkiError` with code `.invalidArgument` for a wrong number of values, a text with U+0000 or a real that is not
  ///   a number; `.limitExceeded` for a value of more than ``byteLimit`` bytes.
  package func check(_ values: [SQLValue]) throws {
    guard values.count == placeholderCount else {
      throw SkiError(
        .invalidArgument,
        "\(values.count) values for \(placeholderCount) placeholders; give one value for each",
        subject: Self.head(of: sql))
    }
    for (index, value) in values.enumerated() {
      guard let fault = Self.fault(of: value) else { continue }
      throw SkiError(fault.0, "the value of $\(index + 1) \(fault.1)", subject: Self.head(of: sql))
    }
  }

  private static func fault(of value: SQLValue) -> (SkiError.Code, String)? {
    switch value {
    case .null, .integer: nil
    case .real(let real): real.isNaN ? (.invalidArgument, "is not a number; store no value instead") : nil
    case .text(let text):
      text.utf8.count > byteLimit
        ? (.limitExceeded, "has more than \(byteLimit) bytes; store less")
        : text.utf8.contains(0) ? (.invalidArgument, "contains U+0000; remove it, or store bytes") : nil
    case .blob(let bytes):
      bytes.count > byteLimit ? (.limitExceeded, "has more than \(byteLimit) bytes; store less") : nil
    }
  }

  /// The beginning of a statement on one line, for messages: statements hold no values of rows.
  package static func head(of sql: String) -> String {
    let words = sql.split(maxSplits: 40, whereSeparator: \.isWhitespace).prefix(40).joined(separator: " ")
    return words.count > 80 ? words.prefix(79) + "…" : words
  }
}

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

/// The translated statements of a driver, by their text.
///
/// A shared object; `Sendable`. It holds at most 1,024 statements and begins anew when they are exceeded.
package final class SQLTextCache: Sendable {
  private static let limit = 1_024
  private let dialect: SQLDialect
  private let texts = Locked<[String: SQLText]>([:])

  /// Creates an empty cache of a dialect.
  package init(_ dialect: SQLDialect) {
    self.dialect = dialect
  }

  /// Returns a statement in the dialect.
  /// - Throws: `SkiError`, see ``SQLText``.
  /// - Complexity: O(*n*) in the length of the statement.
  package func text(_ common: String) throws -> SQLText {
    if let known = texts.withLock({ $0[common] }) { return known }
    let text = try SQLText(common, dialect)
    texts.withLock { texts in
      if texts.count >= Self.limit { texts.removeAll(keepingCapacity: true) }
      texts[common] = text
    }
    return text
  }
}
