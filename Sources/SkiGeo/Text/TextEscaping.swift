extension Unicode.Scalar {
  /// Whether a terminal obeys the character instead of showing it: control characters and direction marks.
  package var isObeyedByTerminals: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// The text with everything a terminal would obey taken out: control characters, escapes and direction marks.
  package func terminalSafe() -> String {
    var out = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      out.append(scalar.isObeyedByTerminals ? "\u{FFFD}" : scalar)
    }
    return String(out)
  }

  /// The text when it is short, else its beginning and an ellipsis, for messages that quote hostile data.
  ///
  /// Counts scalars, since one character may have any number of them.
  package func shortened(toScalars limit: Int) -> String {
    guard utf8.count > limit,
      let end = unicodeScalars.index(startIndex, offsetBy: limit, limitedBy: endIndex),
      end < endIndex
    else { return self }
    return String(unicodeScalars[..<end]) + "…"
  }

  /// The text as XML character data or attribute value; characters XML 1.0 forbids become U+FFFD.
  ///
  /// What a terminal would obey is written as a numeric reference, so that the text is safe to show as it is.
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
        guard scalar.value < 0x7F || !scalar.isObeyedByTerminals else {
          out += "&#\(scalar.value);"
          continue
        }
        let forbidden = scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF
        out.unicodeScalars.append(forbidden ? "\u{FFFD}" : scalar)
      }
    }
    return out
  }

  /// The text as one CSV field (RFC 4180): quoted when it holds a comma, quote or line break.
  package func csvField() -> String {
    let needsQuotes = utf8.contains { [0x2C, 0x22, 0x0A, 0x0D].contains($0) }
    guard needsQuotes else { return self }
    // By scalar: a quote with a combining mark is another Character, but still a quote to whoever reads CSV.
    var doubled = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      doubled.append(scalar)
      if scalar == "\"" { doubled.append(scalar) }
    }
    return "\"" + String(doubled) + "\""
  }
}
