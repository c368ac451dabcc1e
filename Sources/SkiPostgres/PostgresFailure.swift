import CPQ
import SkiBase

/// The errors of PostgreSQL and libpq as `SkiError`.
enum PostgresFailure {
  static let closed = SkiError(.unavailable, "the store is closed; open it again")
  static let cancelled = SkiError(.cancelled, "the work on the store was cancelled; nothing is changed")
  static let waitedTooLong = SkiError(
    .unavailable, "the store has no free connection within the time limit; try again")
  static let overloaded = SkiError(.unavailable, "the store has too many waiting calls; try again")

  /// The states after which a transaction can run again: serialisation, deadlock, and a plan that a new schema outdated.
  static let retried: Set<String> = ["40001", "40P01", "0A000"]

  /// The error of a failed connection; libpq's texts name host, user and database, not the password.
  static func connecting(_ handle: OpaquePointer?) -> SkiError {
    SkiError(
      .unavailable, "PostgreSQL can't be reached; check its address, and that it runs",
      underlying: handle.map { text(PQerrorMessage($0)) } ?? "out of memory")
  }

  /// The error of a connection that ended.
  static func lost(_ handle: OpaquePointer, _ sql: String?) -> SkiError {
    SkiError(
      .unavailable, "the connection to PostgreSQL was lost; try again", subject: sql.map(SQLText.head),
      underlying: text(PQerrorMessage(handle)))
  }

  /// The error of a server that does not answer; the transaction may go on when it does.
  static func silent(_ sql: String) -> SkiError {
    SkiError(
      .unavailable, "PostgreSQL doesn't answer within the time limit; try again",
      subject: SQLText.head(of: sql))
  }

  /// The state of a failed result, five letters; nil if the server gave none.
  static func state(_ result: OpaquePointer) -> String? { field(result, "C") }

  /// The error of a failed result.
  ///
  /// The server's text is repeated only in classes of errors whose texts hold no values of rows.
  static func error(_ result: OpaquePointer, _ state: String, _ sql: String?) -> SkiError {
    let (code, message) = meaning(state)
    var cause = "PostgreSQL \(state)"
    if quotedClasses.contains(String(state.prefix(2))), let text = field(result, "M") { cause += ": \(text)" }
    for (letter, name) in [("t", "table"), ("c", "column"), ("n", "constraint")] as [(Character, String)] {
      if let value = field(result, letter) { cause += ", \(name) \(value)" }
    }
    return SkiError(code, message, subject: sql.map(SQLText.head), underlying: cause)
  }

  private static let quotedClasses: Set = [
    "08", "0A", "25", "28", "3D", "3F", "40", "42", "53", "54", "55", "57", "58",
  ]

  private static func meaning(_ state: String) -> (SkiError.Code, String) {
    switch state {
    case "53100": return (.unavailable, "the store's disk is full; make room and try again")
    case "57014": return (.unavailable, "a statement exceeded its time limit; try again")
    case "55P03": return (.unavailable, "a row or table is locked for too long; try again")
    case "XX001", "XX002": return (.malformedData, "the store is corrupted; restore the database from a copy")
    default: break
    }
    switch state.prefix(2) {
    case "23": return (.conflict, "a constraint of the store is violated; read the rows again")
    case "40": return (.unavailable, "transactions hinder each other; try again")
    case "08", "53", "55", "57", "58": return (.unavailable, "the store can't work now; try again")
    case "25" where state == "25P03": return (.unavailable, "a transaction was idle for too long; try again")
    case "22": return (.invalidArgument, "a value is not allowed for its column; check its type and size")
    case "54": return (.limitExceeded, "a value or statement is too long for PostgreSQL; split it")
    default: return (.internalInconsistency, "the store doesn't accept a statement; correct it")
    }
  }

  private static func field(_ result: OpaquePointer, _ letter: Character) -> String? {
    guard let value = PQresultErrorField(result, Int32(letter.asciiValue ?? 0)) else { return nil }
    return String(cString: value)
  }

  private static func text(_ message: UnsafePointer<CChar>?) -> String {
    guard let message else { return "no message" }
    return String(cString: message).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
