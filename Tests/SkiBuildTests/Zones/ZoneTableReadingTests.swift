import SkiBase
import SkiTerrain
import SkiTestSupport
import Testing

@testable import SkiBuild

/// Tables of drawn zones, written by another writer than that of Tools/make-zones, read, and damaged.
struct ZoneTableReadingTests {
  /// A square: one zone, or four squares.
  indirect enum Square {
    case zone(UInt16)
    case divided([Square])

    var children: [Square] { if case .divided(let children) = self { children } else { [] } }

    var zones: Set<UInt16> {
      switch self {
      case .zone(let zone): [zone]
      case .divided(let children): children.reduce(into: []) { $0.formUnion($1.zones) }
      }
    }
  }

  /// A table of drawn squares.
  struct Drawn {
    static let depth = 4
    let names: [String]
    let roots: [Square]

    /// Draws a table in which one root of fifty is divided.
    init(_ random: inout SeededGenerator) {
      let count = Int.random(in: 9...300, using: &random)
      names = (0..<count).map { "Zone/\($0)" }
      roots = (0..<90 * 45).map { _ in
        let isDivided = Int.random(in: 0..<50, using: &random) == 0
        let palette = (0..<Int.random(in: 2...9, using: &random)).map { _ in
          UInt16.random(in: 0..<UInt16(count), using: &random)
        }
        return Self.square(isDivided ? Self.depth : 0, palette, &random)
      }
    }

    private static func square(_ depth: Int, _ palette: [UInt16], _ random: inout SeededGenerator) -> Square {
      guard depth > 0, Int.random(in: 0..<3, using: &random) > 0 else {
        return .zone(palette.randomElement(using: &random) ?? 0)
      }
      let square = Square.divided((0..<4).map { _ in Self.square(depth - 1, palette, &random) })
      return square.zones.count == 1 ? .zone(square.zones.first ?? 0) : square
    }

    /// The bytes of the format.
    var bytes: [UInt8] {
      let text = Array((["2099z"] + names).joined(separator: "\n").utf8)
      var bytes = Array("SKIZONES".utf8) + [1, UInt8(Self.depth)] + Self.two(text.count) + text
      for root in roots {
        let zones = root.zones.sorted()
        bytes.append(UInt8(zones.count))
        for zone in zones { bytes += Self.two(Int(zone)) }
      }
      var level = roots
      while !level.isEmpty {
        let divided = level.filter { $0.zones.count > 1 }
        for square in divided { bytes += Self.node(square) }
        level = divided.flatMap(\.children)
      }
      return bytes
    }

    private static func node(_ square: Square) -> [UInt8] {
      let zones = square.zones.sorted()
      var bits = square.children.flatMap { child in zones.map { child.zones.contains($0) } }
      while bits.count % 8 != 0 { bits.append(false) }
      return stride(from: 0, to: bits.count, by: 8).map { at in
        bits[at..<at + 8].reversed().reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
      }
    }

    static func two(_ number: Int) -> [UInt8] { [UInt8(number & 255), UInt8(number >> 8)] }

    /// The name of the zone at the middle of a cell.
    func name(row: Int, column: Int) -> String {
      var square = roots[(row >> Self.depth) * 90 + column >> Self.depth]
      for level in (0..<Self.depth).reversed() {
        guard case .divided(let children) = square else { break }
        square = children[(row >> level & 1) * 2 + column >> level & 1]
      }
      guard case .zone(let zone) = square else { return "" }
      return names[Int(zone)]
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `a drawn table answers for random coordinates as its drawing does`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let drawn = Drawn(&random)
    let table = try ZoneTable(bytes: drawn.bytes)
    #expect(table.release == "2099z" && table.names == drawn.names)
    for _ in 0..<2000 {
      let (row, column) = (
        Int.random(in: 0..<45 << 4, using: &random), Int.random(in: 0..<90 << 4, using: &random)
      )
      let place = Coordinate(
        latitude: (Double(row) + .random(in: 0.01...0.99, using: &random)) / 4 - 90,
        longitude: (Double(column) + .random(in: 0.01...0.99, using: &random)) / 4 - 180)
      #expect(table.zone(at: place) == drawn.name(row: row, column: column), "seed \(seed), \(place)")
    }
  }

