/// A parsed JSON document with members in any order, for small files and lines.
///
/// Numbers keep their text.
package enum JSONTree: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  /// The treatment of documents that JSON permits and whose meaning is ambiguous.
  package enum Doubts: Sendable {
    /// The last of several members of one name counts, and invalid UTF-8 becomes U+FFFD.
    case accepted
    /// Duplicate names in one object and invalid UTF-8 are faults.
    case refused
  }

  /// Parses a document.
  /// - Parameters:
  ///   - depthLimit: The greatest nesting depth.
  ///   - doubts: The treatment of ambiguous documents.
  /// - Throws: ``JSONFault`` at a syntax error, beyond the depth, or at a refused ambiguity.
  /// - Complexity: O(*n*) time and memory in the bytes.
  package static func read(
    _ bytes: [UInt8], depthLimit: Int = JSONCursor.depthLimit, doubts: Doubts
  ) throws(JSONFault) -> JSONTree {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONFault) in
      var reader = Reader(
        cursor: JSONCursor(buffer, range: 0..<buffer.count), depthLimit: depthLimit, doubts: doubts)
      let value = try reader.read(depth: 0)
      try reader.cursor.expectEnd()
      guard doubts == .accepted || !reader.cursor.hasRepairedText else {
        throw reader.cursor.fault("a text before is not UTF-8")
      }
      return value
    }
  }

  /// Returns the value of an object's member; nil when it is missing or null.
  package func member(_ name: String) -> JSONTree? {
    guard case .object(let members) = self, let found = members[name] else { return nil }
    return found == .null ? nil : found
  }

  /// The nearest double, infinite beyond their range; nil unless this is a number.
  package var nearestDouble: Double? { if case .number(let text) = self { Double(text) } else { nil } }

  private struct Reader {
    var cursor: JSONCursor
    let depthLimit: Int
    let doubts: Doubts

    mutating func read(depth: Int) throws(JSONFault) -> JSONTree {
      guard depth <= depthLimit else { throw cursor.fault("values nest deeper than \(depthLimit)") }
      var isFirst = true
      switch cursor.peek() {
      case UInt8(ascii: "{"):
        var members: [String: JSONTree] = [:]
        try cursor.enterObject()
        while let token = try cursor.nextMember(&isFirst) {
          let name = cursor.text(of: token)
          let earlier = members.updateValue(try read(depth: depth + 1), forKey: name)
          guard doubts == .accepted || earlier == nil else { throw cursor.fault("a name is given twice") }
        }
        return .object(members)
      case UInt8(ascii: "["):
        var elements: [JSONTree] = []
        try cursor.enterArray()
        while try cursor.nextElement(&isFirst) { elements.append(try read(depth: depth + 1)) }
        return .array(elements)
      case UInt8(ascii: "\""):
        let token = try cursor.readToken()
        return .string(cursor.text(of: token))
      case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try cursor.readLiteral() == UInt8(ascii: "t"))
      case UInt8(ascii: "n"):
        _ = try cursor.readLiteral()
        return .null
      default: return .number(try cursor.readNumberText())
      }
    }
  }
}

/// A syntax error in JSON; readers wrap it into a `SkiError` with the file's name.
package struct JSONFault: Error, Sendable, Hashable {
  /// The position in the buffer.
  package var position: Int
  /// The unexpected or expected text.
  package var reason: String
}
