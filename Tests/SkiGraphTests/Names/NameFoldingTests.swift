import SkiTestSupport
import Testing

@testable import SkiGraph

struct NameFoldingTests {
  @Test(arguments: 1...40)
  func `a name of ASCII bytes folds as it does behind an accented word`(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<50 {
      let bytes = (0..<Int.random(in: 0...20, using: &random)).map { _ in
        UInt8.random(in: 0..<128, using: &random)
      }
      let name = String(decoding: bytes, as: UTF8.self)
      let folded = NameFolding.fold(name)
      #expect(
        NameFolding.fold("é " + name) == (folded.isEmpty ? "e" : "e " + folded), "seed \(seed): \(bytes)")
    }
  }

  @Test func `a name is lowercased, its apostrophes dropped and its gaps joined`() {
    #expect(NameFolding.fold("  Piste d'Or -- No. 7 ") == "piste dor no 7")
    #expect(NameFolding.fold("-- !") == "")
  }
}
