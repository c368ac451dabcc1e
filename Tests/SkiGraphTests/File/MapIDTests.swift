import Foundation
import SkiGraph
import SkiTestSupport
import Testing

struct MapIDTests {
  @Test func `an identity is 16 lower-case hexadecimal digits, read back as the same identity`() throws {
    #expect(MapID(0x1F).description == "000000000000001f")
    #expect(MapID(.max).description == "ffffffffffffffff")
    var random = SeededGenerator(seed: 7)
    for _ in 0..<1000 {
      let id = MapID(
        UInt64.random(in: 0 ... .max, using: &random) >> UInt64.random(in: 0..<64, using: &random))
      #expect(MapID(id.description) == id)
      #expect(id.description.count == 16)
      #expect(try JSONDecoder().decode(MapID.self, from: JSONEncoder().encode(id)) == id)
    }
  }

  @Test(arguments: [
    "", "0", "000000000000001F", "00000000000000001", "00000000000000g1", "+00000000000001f",
    "0x0000000000001f",
    " 00000000000001f", "00000000000001f\n", "٠٠٠٠٠٠٠٠", "00000000000000\u{0}0", "ffffffffffffffffffffffff",
  ]) func `text that is not an identity is refused`(text: String) {
    #expect(MapID(text) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MapID.self, from: JSONEncoder().encode(text))
    }
  }

  @Test func `identities are ordered as their texts`() {
    var random = SeededGenerator(seed: 8)
    let ids = (0..<200).map { _ in MapID(UInt64.random(in: 0 ... .max, using: &random)) }
    #expect(ids.sorted().map(\.description) == ids.map(\.description).sorted())
  }

  @Test func `maps of the same bytes have one identity and maps of others have another`() throws {
    let one = try RandomMap(seed: 1).contents.map()
    #expect(try RandomMap(seed: 1).contents.map().id == one.id)
    #expect(try RandomMap(seed: 2).contents.map().id != one.id)
  }
}
