extension SpecialCharacters {
  /// The characters that strings of JSON escape here: those that must be, and those that a terminal may interpret.
  fileprivate static let json = SpecialCharacters("\"\\")
  /// The characters of a JSON document that a terminal may interpret.
  fileprivate static let encodedJSON = SpecialCharacters()
}

extension [UInt8] {
  /// Appends a text as a JSON string.
  /// - Complexity: O(*n*) in bytes.
  package mutating func append(jsonString text: String) {
    let utf8 = text.utf8.span
    if SpecialCharacters.json.first(in: utf8, from: 0) == nil {
      return append(addingCapacity: utf8.count + 2) { output in
        output.append(UInt8(ascii: "\""))
        utf8.withUnsafeBufferPointer { output.put($0) }
        output.append(UInt8(ascii: "\""))
      }
    }
    append(UInt8(ascii: "\""))
    append(text, escaping: .json) { scalar, bytes in
      switch scalar {
      case "\"": bytes.append(literal: "\\\"")
      case "\\": bytes.append(literal: "\\\\")
      case "\n": bytes.append(literal: "\\n")
      case "\r": bytes.append(literal: "\\r")
      case "\t": bytes.append(literal: "\\t")
      default: bytes.append(jsonEscape: scalar)
      }
    }
    append(UInt8(ascii: "\""))
  }

  /// Appends a document of JSON: outside strings its only control characters are white space, which becomes a space.
  /// - Complexity: O(*n*) in bytes.
  mutating func append(encodedJSON text: String) {
    append(text, escaping: .encodedJSON) { scalar, bytes in
      switch scalar {
      case "\n", "\r", "\t": bytes.append(UInt8(ascii: " "))
      default: bytes.append(jsonEscape: scalar)
      }
    }
  }

  /// Appends a scalar below U+10000 as `\u` and four hexadecimal digits.
  private mutating func append(jsonEscape scalar: Unicode.Scalar) {
    append(literal: "\\u")
    for shift in [12, 8, 4, 0] as [UInt32] {
      let digit = UInt8(truncatingIfNeeded: scalar.value >> shift & 0xF)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
