import Foundation
import SkiBase
import Testing

struct JSONValueTests {
  @Test func `members keep their order and numbers lose their trailing zeros`() {
    let document = JSONValue.object([
      "b": .integer(-3), "a": .array([.null, .bool(true), .decimal(1.2300, places: 4)]),
      "c": .optional(nil), "d": .object([]),
      "e": .encoded("[1, 2]"),
    ])
    #expect(document.text() == #"{"b":-3,"a":[null,true,1.23],"c":null,"d":{},"e":[1, 2]}"#)
  }

  @Test(arguments: [
    "plain", "", "quote \" back \\ slash /", "line\nfeed\rreturn\ttab", "\u{0}\u{1}\u{1F}\u{7F}",
    "Möserer Höhe", "ニセコ", "👩‍👩‍👧", "e\u{301}", "\"\u{301}", "\u{2028}\u{FFFD}",
  ])
  func `a string written as JSON is read back unchanged by Foundation's parser`(text: String) throws {
    let json = JSONValue.array([.string(text)]).text()
    let back = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String])
    #expect(Array(back[0].unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func `random documents are read back with the same values by Foundation's parser`() throws {
    let seed: UInt64 = 20_261
    print("seed \(seed)")
    var random = Random(state: seed)
    for _ in 0..<300 {
      let document = random.document(depth: 4)
      let data = Data(JSONValue.array([document]).text().utf8)
      let parsed = try #require(try JSONSerialization.jsonObject(with: data) as? [Any])
      #expect(agrees(parsed[0], document), "\(document)")
    }
  }

  @Test(arguments: [
    (0.0, 3, "0"), (-0.0, 3, "0"), (-0.0004, 3, "0"), (-0.0005, 3, "-0.001"), (1.5, 0, "2"), (12.0, 2, "12"),
    (1.005, 9, "1.005"), (-46.9, 7, "-46.9"), (0.000_000_1, 7, "0.0000001"),
    (9_007_199_254_740_991, 0, "9007199254740991"),
  ])
  func `a decimal is written with no more digits than it needs`(value: Double, places: Int, text: String) {
    #expect(decimalText(value, places: places) == text)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 9_007_199_254_740_992, 1e300])
  func `a number JSON can't hold is written as null`(value: Double) {
    #expect(decimalText(value, places: 0) == nil)
    #expect(JSONValue.decimal(value, places: 0).text() == "null")
  }

  @Test func `decimals agree with printf to one unit in the last place`() throws {
    let seed: UInt64 = 77
    print("seed \(seed)")
    var random = Random(state: seed)
    for _ in 0..<2000 {
      let value = Double(Int64(truncatingIfNeeded: random.next() >> 20)) / 1_048_576 - 8_000_000
      let places = Int(random.next() % 7)
      let text = try #require(decimalText(value, places: places))
      let printed = String(format: "%.\(places)f", value)
      let difference = abs((Double(text) ?? .nan) - (Double(printed) ?? .nan))
      #expect(difference <= 1.01 * pow(10, -Double(places)), "\(value) \(places): \(text) \(printed)")
      #expect(!text.contains(".") || !text.hasSuffix("0"), "\(text)")
    }
  }

  private func agrees(_ parsed: Any, _ document: JSONValue) -> Bool {
    switch document {
    case .null: return parsed is NSNull
    case .bool(let value): return (parsed as? Bool) == value
    case .integer(let value): return (parsed as? Int) == value
    case .decimal(let value, let places):
      guard let number = parsed as? Double else { return false }
      return abs(number - value) <= 0.5000001 * pow(10, -Double(places)) + abs(value) * 1e-15
    case .string(let value): return (parsed as? String).map { Array($0.utf8) == Array(value.utf8) } ?? false
    case .encoded(let text):
      return (try? JSONSerialization.jsonObject(with: Data("[\(text)]".utf8)))
        .map { (($0 as? [Any])?.first as? NSObject) == (parsed as? NSObject) } ?? false
    case .array(let values):
      guard let list = parsed as? [Any], list.count == values.count else { return false }
      return zip(list, values).allSatisfy { agrees($0, $1) }
    case .object(let members):
      guard let map = parsed as? [String: Any], map.count == members.count else { return false }
      return members.allSatisfy { member in map[member.name].map { agrees($0, member.value) } ?? false }
    }
  }
}

/// A small generator of documents; xorshift64.
private struct Random {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func document(depth: Int) -> JSONValue {
    switch next() % (depth > 0 ? 8 : 5) {
    case 0: return .null
    case 1: return .bool(next() % 2 == 0)
    case 2: return .integer(Int(truncatingIfNeeded: next()) >> Int(next() % 63))
    case 3: return .decimal(Double(Int64(bitPattern: next()) >> 24) / 65_536, places: Int(next() % 4))
    case 4: return .string(text())
    case 5, 6: return .array((0..<next() % 5).map { _ in document(depth: depth - 1) })
    default: return .object((0..<next() % 5).map { .init("\($0)" + text(), document(depth: depth - 1)) })
    }
  }

  mutating func text() -> String {
    let scalars = Array("ab\"\\/\n\u{7}é雪𐐷".unicodeScalars)
    var out = String.UnicodeScalarView()
    for _ in 0..<next() % 8 { out.append(scalars[Int(next() % UInt64(scalars.count))]) }
    return String(out)
  }
}
