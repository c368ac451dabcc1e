import SkiTestSupport
import Testing

@testable import SkiBase

/// The spelling and the ends of tokens, compared with an examination of each byte.
struct TextSpellingTests {
  @Test func `spellings and ends of random texts agree with their bytes`() throws {
    let seed: UInt64 = 61
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let unusual = Array("A Z;@[`{\u{7F}é".utf8).filter { $0 < 0x80 }
    for round in 0..<20_000 {
      let bytes = (0..<random.next() % 30).map { _ in
        let byte = UInt8(0x61 + random.next() % 26)
        return random.next() % 24 == 0 ? unusual[Int(random.next() % UInt64(unusual.count))] : byte
      }
      let text = String(decoding: bytes, as: UTF8.self)
      let padding = [UInt8](repeating: UInt8(ascii: "Z"), count: Int(random.next() % 20))
      let quote = UInt8(ascii: "\"")
      try ([quote] + bytes + [quote] + padding).withUnsafeBufferPointer { buffer in
        var cursor = JSONCursor(buffer, range: 0..<bytes.count + 2)
        let token = try cursor.readToken()
        #expect(cursor.ends(of: token) == TextEnds(text), "round \(round), seed \(seed)")
        let spelling = cursor.spelling(of: token)
        let isSolid = !bytes.isEmpty && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        let isKnown = padding.count >= 7 && isSolid
        let isLowerCase = !bytes.contains { (0x41...0x5A).contains($0) }
        #expect(spelling.isSolid == isKnown, "round \(round), seed \(seed)")
        #expect(spelling.isLowerCase == (isKnown && isLowerCase), "round \(round), seed \(seed)")
        #expect(
          spelling.isSingle == (isKnown && !bytes.contains(UInt8(ascii: ";"))), "round \(round), seed \(seed)"
        )
      }
    }
  }
}
