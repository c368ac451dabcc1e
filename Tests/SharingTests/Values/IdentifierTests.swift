import SkiAPI
import SkiBase
import SkiPeople
import Testing

@Suite struct IdentifierTests {
  @Test(arguments: ["", "a\u{0}b", "line\nbreak", "a\u{7F}", "ä\u{85}", String(repeating: "x", count: 129)])
  func `text that is empty, too long or has control characters is no identifier`(_ text: String) {
    #expect(throws: SkiError.self) { try UserID(text) }
    #expect(throws: SkiError.self) { try TripID(text) }
  }

  @Test func `identifiers are ordered by bytes`() throws {
    #expect(try UserID("a") < UserID("b"))
    #expect(try UserID("Z") < UserID("a"))
    #expect(try UserID("ä") > UserID("z"))
  }

  @Test func `random identifiers have 128 bits and differ`() {
    let all = Set((0..<1000).map { _ in GrantID.random() })
    #expect(all.count == 1000)
    #expect(all.allSatisfy { $0.rawValue.count == 32 })
  }

  @Test func `a link's hash is the SHA-256 of its secret, and its description does not contain the secret`()
    throws
  {
    let secret = try LinkSecret("00000000000000000000000000000000")
    #expect(secret.hash.text == "84e0c0eafaa95a34c293f278ac52e45ce537bab5e752a00e6959a13ae103b65a")
    #expect(!"\(secret)".contains("0000"))
    #expect(!String(reflecting: secret).contains("0000"))
    #expect(throws: SkiError.self) { try LinkSecret("0") }
    #expect(throws: SkiError.self) { try LinkHash("zz") }
    #expect(LinkSecret().text != LinkSecret().text)
  }

  @Test func `a cursor is read from its text, and rubbish is not`() {
    let cursor = LocationCursor("17.week.3")
    #expect(cursor?.trip.rawValue == "week.3")
    #expect(cursor?.description == "17.week.3")
    for text in ["", ".", "17", "17.", "-1.week", "x.week", "17.a\u{0}"] {
      #expect(LocationCursor(text) == nil)
    }
  }
}
