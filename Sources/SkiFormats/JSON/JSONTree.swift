/// A whole JSON document that was read: for small files, and for lines, whose members come in any order.
///
/// Numbers stay as they were written, so that nothing is lost.
package enum JSONTree: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSONTree])
  case object([String: JSONTree])

  /// What is made of documents that JSON allows and that are doubtful.
  package enum Doubts: Sendable {
    /// The last of several members of one name counts, and what is no UTF-8 becomes U+FFFD.
    case accepted
    /// A name given twice in one object, and texts that are no UTF-8, are faults.
    case refused
  }

  /// Reads a document.
  /// - Parameters:
  ///   - depthLimit: How deep values may nest.
  ///   - doubts: What is made of doubtful documents.
  /// - Throws: ``JSONFault`` where it is no JSON, nests deeper, or is refused.
  /// - Complexity: O(bytes) time and memory.
  package static func read(
    _ bytes: [UInt8], depthLimit: Int = JSONCursor.depthLimit, doubts: Doubts
  ) throws(JSONFault) -> JSONTree {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONFault) in
      var reader = Reader(
        cursor: JSONCursor(buffer, range: 0..<buffer.count), depthLimit: depthLimit, doubts: doubts)
      let value = try reader.read(depth: 0)
      try reader.cursor.expectEnd()
      guard doubts == .accepted || !reader.cursor.hasRepairedText else {
        throw reader.cursor.fault("a text before is no UTF-8")
      }
      return value
    }
  }

  /// The value of an object's member; nil where there is none or it is null.
  package func member(_ name: String) -> JSONTree? {
    guard case .object(let members) = self, let found = members[name] else { return nil }
    return found == .null ? nil : found
  }

  /// The nearest number, infinite beyond the range of doubles; nil for what is no number.
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
      case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try cursor.readWord() == UInt8(ascii: "t"))
      case UInt8(ascii: "n"):
        _ = try cursor.readWord()
        return .null
      default: return .number(try cursor.readNumberText())
      }
    }
  }
}
