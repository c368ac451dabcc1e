import CPQ
import SkiBase

/// A result of libpq, in text format; owned.
struct PostgresResult: ~Copyable {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  deinit { PQclear(handle) }

  /// The tag of the command, such as `INSERT 0 1` or `COMMIT`.
  var tag: String { String(cString: PQcmdStatus(handle)) }

  /// The number of rows inserted, updated or deleted; 0 for other commands.
  var changes: Int {
    let words = tag.split(separator: " ")
    guard let first = words.first, ["INSERT", "UPDATE", "DELETE", "MERGE"].contains(first) else { return 0 }
    return words.last.flatMap { Int($0) } ?? 0
  }

  /// All rows.
  /// - Throws: `SkiError` with code `.malformedData` for a value that its type doesn't allow.
  func rows(of sql: String) throws -> [SQLRow] {
    let columns = PQnfields(handle)
    let types = (0..<columns).map { PQftype(handle, $0) }
    var rows: [SQLRow] = []
    rows.reserveCapacity(Int(PQntuples(handle)))
    for row in 0..<PQntuples(handle) {
      var values: [SQLValue] = []
      values.reserveCapacity(Int(columns))
      for column in 0..<columns { values.append(try value(row, column, types[Int(column)], sql)) }
      rows.append(SQLRow(values, of: sql))
    }
    return rows
  }

  private func value(_ row: Int32, _ column: Int32, _ type: Oid, _ sql: String) throws -> SQLValue {
    guard PQgetisnull(handle, row, column) == 0, let start = PQgetvalue(handle, row, column) else {
      return .null
    }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(handle, row, column)))
    guard let value = Self.value(bytes, type) else {
      throw SkiError(
        .malformedData,
        "column \(column) has a value that its type \(type) doesn't allow; check the server's version",
        subject: SQLText.head(of: sql))
    }
    return value
  }

  /// A value in PostgreSQL's text format; nil if it doesn't conform to it.
  private static func value(_ bytes: UnsafeRawBufferPointer, _ type: Oid) -> SQLValue? {
    let text = { String(decoding: bytes, as: UTF8.self) }
    switch type {
    case PostgresType.int2, PostgresType.int4, PostgresType.int8, PostgresType.oid:
      return Int64(text()).map(SQLValue.integer)
    case PostgresType.bool: return .boolean(bytes.first == UInt8(ascii: "t"))
    case PostgresType.float4, PostgresType.float8: return Double(text()).map(SQLValue.real)
    case PostgresType.numeric:
      // Sums of integers are numeric there; SQLite returns integers.
      return Int64(text()).map(SQLValue.integer) ?? Double(text()).map(SQLValue.real)
    case PostgresType.bytea: return blob(bytes)
    default: return .text(text())
    }
  }

  /// The bytes of the hexadecimal format, `\x` and two digits each.
  private static func blob(_ text: UnsafeRawBufferPointer) -> SQLValue? {
    guard text.count >= 2, text[0] == UInt8(ascii: "\\"), text[1] == UInt8(ascii: "x"), text.count % 2 == 0
    else {
      return nil
    }
    var isValid = true
    let bytes = [UInt8](unsafeUninitializedCapacity: text.count / 2 - 1) { buffer, count in
      count = text.count / 2 - 1
      for index in 0..<count {
        let (high, low) = (digit(text[2 * index + 2]), digit(text[2 * index + 3]))
        isValid = isValid && high < 16 && low < 16
        buffer[index] = high << 4 | low & 15
      }
    }
    return isValid ? .blob(bytes) : nil
  }

  private static func digit(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): letter - UInt8(ascii: "a") + 10
    default: 255
    }
  }
}

/// Numbers of types in PostgreSQL's catalogue (pg_type.dat), which never change.
enum PostgresType {
  static let bool: Oid = 16
  static let bytea: Oid = 17
  static let int8: Oid = 20
  static let int2: Oid = 21
  static let int4: Oid = 23
  static let text: Oid = 25
  static let oid: Oid = 26
  static let float4: Oid = 700
  static let float8: Oid = 701
  static let numeric: Oid = 1700
}
