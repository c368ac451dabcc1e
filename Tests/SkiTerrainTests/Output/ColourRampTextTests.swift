import SkiBase
import SkiTestSupport
import Testing

@testable import SkiTerrain

/// Colour ramps as text.
struct ColourRampTextTests {
  private func text(_ words: String) throws -> ColourRampText {
    try ColourRampText(Array(words.utf8), path: "x.txt")
  }

  @Test func `stops are read with any separator, opacity, names, comments and Windows line ends`() throws {
    let ramp = try text(
      """
      # a comment

      1000 255 0 10.4\r
      -5,1,2,3,4
      2000:brown  # named
      1.5e3\t0 0 0
      nv 0 0 0 0
      """
    ).ramp()
    #expect(ramp.stops.map(\.elevationMetres) == [-5, 1000, 1500, 2000])
    #expect(ramp.stops[0].colour == Colour(red: 1, green: 2, blue: 3, alpha: 4))
    #expect(ramp.stops[1].colour == Colour(red: 255, green: 0, blue: 10))
    #expect(ramp.stops[3].colour == Colour(red: 150, green: 75, blue: 0))
    #expect(ramp.colour(atMetres: 1250) == Colour(red: 128, green: 0, blue: 5))
  }

  @Test func `percentages are shares of the elevation range`() throws {
    let text = try text("0% 0 0 0\n50% 100 100 100\n100% 255 255 255\n1200 1 1 1")
    #expect(text.needsRange)
    let ramp = try text.ramp(rangeMetres: 1000...2000)
    #expect(ramp.stops.map(\.elevationMetres) == [1000, 1200, 1500, 2000])
  }

  @Test(arguments: [
    ("1 2 3 4\nx 1 2 3", "line 2", "x is not a number"), ("1", "line 1", "got nothing"),
    ("1 2 3", "line 1", "2 3"), ("\n\n1 2 3 4 5 6", "line 3", "2 3 4 5 6"), ("1 pink", "line 1", "pink"),
    ("1 256 0 0", "line 1", "256"), ("1 0 -1 0", "line 1", "-1"), ("1 nan 0 0", "line 1", "nan"),
    ("inf 0 0 0", "line 1", "inf"), ("0x10 0 0 0", "line 1", "0x10"), ("1e9 0 0 0", "line 1", "1e9"),
    ("nv 255 255 255", "line 1", "transparent"), ("1 0 0 1e400", "line 1", "1e400"),
    ("\u{0}\u{1B}[31m 0 0 0", "line 1", "not a number"),
  ])
  func `an invalid line is refused with its number and the reason`(
    words: String, line: String, reason: String
  ) throws {
    let error = try #require(throws: SkiError.self) { try text(words) }
    #expect(error.code == .malformedData && error.subject == "x.txt, \(line)")
    #expect(error.message.contains(reason), "\(error)")
  }

  @Test func `a ramp without a stop, of too many or of too many bytes is refused`() throws {
    #expect(throws: SkiError.self) { try text("# nothing\n\nnv 0 0 0 0\n") }
    #expect(throws: SkiError.self) { try text("") }
    #expect(throws: SkiError.self) {
      try ColourRampText([UInt8](repeating: 32, count: 1 << 20 | 1), path: "x.txt")
    }
    let many = (0...4096).map { "\($0) 1 2 3" }.joined(separator: "\n")
    let error = #expect(throws: SkiError.self) { try text(many).ramp() }
    #expect(error?.code == .malformedData && error?.subject == "x.txt")
  }

  @Test func `random text is read or refused`() {
    let seed: UInt64 = 20_261
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "1", "255", " ", "\n", "nv", "%", "-", ".", "e", "white", ",", "\u{FF}", "1e308", "0 0 0", "#",
    ]
    for _ in 0..<5000 {
      let words = (0..<Int.random(in: 0...30, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      var bytes = Array(words.utf8)
      if let at = bytes.indices.randomElement(using: &random) {
        bytes[at] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        let ramp = try ColourRampText(bytes, path: "x").ramp(rangeMetres: -10...4000)
        #expect(!ramp.stops.isEmpty, "seed \(seed)")
      } catch {
        #expect(error is SkiError, "seed \(seed)")
      }
    }
  }
}
