import CPQ
import SkiBase

/// The values of a statement as libpq takes them: texts, but bytes as they are.
struct PostgresParameters {
  /// The types of the values in PostgreSQL's catalogue; 0, to be inferred, for no value.
  let types: [Oid]
  private var bytes: [UInt8] = []
  private var offsets: [Int?] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []

  init(_ values: [SQLValue]) {
    types = values.map(Self.type)
    for value in values {
      switch value {
      case .null: add(nil, isBinary: false)
      case .integer(let integer): add(Array("\(integer)".utf8), isBinary: false)
      case .real(let real): add(Array("\(real)".utf8), isBinary: false)
      case .text(let text): add(Array(text.utf8), isBinary: false)
      case .blob(let blob): add(blob, isBinary: true)
      }
    }
  }

  /// Calls a body with libpq's four arguments: number, values, lengths, formats.
  func call<T>(
    _ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<Int32>, UnsafePointer<Int32>) -> T
  ) -> T {
    bytes.withUnsafeBytes { buffer in
      let start = buffer.baseAddress
      let pointers = offsets.map { offset in
        offset.flatMap { start?.advanced(by: $0).assumingMemoryBound(to: CChar.self) }
      }
      return body(Int32(pointers.count), pointers, lengths, formats)
    }
  }

  private mutating func add(_ value: [UInt8]?, isBinary: Bool) {
    offsets.append(value == nil ? nil : bytes.count)
    lengths.append(Int32(value?.count ?? 0))
    formats.append(isBinary ? 1 : 0)
    if let value {
      bytes += value
      bytes.append(0)
    }
  }

  private static func type(_ value: SQLValue) -> Oid {
    switch value {
    case .null: 0
    case .integer: PostgresType.int8
    case .real: PostgresType.float8
    case .text: PostgresType.text
    case .blob: PostgresType.bytea
    }
  }
}
