import CSQLite
import SkiGeo

/// A SQLite database that is being made by one thread.
///
/// Not `Sendable`. Errors of SQLite become ``SkiError`` with code `.inputOutput`: a full disk as a rule.
final class SQLiteFile {
  private let path: String
  private let handle: OpaquePointer

  /// Opens an empty file as a database.
  /// - Parameters:
  ///   - path: The file.
  ///   - subject: What errors name.
  init(_ path: String, subject: String) throws {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      sqlite3_close_v2(handle)
      throw Self.error(code, "database can't be made", subject)
    }
    self.path = subject
    self.handle = handle
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements that answer nothing that is wanted.
  func run(_ statements: String) throws {
    let code = sqlite3_exec(handle, statements, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Prepares a statement that is run again and again.
  func statement(_ text: String) throws -> SQLiteStatement {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw error(code) }
    return SQLiteStatement(prepared, of: self)
  }

  /// The error of the last call that failed.
  func error(_ code: Int32) -> SkiError {
    Self.error(
      sqlite3_extended_errcode(handle), "writing failed", path, String(cString: sqlite3_errmsg(handle)))
  }

  private static func error(_ code: Int32, _ what: String, _ subject: String, _ words: String? = nil)
    -> SkiError
  {
    let words = words ?? String(cString: sqlite3_errstr(code))
    return SkiError(
      .inputOutput, "\(what): \(words); free some space, nothing was left there", subject: subject,
      underlying: "SQLite code \(code)")
  }
}

/// A prepared statement; it keeps its database open.
final class SQLiteStatement {
  /// What stands for a `?` of the text, or comes out of a column.
  enum Value {
    case integer(Int)
    case text(String)
    case blob([UInt8])
  }

  private let statement: OpaquePointer
  private let file: SQLiteFile
  /// SQLite copies what is bound.
  private static let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  fileprivate init(_ statement: OpaquePointer, of file: SQLiteFile) {
    self.statement = statement
    self.file = file
  }

  deinit { sqlite3_finalize(statement) }

  /// Runs the statement to its end, calling a body in each row it answers.
  func run(_ values: [Value], row: (SQLiteStatement) throws -> Void = { _ in }) throws {
    defer { sqlite3_reset(statement) }
    for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: try row(self)
      case SQLITE_DONE: return
      case let code: throw file.error(code)
      }
    }
  }

  /// The number in a column of the present row.
  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

  /// Whether a column of the present row holds just these bytes.
  func blob(_ column: Int32, equals bytes: [UInt8]) -> Bool {
    guard sqlite3_column_bytes(statement, column) == bytes.count else { return false }
    let stored = UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: bytes.count)
    return stored.elementsEqual(bytes)
  }

  private func bind(_ value: Value, at place: Int32) throws {
    let code =
      switch value {
      case .integer(let number): sqlite3_bind_int64(statement, place, Int64(number))
      case .text(let text): sqlite3_bind_text(statement, place, text, -1, Self.copies)
      case .blob(let bytes): sqlite3_bind_blob64(statement, place, bytes, UInt64(bytes.count), Self.copies)
      }
    guard code == SQLITE_OK else { throw file.error(code) }
  }
}
