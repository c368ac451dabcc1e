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
