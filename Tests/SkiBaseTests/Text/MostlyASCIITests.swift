import SkiTestSupport
import Testing

@testable import SkiBase

@Suite struct MostlyASCIITests {
  @Test(arguments: UInt64(1)...20)
  func `bytes are decoded as by the standard library, faulty ones too`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let count = Int.random(in: 0...60, using: &random)
      var bytes: [UInt8] = []
      for _ in 0..<count {
        let isPlain = Int.random(in: 0..<10, using: &random) > 0
        bytes.append(UInt8.random(in: 0...(isPlain ? 0x7F : 0xFF), using: &random))
      }
      #expect(String(mostlyASCII: bytes) == String(decoding: bytes, as: UTF8.self), "seed \(seed): \(bytes)")
    }
  }

  @Test func `a text with many characters beyond ASCII is decoded as a whole`() {
    let text = String(repeating: "Übungslift é€😀 und weiter, ", count: 40)
    #expect(String(mostlyASCII: Array(text.utf8)) == text)
    #expect(String(mostlyASCII: []) == "")
  }
}