  @Test(arguments: UInt64(1)...20)
  func `a damaged table is refused or answers everywhere, and never traps`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let whole = Drawn(&random).bytes
    var refused = 0
    for _ in 0..<50 {
      var bytes = whole
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
      case 1:
        bytes += (0..<Int.random(in: 1...9, using: &random)).map { _ in .random(in: 0...255, using: &random) }
      case 2:
        bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      default:
        for _ in 0..<20 {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
        }
      }
      do throws(SkiError) {
        let table = try ZoneTable(bytes: bytes)
        for _ in 0..<100 {
          let place = Coordinate(
            latitude: .random(in: -90...90, using: &random),
            longitude: .random(in: -180...180, using: &random))
          #expect(table.zone(at: place) != nil, "seed \(seed)")
        }
      } catch {
        refused += 1
        #expect(error.code == .malformedData || error.code == .unsupportedFormat, "seed \(seed): \(error)")
      }
    }
    #expect(refused > 25, "seed \(seed): \(refused)")
  }

  @Test(arguments: UInt64(1)...5)
  func `damage to the packed bytes of the shipped table is always found`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let text = ZoneTable.packed.withUTF8Buffer { $0.filter { $0 != UInt8(ascii: "\n") } }
    let whole = try #require(Base64URL.decoded(utf8: text))
    for _ in 0..<20 {
      var bytes = whole
      // The ten bytes of gzip's header but its first four (signature, method, flags) tell nothing that is read.
      let place = Int.random(in: 10..<bytes.count, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      let error = #expect(throws: SkiError.self, "seed \(seed), byte \(place)") {
        try ZoneTable(packed: bytes)
      }
      #expect(error?.code == .malformedData || error?.code == .limitExceeded, "seed \(seed), byte \(place)")
      #expect(throws: SkiError.self) { try ZoneTable(packed: Array(whole.prefix(place))) }
    }
  }

  /// A table of one zone, divided nowhere, whose parts a test replaces.
  private func small(
    magic: String = "SKIZONES", version: UInt8 = 1, depth: UInt8 = 1, text: String = "2099z\nA/B\nC/D",
    roots: [UInt8] = [1, 0, 0], last: [UInt8] = [1, 1, 0]
  ) -> [UInt8] {
    let utf8 = Array(text.utf8)
    let head = Array(magic.utf8) + [version, depth] + Drawn.two(utf8.count) + utf8
    return head + Array(repeatElement(roots, count: 90 * 45 - 1).joined()) + last
  }

  private func problem(_ bytes: [UInt8]) -> String? {
    do throws(SkiError) {
      _ = try ZoneTable(bytes: bytes)
      return nil
    } catch {
      return error.message
    }
  }

  @Test func `each rule of the format is examined`() {
    #expect(problem(small()) == nil)
    #expect(problem(small(last: [2, 0, 0, 1, 0, 0b10_01_10_01])) == nil)
    let faulty: [(bytes: [UInt8], words: String)] = [
      (small(magic: "SKIZONEZ"), "does not begin as one"),
      (small(version: 2), "version 2 of the table is unknown"),
      (small(depth: 0), "has 0 levels"), (small(depth: 17), "has 17 levels"),
      (small(text: "2099z\nÄ/B"), "names that are not ASCII"),
      (small(text: "2099z\nA B"), "names that are not ASCII"),
      (small(text: "2099z"), "has no names"), (small(text: "2099z\n\nA/B"), "has no names"),
      (small(last: [1, 2, 0]), "a square of zone 2 of 2"),
      (small(last: [2, 1, 0, 0, 0, 0]), "a square of zone 0 of 2"),
      (small(last: [2, 0, 0, 0, 0, 0]), "a square of zone 0 of 2"),
      (small(last: [0]), "a square without a zone"),
      (small(last: [2, 0, 0, 1, 0, 0b00_01_10_01]), "a square without a zone"),
      (small(last: [2, 0, 0, 1, 0, 0b11_01_10_01]), "has divided cells"),
      (small(last: [2, 0, 0, 1, 0]), "ends early"), (small(last: [1, 1, 0, 7]), "1 bytes too many"),
      (
        small(text: "2099z\nA/B\nC/D\nE/F", last: [3, 0, 0, 1, 0, 2, 0, 0b01_010_001, 0b0001_100_0]),
        "bits beyond the last child"
      ),
    ]
    for (bytes, words) in faulty {
      let found = problem(bytes)
      #expect(found?.contains(words) == true, "\(words): \(found ?? "no fault")")
    }
  }

  @Test func `text that is not base64 is refused`() {
    let error = #expect(throws: SkiError.self) { try ZoneTable(text: "H4sI AAAA") }
    #expect(error?.code == .malformedData && error?.message.contains("no base64") == true)
    #expect(throws: SkiError.self) { try ZoneTable(text: "AAAA") }
  }

  @Test func `a table that claims to unpack to more than the limit is refused`() {
    let claim: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + Array(repeating: 0, count: 8) + [1, 0, 0, 1]
    let error = #expect(throws: SkiError.self) { try ZoneTable(packed: claim) }
    #expect(error?.code == .limitExceeded)
  }
}
