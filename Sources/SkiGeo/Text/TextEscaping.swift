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
    var out = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      out.append(scalar.isTerminalControl ? "\u{FFFD}" : scalar)
    }
    return String(out)
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
    var out = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&#39;"
      case "\t", "\n", "\r": out += "&#\(scalar.value);"
      default:
        guard scalar.value < 0x7F || !scalar.isTerminalControl else {
          out += "&#\(scalar.value);"
          continue
        }
        let forbidden = scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF
        out.unicodeScalars.append(forbidden ? "\u{FFFD}" : scalar)
      }
    }
    return out
  }

  /// Returns the text as one CSV field (RFC 4180), quoted when it contains a comma, quote or line break.
  package func csvField() -> String {
    let needsQuotes = utf8.contains { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }
    guard needsQuotes else { return self }
    // By scalar: a quote with a combining mark is another Character, but still a quote to a CSV reader.
    var doubled = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      doubled.append(scalar)
      if scalar == "\"" { doubled.append(scalar) }
    }
    return "\"" + String(doubled) + "\""
  }
}
