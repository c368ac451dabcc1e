import Foundation
import Testing

@testable import SkiBase

struct TextEscapingTests {
  @Test func `control characters and direction marks are replaced for terminals`() {
    let nasty = "a\u{1B}[31mb\u{7}\u{9B}c\u{202E}d\u{2066}e\u{061C}f\r\ng"
    let safe = nasty.terminalSafe()
    #expect(safe == "a\u{FFFD}[31mb\u{FFFD}\u{FFFD}c\u{FFFD}d\u{FFFD}e\u{FFFD}f\u{FFFD}\u{FFFD}g")
    #expect("Möserer Höhe ニセコ 👩‍👩‍👧".terminalSafe() == "Möserer Höhe ニセコ 👩‍👩‍👧")
  }

  @Test(arguments: ["<b>&\"'", "a\tb\nc\rd", "é雪𐐷", "]]>", "&amp;"])
  func `escaped XML text holds no markup and unescapes to the original`(text: String) throws {
    let document = "<x a=\"\(text.xmlEscaped())\">\(text.xmlEscaped())</x>"
    for entity in ["<", ">", "\"", "'"] where text.contains(entity) {
      #expect(!text.xmlEscaped().contains(entity))
    }
    #expect(unescaped(text.xmlEscaped()) == text)
    #expect(document.filter { $0 == "<" }.count == 2)
  }

  @Test func `characters that XML forbids are replaced`() {
    #expect("a\u{0}b\u{B}c\u{FFFE}d".xmlEscaped() == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d")
  }

  @Test(arguments: [
    ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("a\r\nb", "\"a\r\nb\""),
    ("\"", "\"\"\"\""),
  ])
  func `a CSV field is quoted only when it must be`(text: String, field: String) {
    #expect(text.csvField() == field)
  }

  @Test func `a quote under a combining mark is doubled too`() {
    #expect(Array("\"\u{301}".csvField().unicodeScalars) == Array("\"\"\"\u{301}\"".unicodeScalars))
  }

  private func unescaped(_ text: String) -> String {
    var out = text
    for (entity, plain) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&#9;", "\t"), ("&#10;", "\n"),
      ("&#13;", "\r"), ("&amp;", "&"),
    ] { out = out.replacingOccurrences(of: entity, with: plain) }
    return out
  }
}
