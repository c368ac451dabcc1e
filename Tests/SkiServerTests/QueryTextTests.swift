import HTTPTypes
import Hummingbird
import SkiBase
import Testing

@testable import SkiServer

@Suite struct QueryTextTests {
  @Test func `members are decoded in order`() throws {
    let members = try QueryText.members(of: "from=Cr%C3%AAte+haute&to=46.1,-4.9&closed=a&closed=b&directions")
    #expect(members.map(\.name) == ["from", "to", "closed", "closed", "directions"])
    #expect(members.map(\.value) == ["Crête haute", "46.1,-4.9", "a", "b", ""])
  }

  @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=%C3", "a=%FF", "%ff=a"])
  func `invalid encodings are refused`(query: String) {
    #expect { try QueryText.members(of: query[...]) } throws: { ($0 as? SkiError)?.code == .invalidArgument }
  }

  @Test func `a plus sign in a path is a plus sign`() throws {
    #expect(try QueryText.decoded("a+b%20c") == "a+b c")
  }

  @Test func `too many members are refused`() {
    let query = Array(repeating: "a=b", count: 257).joined(separator: "&")
    #expect(throws: SkiError.self) { try QueryText.members(of: query[...]) }
  }

  @Test func `a note of any text is one header field that gives it back`() throws {
    let notes = [
      "skiroute: a\r\nSet-Cookie: sid=1\r\n\r\n<script>", "Crête 100 %", "\u{0}\t\u{7F}\u{2028}",
      String(repeating: "é", count: 400),
    ]
    let response = Response(status: .ok).noting(notes)
    let values = response.headers[values: HTTPField.Name("SkiRoute-Note")!]
    #expect(values.count == notes.count)
    for value in values { #expect(value.utf8.allSatisfy { (0x20...0x7E).contains($0) }) }
    let decoded = try values.map { try QueryText.decoded($0[...]) }
    #expect(
      decoded == [String(notes[0].dropFirst(10)), notes[1], notes[2], String(notes[3].prefix(300)) + "…"])
  }

  @Test func `random bytes never crash, and encoded text comes back`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      _ = try? QueryText.members(of: String(decoding: bytes, as: UTF8.self)[...])
      let text = String(decoding: bytes, as: UTF8.self)
      let encoded = text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      #expect(try QueryText.decoded(encoded[...]) == text)
    }
  }
}
