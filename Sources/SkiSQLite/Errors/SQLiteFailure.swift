import GRDB
import SkiBase

/// The errors of SQLite and GRDB as `SkiError`.
enum SQLiteFailure {
  static let closed = SkiError(.unavailable, "the store is closed; open it again")
  static let cancelled = SkiError(.cancelled, "the work on the store was cancelled; nothing is changed")

  /// Calls a function and translates its error.
  static func translated<T>(_ sql: String? = nil, _ body: () throws -> T) throws -> T {
    do {
      return try body()
    } catch {
      throw Self.error(error, sql)
    }
  }

  /// Translates an error; those of other origin are returned unchanged.
  static func error(_ error: any Error, _ sql: String? = nil) -> any Error {
    if error is CancellationError { return cancelled }
    guard let error = error as? DatabaseError else { return error }
    if error.resultCode == .SQLITE_INTERRUPT { return cancelled }
    let (code, message) = meaning(error)
    return SkiError(
      code, message, subject: sql.map(SQLText.head),
      underlying: "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")")
  }

  private static func meaning(_ error: DatabaseError) -> (SkiError.Code, String) {
    switch error.resultCode {
    case .SQLITE_CONSTRAINT: (.conflict, "a constraint of the store is violated; read the rows again")
    case .SQLITE_CORRUPT, .SQLITE_NOTADB:
      (.malformedData, "the store's file is corrupted; stop the server, and restore a copy")
    case .SQLITE_FULL: (.unavailable, "the store's disk is full; make room and try again")
    case .SQLITE_BUSY, .SQLITE_LOCKED: (.unavailable, "the store is busy; try again")
    case .SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_PROTOCOL, .SQLITE_NOLFS, .SQLITE_PERM, .SQLITE_AUTH:
      (.unavailable, "the store's file can't be read or written; check its disk and permissions")
    case .SQLITE_NOMEM: (.unavailable, "the store has no memory left; try again")
    case .SQLITE_TOOBIG: (.limitExceeded, "a value or statement is too long for SQLite; split it")
    case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY:
      (
        .internalInconsistency,
        "a reading transaction changes rows, or the file is read-only; use write, check permissions"
      )
    case .SQLITE_READONLY:
      (.unavailable, "the store's file can't be written; check its disk and permissions")
    default: (.internalInconsistency, "the store doesn't accept a statement; correct it")
    }
  }
}
