import SkiTestSupport
import Testing

@testable import SkiGraph

struct FeatureTextTests {
  @Test func `a map written before texts and grooming existed opens without them`() throws {
    var old = try RandomMap(seed: 3).contents.encoded()
    let new = try SkiMap(bytes: old).graph(at: 0)
    let region = try #require(MapForgery.parts(of: old).first)
    // Gives the entry an unknown section number and zeroes the bytes that older writers left zero.
    let entry = try #require((0..<60).map { region.range.lowerBound + 32 + $0 * 32 }.first { old[$0] == 53 })
    old[entry + 1] = 0x10
    let records = try #require(
      MapForgery.section(SectionID.featureRecord.rawValue, of: region, in: old))
    for start in stride(from: records.lowerBound, to: records.upperBound, by: 80) {
      (old[start + 73], old[start + 74], old[start + 7]) = (0, 0, 0)
      old[start + 6] &= 0b11111
    }
    MapForgery.seal(&old)
    let map = try SkiMap(bytes: old)
    try map.verify()
    let graph = try map.graph(at: 0)
    var groomed = 0
    for index in (0..<graph.featureCount).map({ FeatureIndex($0) }) {
      let (was, now) = (graph.feature(index), new.feature(index))
      #expect(was.terrain.isGroomed == now.terrain.isGroomed && was.isDetachable == now.isDetachable)
      #expect(was.terrain.isLit == nil && was.hasBubble == nil && was.isHeated == nil)
      #expect(was.alternativeNames.isEmpty && was.access.isEmpty && was.openingHours == nil)
      #expect(was.id == now.id && was.refs == now.refs)
      groomed += was.terrain.isGroomed == true ? 1 : 0
    }
    #expect(groomed > 3)
    #expect(new.storage.featureTexts.entries.count > 10)
  }

  @Test func `feature texts out of order, of no feature or without text are refused`() throws {
    let bytes = try RandomMap(seed: 3).contents.encoded()
    let region = try #require(MapForgery.parts(of: bytes).first)
    let section = try #require(
      MapForgery.section(SectionID.featureText.rawValue, of: region, in: bytes))
    func opens(_ change: (inout [UInt8]) -> Void) throws -> Bool {
      var changed = bytes
      change(&changed)
      MapForgery.seal(&changed)
      return (try? SkiMap(bytes: changed).graph(at: 0)) != nil
    }
    #expect(try opens { _ in })
    #expect(try opens { $0[section.lowerBound + 4] = 200 }, "a code of later maps is passed over")
    for (offset, value) in [(3, UInt8(0x7F)), (11, 0xFF), (15, 0x7F)] {
      #expect(try !opens { $0[section.lowerBound + offset] = value }, "byte \(offset)")
    }
    #expect(try !opens { $0[section.upperBound - 16] = 0 }, "the last text is not of the first feature")
  }
}
