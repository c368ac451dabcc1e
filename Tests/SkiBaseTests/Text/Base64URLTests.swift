import Foundation
import SkiBase
import SkiTestSupport
import Testing

struct Base64URLTests {
  @Test func `random bytes read back, and their text is that of Foundation`() {
    var random = SeededGenerator(seed: 6)
    for count in 0..<200 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Base64URL.encoded(bytes)
      #expect(
        Base64URL.decoded(text) == bytes && Base64URL.decoded(utf8: Array(text.utf8)) == bytes, "seed 6")
      let plain = Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
      #expect(text == plain.replacing("=", with: ""), "seed 6")
    }
    #expect(Base64URL.encoded([0xFB, 0xFF]) == "-_8")
  }

  @Test(arguments: ["A", "AB", "AAB", "AA==", "AA+A", "AA/A", "AA\nA", "ÄA"])
  func `other characters, padding and bits beyond the last byte are refused`(text: String) {
    #expect(Base64URL.decoded(text) == nil)
  }
}
