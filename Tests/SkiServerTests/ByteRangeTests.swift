import Testing

@testable import SkiServer

@Suite struct ByteRangeTests {
  @Test(arguments: [
    ("bytes=0-9", 0..<10), ("bytes=5-", 5..<100), ("bytes=-10", 90..<100), ("bytes=90-200", 90..<100),
    ("bytes=-200", 0..<100), ("bytes=99-99", 99..<100),
  ])
  func `a range is the bytes it names`(field: String, bytes: Range<Int>) {
    #expect(ByteRange.parse(field)?.bytes(of: 100) == bytes)
  }

  @Test(arguments: ["bytes=100-", "bytes=-0", "bytes=200-300"])
  func `a range outside of the content has no bytes`(field: String) throws {
    #expect(try #require(ByteRange.parse(field)).bytes(of: 100) == nil)
  }

  @Test(arguments: [
    "", "bytes", "bytes=", "bytes=-", "bytes=a-b", "bytes=9-5", "bytes=0-1,3-4", "items=0-1", "bytes=+1-2",
    "bytes=0x1-2", "bytes=99999999999999999999-",
  ])
  func `other fields are ignored`(field: String) { #expect(ByteRange.parse(field) == nil) }
}
