import SkiFormats
import SkiGeo

/// A JSON document of a journal. Numbers keep their text, so that no precision is lost.
enum JournalJSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JournalJSON])
  case object([String: JournalJSON])

  private static let greatestDepth = 8

  /// Reads a document.
  /// - Throws: ``SkiError`` with code `.malformedData` for invalid JSON, duplicate names, or nesting deeper than 8.
  /// - Complexity: O(*n*) in bytes.
  static func read(_ bytes: some Collection<UInt8>) throws -> JournalJSON {
    try Array(bytes).withUnsafeBufferPointer { buffer in
      var cursor = JSONCursor(buffer, range: 0..<buffer.count)
      do throws(JSONFault) {
        let value = try read(&cursor, depth: 0)
        try cursor.expectEnd()
        guard !cursor.hasRepairedText else { throw cursor.fault("a text before is no UTF-8") }
        return value
      } catch {
        throw SkiError(
          .malformedData,
          "journal line is no JSON: \(error.reason) at byte \(error.position); record it again")
      }
    }
  }

  private static func read(_ cursor: inout JSONCursor, depth: Int) throws(JSONFault) -> JournalJSON {
    guard depth <= greatestDepth else { throw cursor.fault("nesting is deeper than \(greatestDepth)") }
    var isFirst = true
    switch cursor.peek() {
    case UInt8(ascii: "{"):
      var members: [String: JournalJSON] = [:]
      try cursor.enterObject()
      while let token = try cursor.nextMember(&isFirst) {
        let name = cursor.text(of: token)
        guard members.updateValue(try read(&cursor, depth: depth + 1), forKey: name) == nil else {
          throw cursor.fault("a name is given twice")
        }
      }
      return .object(members)
    case UInt8(ascii: "["):
      var values: [JournalJSON] = []
      try cursor.enterArray()
      while try cursor.nextElement(&isFirst) { values.append(try read(&cursor, depth: depth + 1)) }
      return .array(values)
    case UInt8(ascii: "\""):
      let token = try cursor.readToken()
      return .string(cursor.text(of: token))
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try cursor.readWord() == UInt8(ascii: "t"))
    case UInt8(ascii: "n"):
      _ = try cursor.readWord()
      return .null
    default: return .number(try cursor.readNumberText())
    }
  }
}
