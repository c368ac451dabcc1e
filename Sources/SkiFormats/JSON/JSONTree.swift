/// A parser of a whole JSON document into values, for small files whose members come in any order.
package enum JSONTree {
  /// Parses a document.
  /// - Throws: ``JSONFault`` at a syntax error; values nest at most 512 deep.
  /// - Complexity: O(*n*) time and memory in the bytes.
  package static func value(of bytes: [UInt8]) throws(JSONFault) -> JSONValue {
    try bytes.withUnsafeBufferPointer { buffer throws(JSONFault) in
      var cursor = JSONCursor(buffer, range: 0..<buffer.count)
      let value = try read(&cursor, depth: 0)
      try cursor.expectEnd()
      return value
    }
  }

  private static func read(_ cursor: inout JSONCursor, depth: Int) throws(JSONFault) -> JSONValue {
    guard depth <= JSONCursor.depthLimit else {
      throw cursor.fault("values nest deeper than \(JSONCursor.depthLimit)")
    }
    var isFirst = true
    switch cursor.peek() {
    case UInt8(ascii: "{"):
      var members: [JSONValue.Member] = []
      try cursor.enterObject()
      while let token = try cursor.nextMember(&isFirst) {
        let name = cursor.text(of: token)
        members.append(.init(name, try read(&cursor, depth: depth + 1)))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      try cursor.enterArray()
      while try cursor.nextElement(&isFirst) { elements.append(try read(&cursor, depth: depth + 1)) }
      return .array(elements)
    case UInt8(ascii: "\""):
      let token = try cursor.readToken()
      return .string(cursor.text(of: token))
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try cursor.readWord() == UInt8(ascii: "t"))
    case UInt8(ascii: "n"):
      _ = try cursor.readWord()
      return .null
    default: return .decimal(try cursor.readNumber(), places: 15)
    }
  }
}

extension JSONValue {
  /// Returns the value of an object's member: the last one of duplicate names, nil when it is missing or null.
  package func member(_ name: String) -> JSONValue? {
    guard case .object(let members) = self, let found = members.last(where: { $0.name == name }) else {
      return nil
    }
    return found.value == .null ? nil : found.value
  }
}
