import SkiGraph
import SkiRouting
import SkiTestSupport
import Testing

struct SignpostedTests {
  private struct Sign: Signposted {
    var name: String?
    var refs: [String] = []
  }

  @Test(
    arguments: [
      (nil, "", nil, nil), ("Rastkogel", "", nil, "Rastkogel"), (nil, "66", "66", "66"),
      ("Rastkogel Panoramaabfahrt", "66", "66", "66 Rastkogel Panoramaabfahrt"),
      ("Talabfahrt", "67;66", "67/66", "67/66 Talabfahrt"), ("17", "17", "17", "17"),
      ("TC8 Soldeu", "tc8", "tc8", "TC8 Soldeu"), ("Piste 12", "12;12a", "12/12a", "12a Piste 12"),
      ("Route 166", "66", "66", "66 Route 166"),
    ] as [(String?, String, String?, String?)])
  func `a label shows numbers before the name and repeats none`(
    _ name: String?, _ list: String, _ ref: String?, _ text: String?
  ) {
    let sign = Sign(name: name, refs: ReferenceNumbers.list(list))
    #expect(sign.ref == ref && sign.label == text)
  }

  @Test(
    arguments: [
      ("A", "66", "A", "66", true, "66"), ("A", "66", "A", "", true, "66"), ("A", "", "A", "66", true, "66"),
      ("A", "67;66", "A", "66", true, "66"), (nil, "66", "A", "66", true, "66"),
      ("A", "3", "A", "3a", false, ""),
      ("A", "66", "B", "66", false, ""), ("A", "", nil, "66", false, ""), (nil, "", nil, "", false, ""),
      (nil, "67;66", nil, "66;65;67", true, "67/66"), ("A", "", "A", "", true, nil),
    ] as [(String?, String, String?, String, Bool, String?)])
  func `parts of one run share a reference although some lack its name or number`(
    _ name: String?, _ list: String, _ otherName: String?, _ otherList: String, _ isSame: Bool, _ ref: String?
  ) {
    let sign = Sign(name: name, refs: ReferenceNumbers.list(list))
    let other = Sign(name: otherName, refs: ReferenceNumbers.list(otherList))
    #expect(sign.hasSameReference(as: other) == isSame && other.hasSameReference(as: sign) == isSame)
    if isSame { #expect(Sign(refs: sign.refs(with: other)).ref == ref) }
  }

  @Test(arguments: UInt64(1)...20)
  func `numbers are words of a name where its lowercased words contain them`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let letters = Array("aAbB12 -/.é")
    let text = { (count: Int) in
      String((0..<Int.random(in: 0...count, using: &random)).map { _ in random.pick(letters) })
    }
    for _ in 0..<500 {
      let sign = Sign(name: text(8), refs: [text(3), text(2)])
      let words = sign.name?.lowercased().split { !$0.isLetter && !$0.isNumber } ?? []
      let missing = sign.refs.filter { number in !words.contains { $0 == number.lowercased() } }
      #expect(
        sign.refsNotInName == (missing.isEmpty ? nil : missing.joined(separator: "/")),
        "seed \(seed): \(sign)")
    }
  }

  @Test func `a text of one word is a list of itself, whatever its characters`() {
    for text in ["66", "3a", "é4", "a\u{A0}b", "x;y", "\u{3000}7", "~"] {
      let plain = text.split(separator: ";").map {
        $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      #expect(ReferenceNumbers.list(text) == plain)
    }
  }

  @Test func `lists of reference numbers are split and deduplicated`() {
    #expect(ReferenceNumbers.list(nil) == [] && ReferenceNumbers.list(" ; ") == [])
    #expect(ReferenceNumbers.list("67; 66 ;67") == ["67", "66"])
    #expect(ReferenceNumbers.list("11  a") == ["11 a"])
  }
}
