extension Unicode.Scalar {
  /// Indicates whether a terminal may interpret the character: control characters and bidirectional formatting
  /// characters.
  package var isTerminalControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// Returns the text with control characters and bidirectional formatting characters replaced by U+FFFD.
  package func terminalSafe() -> String {
    guard contains(.terminal) else { return self }
    var bytes: [UInt8] = []
    bytes.append(terminalSafe: self)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text truncated to a number of Unicode scalars, with an ellipsis when something was cut.
  ///
  /// It counts scalars because one character may have any number of them in hostile data.
  package func shortened(toScalars limit: Int) -> String {
    guard utf8.count > limit,
      let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return String(unicodeScalars[..<end]) + "…"
  }

  /// Returns the text escaped as XML character data or attribute value.
  ///
  /// Characters that XML 1.0 forbids become U+FFFD; other characters that a terminal may interpret become numeric
  /// references.
  package func xmlEscaped() -> String {
    guard contains(.markup) else { return self }
    var bytes: [UInt8] = []
    bytes.append(xmlEscaped: self)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text as one CSV field (RFC 4180), quoted when it contains a comma, quote or line break.
  package func csvField() -> String {
    guard utf8.contains(where: { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }) else { return self }
    // By byte: a quote with a combining mark is another Character, but still a quote to a CSV reader.
    var quoted = [UInt8(ascii: "\"")]
    for byte in utf8 {
      quoted.append(byte)
      if byte == UInt8(ascii: "\"") { quoted.append(byte) }
    }
    quoted.append(UInt8(ascii: "\""))
    return String(decoding: quoted, as: UTF8.self)
  }
}

extension SpecialCharacters {
  fileprivate static let terminal = SpecialCharacters()
  fileprivate static let markup = SpecialCharacters("&<>\"'", includesNoncharacters: true)
}

extension [UInt8] {
  /// Appends a text with control characters and bidirectional formatting characters replaced by U+FFFD.
  /// - Complexity: O(*n*) in bytes.
  package mutating func append(terminalSafe text: String) {
    append(text, escaping: .terminal) { _, bytes in bytes.append(contentsOf: UTF8.encodedReplacementCharacter)
    }
  }

  /// Appends a text as ``Swift/String/xmlEscaped()`` returns it.
  /// - Complexity: O(*n*) in bytes.
  package mutating func append(xmlEscaped text: String) {
    append(text, escaping: .markup) { scalar, bytes in
      switch scalar {
      case "&": bytes.append(contentsOf: "&amp;".utf8)
      case "<": bytes.append(contentsOf: "&lt;".utf8)
      case ">": bytes.append(contentsOf: "&gt;".utf8)
      case "\"": bytes.append(contentsOf: "&quot;".utf8)
      case "'": bytes.append(contentsOf: "&#39;".utf8)
      case "\t", "\n", "\r", "\u{7F}"..."\u{FFFD}": bytes.append(contentsOf: "&#\(scalar.value);".utf8)
      default: bytes.append(contentsOf: UTF8.encodedReplacementCharacter)
      }
    }
  }
}
