import SkiTestSupport
import Testing

@testable import SkiGraph

/// The code of the tiles of a height grid.
struct HeightTileCodeTests {
  private static let range = HeightTileCode.range(ofStepMillimetres: 100)

  /// Decodes a code; nil when it is malformed.
  private static func decoded(_ code: [UInt8], within range: ClosedRange<Int32> = range) -> [Int32]? {
    var heights = [Int32](repeating: 0, count: HeightTileCode.count)
    let isWellFormed = heights.withUnsafeMutableBufferPointer { heights in
      code.withUnsafeBufferPointer { HeightTileCode.decode($0, within: range, into: heights) }
    }
    return isWellFormed ? heights : nil
  }

  @Test(arguments: UInt64(0)..<96)
  func `a tile is the same after encoding and decoding`(seed: UInt64) throws {
    let heights = DrawnHeights.tile(seed: seed)
    let code = try #require(HeightTileCode.encoded(heights))
    #expect(Self.decoded(code) == heights, "seed \(seed)")
  }

  @Test(arguments: [UInt32(1), 10, 1000, 100_000])
  func `heights in steps of any size are the same after encoding and decoding`(step: UInt32) throws {
    let range = HeightTileCode.range(ofStepMillimetres: step)
    for seed in UInt64(0)..<32 {
      let heights = DrawnHeights.tile(seed: seed, step: step)
      let code = try #require(HeightTileCode.encoded(heights))
      #expect(Self.decoded(code, within: range) == heights, "seed \(seed)")
    }
  }

  @Test(arguments: UInt64(0)..<96)
  func `a decoder written from the format's page reads the same heights`(seed: UInt64) throws {
    let heights = DrawnHeights.tile(seed: seed)
    var plain = PlainHeightDecoder(try #require(HeightTileCode.encoded(heights)))
    let wanted = heights.map { $0 == HeightTileCode.void ? nil : Int($0) }
    #expect(plain.heights().flatMap(\.self) == wanted, "seed \(seed)")
  }

  @Test func `a tile of voids alone has no code`() {
    #expect(
      HeightTileCode.encoded([Int32](repeating: HeightTileCode.void, count: HeightTileCode.count)) == nil)
  }

  @Test func `a plane takes less than half a byte a sample, and one of noise what the noise holds`() throws {
    let plane = (0..<Int32(HeightTileCode.count)).map { (at: Int32) -> Int32 in
      5000 + 130 * (at % 64) - 70 * (at / 64)
    }
    let flat = try #require(HeightTileCode.encoded(plane))
    // Each row begins with a step of its own, after which the code grows short again.
    #expect(flat.count < HeightTileCode.count / 2, "\(flat.count) bytes")
    var random = SeededGenerator(seed: 1)
    let noisy = plane.map { $0 + Int32.random(in: -8...8, using: &random) }
    let code = try #require(HeightTileCode.encoded(noisy))
    // Noise of 17 values holds 4.1 bits, the sum of three independent errors 1.6 bits more; Rice's code adds less than a half.
    #expect(code.count < HeightTileCode.count * 6 / 8 + 128, "\(code.count) bytes")
  }

  @Test(arguments: UInt64(0)..<24)
  func `a code that is cut off or continued is malformed`(seed: UInt64) throws {
    let code = try #require(HeightTileCode.encoded(DrawnHeights.tile(seed: seed * 4 + seed % 4)))
    #expect(Self.decoded([]) == nil)
    for count in Set([1, 4, 5, code.count / 2, code.count - 2, code.count - 1]) where count < code.count {
      #expect(Self.decoded(Array(code[..<count])) == nil, "seed \(seed): \(count) of \(code.count) bytes")
    }
    #expect(Self.decoded(code + [0]) == nil && Self.decoded(code + [0x80]) == nil, "seed \(seed)")
  }

  @Test(arguments: UInt64(0)..<64)
  func `altered and random codes are refused or give heights in range`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for turn in 0..<40 {
      var code = try #require(HeightTileCode.encoded(DrawnHeights.tile(seed: seed)))
      if turn % 4 == 0 {
        code = (0..<Int.random(in: 0...3000, using: &random)).map { _ in .random(in: 0...255, using: &random)
        }
      } else {
        for _ in 0..<turn {
          code[Int.random(in: 0..<code.count, using: &random)] = .random(in: 0...255, using: &random)
        }
      }
      guard let heights = Self.decoded(code) else { continue }
      #expect(
        heights.allSatisfy { $0 == HeightTileCode.void || Self.range.contains($0) }, "seed \(seed), \(turn)")
      let again = try HeightTileCode.encoded(heights).map { try #require(Self.decoded($0)) }
      #expect(again == nil || again == heights, "seed \(seed), \(turn)")
    }
  }

  @Test func `heights beyond those of a map are malformed`() throws {
    let step: UInt32 = 100
    var heights = DrawnHeights.tile(seed: 0)
    heights[70] = HeightTileCode.range(ofStepMillimetres: step).upperBound
    let code = try #require(HeightTileCode.encoded(heights))
    #expect(Self.decoded(code) == heights)
    #expect(Self.decoded(code, within: HeightTileCode.range(ofStepMillimetres: step + 1)) == nil)
  }
}
