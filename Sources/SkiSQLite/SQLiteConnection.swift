import Foundation
import GRDB
import SkiBase

/// A transaction on an SQLite connection.
final class SQLiteConnection: SQLConnection {
  /// Longer statements are not kept prepared: there are many different ones, of multiple rows.
  private static let cachedLength = 2_048

  let state = SQLTransactionState()
  private let database: Database
  private let texts: SQLTextCache
  private let clock: @Sendable () -> Int64

  init(_ database: Database, _ texts: SQLTextCache, _ clock: @escaping @Sendable () -> Int64) {
    self.database = database
    self.texts = texts
    self.clock = clock
  }

  func rows(_ sql: String, _ values: [SQLValue]) throws -> [SQLRow] {
    try run(sql, values) { statement in
      var rows: [SQLRow] = []
      let cursor = try Row.fetchCursor(statement)
      while let row = try cursor.next() { rows.append(SQLRow(row.databaseValues.map(Self.value), of: sql)) }
      return rows
    }
  }

  func change(_ sql: String, _ values: [SQLValue]) throws -> Int {
    try run(sql, values) { [database] statement in
      // The count of changes is that of the last statement which had any: the total tells if this one had.
      let before = database.totalChangesCount
      try statement.execute()
      return database.totalChangesCount == before ? 0 : database.changesCount
    }
  }

  func lock(table: StaticString) throws { try state.check() }

  func tables() throws -> Set<String> {
    try Set(rows("SELECT name FROM sqlite_schema WHERE type = 'table'").map { try $0.text(0) })
  }

  func nowMilliseconds() throws -> Int64 { try state.run { clock() } }

  func notify(_ payload: String) throws {
    try state.run { _ = try state.addNotice(payload) }
  }

  private func run<T>(_ sql: String, _ values: [SQLValue], _ work: (Statement) throws -> T) throws -> T {
    try state.run {
      let text = try texts.text(sql)
      try text.check(values)
      return try SQLiteFailure.translated(sql) {
        let isShort = text.sql.utf8.count <= Self.cachedLength
        let statement =
          try isShort ? database.cachedStatement(sql: text.sql) : database.makeStatement(sql: text.sql)
        try statement.setArguments(Self.arguments(values))
        return try work(statement)
      }
    }
  }

  /// The values by the numbers of their placeholders: SQLite counts those that occur, in the order of their numbers.
  private static func arguments(_ values: [SQLValue]) -> StatementArguments {
    StatementArguments(values.map(databaseValue))
  }

  private static func databaseValue(_ value: SQLValue) -> DatabaseValue {
    switch value {
    case .null: .null
    case .integer(let integer): integer.databaseValue
    case .real(let real): real.databaseValue
    case .text(let text): text.databaseValue
    case .blob(let bytes): Data(bytes).databaseValue
    }
  }

  private static func value(_ value: DatabaseValue) -> SQLValue {
    switch value.storage {
    case .null: .null
    case .int64(let integer): .integer(integer)
    case .double(let real): .real(real)
    case .string(let text): .text(text)
    case .blob(let data): .blob([UInt8](data))
    }
  }
}

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
