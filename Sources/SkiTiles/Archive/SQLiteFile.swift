import CLibraries
import SkiBase

/// A new SQLite database, written by one thread.
///
/// Not `Sendable`. Errors of SQLite become ``SkiError`` with code `.inputOutput`.
final class SQLiteFile {
  private let path: String
  private let handle: OpaquePointer

  /// Creates a database in an empty file.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - subject: The path that errors name.
  /// - Throws: ``SkiError`` with code `.missingInput` when SQLite can't be loaded.
  init(_ path: String, subject: String) throws {
    try SkiError.requireLibrary(sqlite_library_fault())
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

  /// Executes statements, ignoring any rows.
  func run(_ statements: String) throws {
    let code = sqlite3_exec(handle, statements, nil, nil, nil)
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Returns a prepared statement for repeated use.
  func statement(_ text: String) throws -> SQLiteStatement {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw error(code) }
    return SQLiteStatement(prepared, of: self)
  }

  /// Returns the error of the last call that failed.
  func error(_ code: Int32) -> SkiError {
    Self.error(
      sqlite3_extended_errcode(handle), "writing failed", path, String(cString: sqlite3_errmsg(handle)))
  }

  private static func error(_ code: Int32, _ what: String, _ subject: String, _ words: String? = nil)
    -> SkiError
  {
    let words = words ?? String(cString: sqlite3_errstr(code))
    return SkiError(
      .inputOutput, "\(what): \(words); free some space and try again, no partial file was left",
      subject: subject,
      underlying: "SQLite code \(code)")
  }
}

/// A prepared statement, which keeps its database open.
final class SQLiteStatement {
  /// The value of a parameter.
  enum Value {
    case integer(Int)
    case text(String)
    case blob([UInt8])
  }

  private let statement: OpaquePointer
  private let file: SQLiteFile
  /// The destructor that makes SQLite copy bound values (`SQLITE_TRANSIENT`).
  private static let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  fileprivate init(_ statement: OpaquePointer, of file: SQLiteFile) {
    self.statement = statement
    self.file = file
  }

  deinit { sqlite3_finalize(statement) }

  /// Runs the statement to its end and calls a body for each row.
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

  /// Returns the integer in a column of the current row.
  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(statement, column)) }

  /// Returns whether a column of the current row holds exactly the given bytes.
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
