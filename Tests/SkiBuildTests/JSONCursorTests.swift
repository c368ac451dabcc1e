import SkiTestSupport
import Testing

@testable import SkiBase
@testable import SkiBuild

struct JSONCursorTests {
  private func number(_ text: String) throws -> Double {
    try Array(text.utf8).withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes, range: 0..<bytes.count)
      let value = try cursor.readNumber()
      try cursor.expectEnd()
      return value
    }
  }

  private func string(_ text: String) throws -> (text: String, isRepaired: Bool) {
    try string(Array(text.utf8))
  }

  private func string(_ bytes: [UInt8]) throws -> (text: String, isRepaired: Bool) {
    try bytes.withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes, range: 0..<bytes.count)
      let text = cursor.text(of: try cursor.readToken())
      try cursor.expectEnd()
      return (text, cursor.hasRepairedText)
    }
  }

  @Test(arguments: [
    "0", "-0", "1", "6.587", "-72.25350879999998", "45.29511930005519", "1e22", "1e23", "1E-22",
    "123456789012345678",
    "0.1", "0.30000000000000004", "9007199254740993", "2.2250738585072014e-308", "5e-324", "1e400", "-1e400",
    "1e-400",
    "0.000000000000000000000000000000000000000001", "179.99999999999999999999999", "3.4e38",
    "-3.4028234663852886e+38",
  ])
  func `a number is read as the same double as by the standard library`(_ text: String) throws {
    #expect(try number(text).bitPattern == Double(text)?.bitPattern)
  }

  @Test func `random numbers are read exactly`() throws {
    let seed: UInt64 = 20_260_101
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      let whole = Int.random(in: -180...180, using: &generator)
      let digits = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
        String(Int.random(in: 0...9, using: &generator))
      }
      let exponent = Bool.random(using: &generator) ? "" : "e\(Int.random(in: -30...30, using: &generator))"
      let text = "\(whole).\(digits.joined())\(exponent)"
      #expect(try number(text).bitPattern == Double(text)?.bitPattern, "\(text), seed \(seed)")
    }
  }

  @Test(arguments: [
    "", "-", "+1", ".5", "1.", "1.e5", "01", "-01", "1e", "1e+", "0x10", "NaN", "Infinity", "-Infinity",
    "1 2", "--1",
    "1,5", "١",
  ])
  func `a token that is not a number is an error`(_ text: String) {
    #expect(throws: JSONFault.self) { try number(text) }
  }

  @Test func `strings are unescaped`() throws {
    #expect(try string(#""a\"\\\/\b\f\n\r\t\u00e9z""#).text == "a\"\\/\u{8}\u{c}\n\r\téz")
    #expect(try string(#""\uD83C\uDFBF ski""#).text == "🎿 ski")
    #expect(try string("\"スキー\"").text == "スキー")
    #expect(try string(#""\uD83C\uDFBF""#).isRepaired == false)
  }

  @Test(arguments: [#""\uD83C""#, #""\uDFBF x""#, #""\uD83C\u0041""#, #""\uD83C\uD83C\uDFBF""#])
  func `a lone surrogate becomes a replacement character`(_ text: String) throws {
    let result = try string(text)
    #expect(result.isRepaired)
    #expect(result.text.unicodeScalars.contains("\u{FFFD}"))
  }

  @Test func `bytes that are not UTF-8 become replacement characters`() throws {
    let result = try string([0x22, 0xFF, 0x41, 0xC3, 0x22])
    #expect(result.isRepaired)
    #expect(result.text == "\u{FFFD}A\u{FFFD}")
  }

  @Test(arguments: ["\"", "\"a", #""\"#, #""\x""#, #""\u12""#, #""\u12g4""#, "\"a\nb\"", "'a'"])
  func `a token that is not a string is an error`(_ text: String) {
    #expect(throws: JSONFault.self) { try string(text) }
  }

  @Test(arguments: [
    ("{}", true), ("[]", true), ("{\"a\":[1,2,{\"b\":null}],\"c\":true}", true), ("[1,]", false),
    ("[,1]", false),
    ("{\"a\":1,}", false), ("{\"a\"}", false), ("{a:1}", false), ("[1 2]", false),
    ("{\"a\":1 \"b\":2}", false),
    ("[}", false), ("{]", false), ("nul", false), ("truer", false), ("[1,2", false), (" [ 1 , 2 ] ", true),
    (String(repeating: "[", count: 513) + String(repeating: "]", count: 513), true),
    (String(repeating: "[", count: 600) + String(repeating: "]", count: 600), false),
  ])
  func `a value is skipped exactly when it is JSON within the depth limit`(_ text: String, _ isJSON: Bool) {
    let passed = Array(text.utf8).withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes, range: 0..<bytes.count)
      do {
        try cursor.skipValue()
        try cursor.expectEnd()
        return true
      } catch {
        return false
      }
    }
    #expect(passed == isJSON, "\(text.prefix(60))")
  }
}
