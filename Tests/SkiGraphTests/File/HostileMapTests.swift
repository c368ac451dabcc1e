import SkiGeo
import SkiModel
import SkiTestSupport
import Testing

@testable import SkiGraph

struct HostileMapTests {
  @Test func `a map with any one byte altered is refused`() throws {
    let good = try RandomMap(seed: 1, nodes: 4, ways: 5).builder.encoded()
    for index in good.indices {
      for change in [UInt8(1), 0x80, 0xFF] {
        var bytes = good
        bytes[index] ^= change
        let error = #expect(throws: SkiError.self, "byte \(index)") { try RoutingGraph(bytes: bytes) }
        let isExpected = [.malformedData, .unsupportedFormat].contains(error?.code)
        #expect(isExpected, "byte \(index): \(error?.description ?? "")")
      }
    }
  }

  @Test func `a map cut off or extended anywhere is refused`() throws {
    let good = try RandomMap(seed: 2, nodes: 4, ways: 5).builder.encoded()
    for length in 0..<good.count {
      #expect(throws: SkiError.self, "length \(length)") {
        try RoutingGraph(bytes: Array(good.prefix(length)))
      }
    }
    for extra in [1, 4, 31, 32, 64, 4096] {
      #expect(throws: SkiError.self, "extra \(extra)") {
        try RoutingGraph(bytes: good + Array(repeating: 0, count: extra))
      }
    }
  }

  @Test(arguments: 0..<12)
  func `a forged map with a right checksum is refused or harmless`(round: Int) throws {
    let good = try RandomMap(seed: UInt64(round), nodes: 6, ways: 10).builder.encoded()
    var opened = 0
    for seed in UInt64(round) * 500..<UInt64(round + 1) * 500 {
      var random = SeededGenerator(seed: seed)
      var bytes = good
      for _ in 0..<Int.random(in: 1...3, using: &random) { forge(&bytes, &random) }
      SectionWriter.seal(&bytes)
      // Whoever is let in must stand every call: a read out of bounds would end the whole test run.
      guard let graph = try? RoutingGraph(bytes: bytes) else { continue }
      opened += 1
      exercise(graph)
    }
    #expect(opened > 0 && opened < 500, "round \(round): \(opened) opened")
  }

  @Test func `a forged section table is refused or harmless`() throws {
    let good = try RandomMap(seed: 3, nodes: 5, ways: 6).builder.encoded()
    let tableEnd = SectionTable.headerSize + SectionID.allCases.count * SectionTable.entrySize
    for seed in UInt64(0)..<3000 {
      var random = SeededGenerator(seed: seed)
      var bytes = good
      let at = Int.random(in: 8..<tableEnd, using: &random) / 4 * 4
      put(Self.words.randomElement(using: &random) ?? 0, at, &bytes)
      SectionWriter.seal(&bytes)
      if let graph = try? RoutingGraph(bytes: bytes) { exercise(graph) }
    }
  }

  @Test func `texts that are no UTF-8 are shown as replacement characters`() throws {
    var bytes = try RandomMap(seed: 4, nodes: 5, ways: 8).builder.encoded()
    let (offset, count) = try #require(place(of: .stringBytes, in: bytes))
    for index in offset..<offset + count { bytes[index] = 0xFF }
    SectionWriter.seal(&bytes)
    let graph = try RoutingGraph(bytes: bytes)
    exercise(graph)
    #expect(graph.feature(FeatureIndex(0)).id.rawValue.allSatisfy { $0 == "\u{FFFD}" })
  }

  @Test func `a report that is no JSON does not spoil the survey's JSON`() throws {
    var builder = RandomMap(seed: 4).builder
    builder.reportJSON = "],\"nodes\":["
    let text = MapSurvey(try builder.build()).json().text()
    #expect(text.hasSuffix(#""report":"],\"nodes\":["}"#))
  }

  private static let words: [UInt32] = [
    0, 1, 2, 3, 4, 5, 8, 16, 63, 64, 80, 128, 255, 256, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFE, 0xFFFF_FFFF,
  ]

  /// Puts a likely bad number into one random word of a section.
  private func forge(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let id = SectionID.allCases.randomElement(using: &random) ?? .firstOut
    guard let (offset, count) = place(of: id, in: bytes), count >= 4 else { return }
    let at = offset + Int.random(in: 0..<count / 4, using: &random) * 4
    var old: UInt32 = 0
    for index in 0..<4 { old |= UInt32(bytes[at + index]) << UInt32(8 * index) }
    let value =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: Self.words.randomElement(using: &random) ?? 0
      case 1: old &+ 1
      case 2: old &- 1
      default: old ^ (1 << UInt32.random(in: 0..<32, using: &random))
      }
    put(value, at, &bytes)
  }

  private func put(_ value: UInt32, _ at: Int, _ bytes: inout [UInt8]) {
    for index in 0..<4 { bytes[at + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index)) }
  }

  private func place(of id: SectionID, in bytes: [UInt8]) -> (offset: Int, count: Int)? {
    bytes.withUnsafeBytes { buffer in
      for index in 0..<SectionID.allCases.count {
        let at = SectionTable.headerSize + index * SectionTable.entrySize
        guard buffer.loadUnaligned(fromByteOffset: at, as: UInt32.self) == id.rawValue else { continue }
        let width = Int(buffer.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self))
        let offset = Int(buffer.loadUnaligned(fromByteOffset: at + 8, as: UInt64.self))
        return (offset, width * Int(buffer.loadUnaligned(fromByteOffset: at + 16, as: UInt64.self)))
      }
      return nil
    }
  }
}
