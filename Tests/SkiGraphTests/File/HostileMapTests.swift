import SkiBase
import SkiTestSupport
import Testing

@testable import SkiAnswers
@testable import SkiGraph

struct HostileMapTests {
  /// A small map of two regions.
  private static func twoRegions(seed: UInt64, nodes: Int = 4, features: Int = 5) -> MapContents {
    var contents = RandomMap(seed: seed, nodes: nodes, features: features).contents
    let far = Coordinate(latitude: -43.5, longitude: 171.5)
    contents.regions.append(RandomMap(seed: seed + 1, centre: far, nodes: nodes, features: features).builder)
    return contents
  }

  /// Opens a map and verifies all of its parts.
  private func openWhole(_ bytes: [UInt8]) throws {
    try SkiMap(bytes: bytes).verify()
  }

  @Test func `a map with any one byte altered is refused by verify`() throws {
    let good = try Self.twoRegions(seed: 1).encoded()
    try openWhole(good)
    for index in good.indices {
      for change in [UInt8(1), 0x80, 0xFF] {
        var bytes = good
        bytes[index] ^= change
        let error = #expect(throws: SkiError.self, "byte \(index)") { try openWhole(bytes) }
        let isExpected = [.malformedData, .unsupportedFormat].contains(error?.code)
        #expect(isExpected, "byte \(index): \(error?.description ?? "")")
      }
    }
  }

  @Test func `a map with an altered byte is refused only when the byte's part is used`() throws {
    let good = try Self.twoRegions(seed: 1).encoded()
    for part in MapForgery.parts(of: good) {
      var bytes = good
      bytes[part.range.lowerBound + part.range.count / 2] ^= 0x10
      if part.kind == MapPartKind.sources.rawValue {
        #expect(throws: SkiError.self) { try SkiMap(bytes: bytes) }
        continue
      }
      let map = try SkiMap(bytes: bytes)
      let refused = map.regions.filter { (try? map.graph($0)) == nil }.count
      #expect(refused == (part.kind == MapPartKind.region.rawValue ? 1 : 0))
      #expect(((try? map.nameIndex()) == nil) == (part.kind == MapPartKind.names.rawValue))
      #expect(((try? map.reportJSON()) == nil) == (part.kind == MapPartKind.report.rawValue))
    }
  }

  @Test func `a map truncated at any length or extended is refused`() throws {
    let good = try Self.twoRegions(seed: 2).encoded()
    for length in 0..<good.count {
      #expect(throws: SkiError.self, "length \(length)") { try SkiMap(bytes: Array(good.prefix(length))) }
    }
    for extra in [1, 4, 31, 32, 64, 4096] {
      #expect(throws: SkiError.self, "extra \(extra)") {
        try SkiMap(bytes: good + Array(repeating: 0, count: extra))
      }
    }
  }

  @Test(arguments: 0..<TestScale.count(all: 12, sample: 5))
  func `a forged map with valid checksums is refused or every call on it is safe`(round: Int) throws {
    let good = try Self.twoRegions(seed: UInt64(round), nodes: 6, features: 10).encoded()
    var opened = 0
    for seed in UInt64(round) * 500..<UInt64(round + 1) * 500 {
      var random = SeededGenerator(seed: seed)
      var bytes = good
      for _ in 0..<Int.random(in: 1...3, using: &random) { MapForgery.forge(&bytes, &random) }
      MapForgery.seal(&bytes)
      // Every call on an accepted map must be safe: a read out of bounds ends the whole test run.
      guard let map = try? SkiMap(bytes: bytes) else { continue }
      if (try? map.verify()) != nil { opened += 1 }
      exercise(map)
    }
    #expect(opened > 0 && opened < 500, "round \(round): \(opened) opened")
  }

  @Test func `a forged header, directory or section table is refused or every call is safe`() throws {
    let good = try Self.twoRegions(seed: 3, nodes: 5, features: 6).encoded()
    let parts = MapForgery.parts(of: good)
    var places = Array(stride(from: 8, to: 64, by: 4))
    for part in parts {
      places += stride(from: part.entry, to: part.entry + 64, by: 4)
      let end = part.range.lowerBound + SectionTable.headerSize + 48 * SectionTable.entrySize
      places += stride(from: part.range.lowerBound, to: min(end, part.range.upperBound), by: 4)
    }
    for seed in UInt64(0)..<4000 {
      var random = SeededGenerator(seed: seed)
      var bytes = good
      put(Self.words.randomElement(using: &random) ?? 0, places.randomElement(using: &random) ?? 8, &bytes)
      MapForgery.seal(&bytes)
      if let map = try? SkiMap(bytes: bytes) { exercise(map) }
    }
  }

  @Test func `texts that are not UTF-8 are decoded as replacement characters`() throws {
    var bytes = try RandomMap(seed: 4, nodes: 5, features: 8).contents.encoded()
    let region = try #require(MapForgery.parts(of: bytes).first)
    let texts = try #require(
      MapForgery.section(SectionID.stringBytes.rawValue, of: region, in: bytes))
    for index in texts { bytes[index] = 0xFF }
    MapForgery.seal(&bytes)
    let map = try SkiMap(bytes: bytes)
    exercise(map)
    let graph = try map.graph(at: 0)
    #expect(graph.feature(FeatureIndex(0)).id.rawValue.allSatisfy { $0 == "\u{FFFD}" })
  }

  @Test func `a report that is not JSON is quoted as a string in the survey's JSON`() throws {
    var contents = RandomMap(seed: 4).contents
    contents.reportJSON = "],\"nodes\":["
    let text = try MapSurvey(contents.map()).json().text()
    #expect(text.hasSuffix(#""report":"],\"nodes\":["}"#))
  }

  private static let words: [UInt32] = [
    0, 1, 2, 3, 4, 5, 8, 16, 63, 64, 80, 128, 255, 256, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF,
  ]

  private func put(_ value: UInt32, _ at: Int, _ bytes: inout [UInt8]) {
    for index in 0..<4 { bytes[at + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index)) }
  }
}
