import SkiTestSupport
import Testing

@testable import SkiBase

/// Numbers read from JSON, compared with the standard library bit by bit.
struct JSONNumberOracleTests {
  private static func digits(_ count: Int, _ random: inout SeededGenerator) -> String {
    String(decoding: (0..<count).map { _ in UInt8(ascii: "0") + UInt8(random.next() % 10) }, as: UTF8.self)
  }

  /// Returns a whole number without leading zeros.
  private static func whole(_ count: Int, _ random: inout SeededGenerator) -> String {
    count == 0 ? "0" : String(1 + random.next() % 9) + digits(count - 1, &random)
  }

  /// Returns a decimal of one of nine shapes.
  private static func decimal(_ shape: Int, _ random: inout SeededGenerator) -> String {
    let sign = random.next() % 2 == 0 ? "-" : ""
    func upTo(_ limit: UInt64) -> Int { Int(random.next() % (limit + 1)) }
    switch shape {
    case 0: return sign + whole(upTo(3), &random) + "." + digits(1 + upTo(7), &random)
    case 1: return sign + whole(upTo(9), &random)
    case 2: return sign + whole(upTo(4), &random) + "." + digits(1 + upTo(19), &random)
    case 3:
      return sign + whole(upTo(24), &random) + "." + digits(1 + upTo(30), &random) + "e\(upTo(80) - 40)"
    case 4: return sign + whole(1 + upTo(18), &random) + "E+\(upTo(320))"
    case 5: return sign + "\(whole(1 + upTo(20), &random)).\(digits(1 + upTo(9), &random))e-\(290 + upTo(50))"
    case 6:
      // A number halfway between two doubles, by its whole digits, and its neighbours.
      let halfway = (1 << 53 + random.next() >> 11) &* 2 &+ 1
      return sign + String(halfway &+ random.next() % 3 &- 1) + "e\(upTo(22))"
    case 7:
      // A fraction that ends in a half of the last bit: an odd number over a power of two.
      let odd = UInt128(1 << 53 | random.next() >> 11 | 1) * 2 + 1
      let power = 1 + upTo(20)
      let scaled = (0..<power).reduce(odd) { value, _ in value * 5 }
      return sign + String(scaled) + "e-\(power)"
    default: return sign + Double(bitPattern: random.next() & ~(1 << 62)).magnitude.description
    }
  }

  /// Reads a number before other bytes, which are part of the text or beyond its end.
  private static func read(_ text: String, before rest: String, isInText: Bool = true) -> Double? {
    Array((text + rest).utf8).withUnsafeBufferPointer { bytes in
      var cursor = JSONCursor(bytes, range: 0..<(isInText ? bytes.count : text.utf8.count))
      guard let value = try? cursor.readNumber(), cursor.position == text.utf8.count else { return nil }
      return value
    }
  }

  @Test func `a million decimals of all shapes are read as the doubles of the standard library`() {
    let seed: UInt64 = 53
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let rest = "," + String(repeating: "7", count: 40)
    for count in 0..<1_080_000 {
      let text = Self.decimal(count % 9, &random)
      guard let expected = Double(text) else { continue }
      let isExact =
        Self.read(text, before: "")?.bitPattern == expected.bitPattern
        && Self.read(text, before: rest)?.bitPattern == expected.bitPattern
        && Self.read(text, before: rest, isInText: false)?.bitPattern == expected.bitPattern
      if !isExact { Issue.record("\(text), seed \(seed), number \(count)") }
    }
  }

  @Test(arguments: [
    "9007199254740993", "9007199254740992.5", "9223372036854775807", "18446744073709551615",
    "18446744073709551616",
    "0.1e-54", "1e-55", "1e55", "1e56", "8.5e22", "5e-324", "2.4703282292062327e-324",
    "2.4703282292062328e-324",
    "2.2250738585072011e-308", "1.7976931348623157e308", "1.7976931348623159e308", "1e999999999999", "0e999",
    "0.0e-999",
    "1234567.1234567890123456", "1234567.12345678901", "12345678.5", "0.00000000000000000000000000001",
    "179.9551937000000000000000000000001",
  ])
  func `a number at a limit is read as the double of the standard library`(_ text: String) {
    let rest = "]" + String(repeating: " ", count: 40)
    #expect(Self.read(text, before: "")?.bitPattern == Double(text)?.bitPattern)
    #expect(Self.read("-" + text, before: rest)?.bitPattern == Double("-" + text)?.bitPattern)
  }

  @Test func `lists of numbers and other bytes are skipped exactly as they are read one by one`() {
    let seed: UInt64 = 59
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for round in 0..<60_000 {
      var text = "["
      for index in 0..<random.next() % 9 {
        text += index == 0 ? "" : [",", " ,", ", ", ",,"][Int(random.next() % 64) % 61 / 20]
        text += Self.decimal(Int(random.next() % 4), &random)
      }
      var bytes = Array((text + "]").utf8)
      let marks = Array("+-.eE0,] [x\u{e9}".utf8)
      if random.next() % 2 == 0 {
        bytes[1 + Int(random.next() % UInt64(bytes.count - 1))] =
          marks[Int(random.next() % UInt64(marks.count))]
      }
      let isPadded = random.next() % 2 == 0
      let outcome = Self.outcomes(bytes + [UInt8](repeating: 0x20, count: isPadded ? 40 : 0))
      #expect(outcome.skipped == outcome.read, "round \(round), seed \(seed)")
    }
  }

  /// Returns the position after a list, or its fault, when it is skipped and when its elements are read as numbers.
  private static func outcomes(
    _ bytes: [UInt8]
  ) -> (skipped: Result<Int, JSONFault>, read: Result<Int, JSONFault>) {
    bytes.withUnsafeBufferPointer { bytes in
      let start = JSONCursor(bytes, range: 0..<bytes.count)
      func outcome(_ body: (inout JSONCursor) throws(JSONFault) -> Void) -> Result<Int, JSONFault> {
        var cursor = start
        do throws(JSONFault) {
          try body(&cursor)
          return .success(cursor.position)
        } catch { return .failure(error) }
      }
      let read = outcome { cursor throws(JSONFault) in
        try cursor.enterArray()
        var isFirst = true
        while try cursor.nextElement(&isFirst) {
          let byte = cursor.peek() ?? 0
          if byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte) {
            _ = try cursor.readNumber()
          } else {
            try cursor.skipValue(depth: 1)
          }
        }
      }
      return (outcome { cursor throws(JSONFault) in try cursor.skipValue() }, read)
    }
  }
}
