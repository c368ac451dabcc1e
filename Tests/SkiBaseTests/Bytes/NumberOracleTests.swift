import SkiTestSupport
import Testing

@testable import SkiBase

/// Numbers in bytes, compared with plain text operations.
struct NumberOracleTests {
  /// Returns a number as text by means of `String` only.
  private static func reference(_ value: Double, places: Int) -> String? {
    var scale: Int64 = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = (value * Double(scale)).rounded()
    guard scaled.isFinite, abs(scaled) < 9_007_199_254_740_992 else { return nil }
    let whole = Int64(scaled)
    var text = String(whole.magnitude / UInt64(scale))
    if places > 0 {
      var digits = String(whole.magnitude % UInt64(scale))
      digits = String(repeating: "0", count: places - digits.utf8.count) + digits
      while digits.hasSuffix("0") { digits.removeLast() }
      if !digits.isEmpty { text += "." + digits }
    }
    return whole < 0 ? "-" + text : text
  }

  private static func check(_ value: Double, places: Int) -> Bool {
    let expected = reference(value, places: places)
    var bytes: [UInt8] = [0x20]
    let isWritten = bytes.append(decimal: value, places: places)
    return decimalText(value, places: places) == expected && isWritten == (expected != nil)
      && String(decoding: bytes, as: UTF8.self) == " " + (expected ?? "")
  }

  /// Returns a number of any magnitude, near the numbers of output, or near a tie of its last decimal.
  private static func number(_ kind: Int, places: Int, _ random: inout SeededGenerator) -> Double {
    let integer = Double(Int64(bitPattern: random.next()) >> Int64(random.next() % 63))
    switch kind {
    case 0: return Double(bitPattern: random.next())
    case 1: return Double(Int64(bitPattern: random.next()) >> 31) / 1e7
    case 2: return integer / Double([1, 2, 4, 5, 8, 10, 16, 1000][Int(random.next() % 8)])
    default:
      var scale = 1.0
      for _ in 0..<places { scale *= 10 }
      let tie = (integer + 0.5) / scale
      return [tie.nextDown, tie, tie.nextUp][Int(random.next() % 3)]
    }
  }

  @Test func `decimals of all magnitudes and ties agree with text operations`() {
    let seed: UInt64 = 41
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for count in 0..<120_000 {
      let places = Int(random.next() % 10)
      let value = Self.number(count % 4, places: places, &random)
      #expect(Self.check(value, places: places), "\(value.debugDescription) \(places)")
    }
  }

  @Test func `decimals at the ends of their range agree with text operations`() {
    let limit = 9_007_199_254_740_992.0
    let values = [
      0, -0.0, .nan, .signalingNaN, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      limit,
      limit.nextDown, limit.nextUp, limit - 1, 0.5, 0.5.nextDown, 0.5.nextUp, 1.5, 2.5, 1e9,
      999_999_999.999_999_9,
      99_999_999.5, 180, 1e-9, 0.05, 0.95, 0.99999999999,
    ]
    for places in 0...9 {
      var scale = 1.0
      for _ in 0..<places { scale *= 10 }
      for value in values.flatMap({ [$0, -$0, $0 / scale, -$0 / scale] }) {
        #expect(Self.check(value, places: places), "\(value.debugDescription) \(places)")
      }
    }
  }

  @Test func `whole numbers of every length agree with their descriptions`() {
    let seed: UInt64 = 42
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    var values = [0, -1, .min, .max]
    var power = 1
    for _ in 0..<18 {
      power *= 10
      values += [power - 1, power, power + 1, 1 - power, -power]
    }
    for _ in 0..<20_000 { values.append(Int(bitPattern: UInt(random.next())) >> Int(random.next() % 63)) }
    for value in values {
      var bytes: [UInt8] = []
      bytes.append(integer: value)
      #expect(bytes == Array("\(value)".utf8), "\(value)")
    }
  }

  @Test func `both halves of eight digits are right for every number of four`() {
    for half in UInt32(0)..<10_000 {
      let value = half * 10_000 + (9999 - half)
      let ascii = EightDigits.ascii(value)
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: ascii >> UInt64(8 * $0)) }
      let text = String(repeating: "0", count: 8 - String(value).utf8.count) + String(value)
      #expect(bytes == Array(text.utf8), "\(value)")
    }
  }
}
