import SkiTestSupport
import Testing

@testable import SkiBase

/// Texts escaped by bytes, compared with escaping scalar by scalar.
struct EscapingOracleTests {
  /// The first and last scalars of all ranges that are treated specially, and those beside them.
  private static let scalars: [Unicode.Scalar] =
    [
      0x7F, 0x80, 0x9F, 0xA0, 0xBF, 0x61B, 0x61C, 0x61D, 0x65C, 0x200D, 0x200E, 0x200F, 0x2010, 0x2027,
      0x2028,
      0x202E, 0x202F, 0x2065, 0x2066, 0x2069, 0x206A, 0x20A8, 0xD7FF, 0xE000, 0xFF0B, 0xFF1D, 0xFF20, 0xFFBE,
      0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x1F469, 0x10FFFF, 0x301,
    ].compactMap(Unicode.Scalar.init) + (0..<0x7F).compactMap { Unicode.Scalar($0 as UInt32) }

  private static func text(_ random: inout SeededGenerator) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<random.next() % 24 {
      let isPlain = random.next() % 3 > 0
      text.append(isPlain ? "m" : scalars[Int(random.next() % UInt64(scalars.count))])
    }
    return String(text)
  }

  private static func terminal(_ text: String) -> String {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { out.append(scalar.isTerminalControl ? "\u{FFFD}" : scalar) }
    return String(out)
  }

  private static func markup(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&#39;"
      case "\t", "\n", "\r": out += "&#\(scalar.value);"
      case _ where scalar.value >= 0x7F && scalar.isTerminalControl: out += "&#\(scalar.value);"
      default:
        let isForbidden = scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF
        out.unicodeScalars.append(isForbidden ? "\u{FFFD}" : scalar)
      }
    }
    return out
  }

  private static func json(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where scalar.isTerminalControl:
        let hex = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }

  private static func field(_ text: String) -> String {
    let starts: Set<Unicode.Scalar> = [
      "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
    let isFormula = text.unicodeScalars.first.map(starts.contains) == true
    let safe = terminal(isFormula ? "'" + text : text)
    guard safe.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" }) else { return safe }
    var quoted = String.UnicodeScalarView()
    for scalar in safe.unicodeScalars {
      quoted.append(scalar)
      if scalar == "\"" { quoted.append(scalar) }
    }
    return "\"" + String(quoted) + "\""
  }

  @Test func `texts of all special characters are escaped as scalar by scalar`() {
    let seed: UInt64 = 44
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for count in 0..<20_000 + Self.scalars.count {
      let text = count < Self.scalars.count ? String(Self.scalars[count]) : Self.text(&random)
      let pairs = [
        (text.terminalSafe(), Self.terminal(text)), (text.xmlEscaped(), Self.markup(text)),
        (JSONValue.string(text).text(), Self.json(text)), (CSVRow([.text(text)]).string, Self.field(text)),
      ]
      for (fast, plain) in pairs { #expect(fast.utf8.elementsEqual(plain.utf8), "\(text.debugDescription)") }
    }
  }
}
