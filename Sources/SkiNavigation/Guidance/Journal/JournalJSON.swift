import SkiGeo

/// A JSON document that was read: what journals need of JSON and no more.
///
/// Numbers stay as they were written, so that nothing is lost.
enum JournalJSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JournalJSON])
  case object([String: JournalJSON])

  /// Reads one document.
  /// - Throws: ``SkiError`` with code `.malformedData` for anything that is no JSON, a name given twice, or deeper than 8.
  /// - Complexity: O(*n*) in bytes.
  static func read(_ bytes: some Collection<UInt8>) throws -> JournalJSON {
    var parser = JournalParser(Array(bytes))
    let value = try parser.value(depth: 0)
    parser.skipSpace()
    guard parser.isAtEnd else { throw parser.fault("something follows the end of the document") }
    return value
  }
}

/// Reads RFC 8259 strictly, byte by byte.
private struct JournalParser {
  private let bytes: [UInt8]
  private var at = 0
  private static let greatestDepth = 8

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { at == bytes.count }

  func fault(_ what: String) -> SkiError {
    SkiError(.malformedData, "journal line is no JSON: \(what) at byte \(at); record it again")
  }

  mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0D { at += 1 }
  }

  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  mutating func value(depth: Int) throws -> JournalJSON {
    guard depth <= Self.greatestDepth else { throw fault("nesting is deeper than \(Self.greatestDepth)") }
    skipSpace()
    switch peek {
    case UInt8(ascii: "{")?: return try object(depth)
    case UInt8(ascii: "[")?: return try array(depth)
    case UInt8(ascii: "\"")?: return .string(try string())
    case UInt8(ascii: "t")?: return try word("true", .bool(true))
    case UInt8(ascii: "f")?: return try word("false", .bool(false))
    case UInt8(ascii: "n")?: return try word("null", .null)
    default: return .number(try number())
    }
  }

  private mutating func word(_ text: StaticString, _ value: JournalJSON) throws -> JournalJSON {
    let count = text.utf8CodeUnitCount
    guard bytes.count - at >= count,
      bytes[at..<at + count].elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: count))
    else { throw fault("a word is none of true, false, null") }
    at += count
    return value
  }

  private mutating func object(_ depth: Int) throws -> JournalJSON {
    var members: [String: JournalJSON] = [:]
    at += 1
    skipSpace()
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      guard peek == UInt8(ascii: "\"") else { throw fault("a name is missing") }
      let name = try string()
      skipSpace()
      guard take(":") else { throw fault("a colon is missing") }
      guard members.updateValue(try value(depth: depth + 1), forKey: name) == nil else {
        throw fault("a name is given twice")
      }
      skipSpace()
    } while take(",")
    guard take("}") else { throw fault("an object has no end") }
    return .object(members)
  }

  private mutating func array(_ depth: Int) throws -> JournalJSON {
    var values: [JournalJSON] = []
    at += 1
    skipSpace()
    if take("]") { return .array(values) }
    repeat {
      values.append(try value(depth: depth + 1))
      skipSpace()
    } while take(",")
    guard take("]") else { throw fault("an array has no end") }
    return .array(values)
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    at += 1
    return true
  }

  private mutating func number() throws -> String {
    let start = at
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func digits() throws {
    let start = at
    while let byte = peek, (0x30...0x39).contains(byte) { at += 1 }
    guard at > start else { throw fault("a digit is missing") }
  }

  private mutating func string() throws -> String {
    at += 1
    var text: [UInt8] = []
    while let byte = peek {
      at += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else { throw fault("text is no UTF-8") }
        return string
      case UInt8(ascii: "\\"): text.append(contentsOf: try escape())
      case 0..<0x20: throw fault("a control character stands in a string")
      default: text.append(byte)
      }
    }
    throw fault("a string has no end")
  }

  private mutating func escape() throws -> [UInt8] {
    guard let byte = peek else { throw fault("a string has no end") }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "u"):
      let high = try hex()
      var value = high
      if (0xD800..<0xDC00).contains(high) {
        guard take("\\"), take("u") else { throw fault("half of a surrogate pair") }
        let low = try hex()
        guard (0xDC00..<0xE000).contains(low) else { throw fault("half of a surrogate pair") }
        value = 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(value) else { throw fault("half of a surrogate pair") }
      return Array(String(Character(scalar)).utf8)
    default: throw fault("an escape is unknown")
    }
  }

  private mutating func hex() throws -> UInt32 {
    guard bytes.count - at >= 4 else { throw fault("an escape is cut off") }
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[at])).hexDigitValue, bytes[at] < 0x80 else {
        throw fault("an escape is no hexadecimal number")
      }
      value = value << 4 + UInt32(digit)
      at += 1
    }
    return value
  }
}
