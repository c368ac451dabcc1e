import SkiBase
import Testing

struct FNVHashTests {
  /// The vectors of the authors' test suite.
  @Test(
    arguments: [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ] as [(String, UInt64)])
  func `the hash is that of the published vectors`(text: String, hash: UInt64) {
    #expect(FNVHash(text.utf8).value == hash)
  }

  @Test func `mixing gives the published numbers of SplitMix64`() {
    // The first two from seed 0.
    #expect((0x9E37_79B9_7F4A_7C15 as UInt64).mixed() == 0xE220_A839_7B1D_CDAF)
    #expect(((0x9E37_79B9_7F4A_7C15 as UInt64) &* 2).mixed() == 0x6E78_9E6A_A1B9_65F4)
  }

  @Test func `bytes added one by one hash as bytes added at once`() {
    var hash = FNVHash("foo".utf8)
    hash.add(UInt8(ascii: "b"))
    hash.add("ar".utf8)
    #expect(hash == FNVHash("foobar".utf8))
  }
}
