import SkiBase
import SkiTestSupport

@testable import SkiGraph

/// The bytes of a map whose numbers are changed one at a time.
struct ForgedMap {
  var bytes: [UInt8]

  /// The part of the map to change: a region by its number, or the only part of another kind.
  enum Place {
    case region(Int)
    case names, sources, report
  }

  /// The section number given to a hidden section: one the reader does not know.
  static let unknownSection: UInt64 = 0x1000

  func part(_ place: Place) -> MapForgery.Part {
    let parts = MapForgery.parts(of: bytes)
    return switch place {
    case .region(let number): parts[number]
    case .names: parts[parts.count - 3]
    case .sources: parts[parts.count - 2]
    case .report: parts[parts.count - 1]
    }
  }

  func count(_ section: SectionID, in place: Place = .region(0)) -> Int {
    Int(field(section, 16, 8, place))
  }

  func width(_ section: SectionID, in place: Place = .region(0)) -> Int { Int(field(section, 4, 4, place)) }

  /// Returns a number of an element; `offset` and `bytes` select a field of a record.
  func value(
    _ section: SectionID, _ position: Int, at offset: Int = 0, bytes size: Int? = nil,
    in place: Place = .region(0)
  ) -> UInt64 {
    number(start(section, position, place) + offset, size ?? min(8, width(section, in: place)))
  }

  /// Returns all numbers of a section.
  func values(_ section: SectionID, in place: Place = .region(0)) -> [UInt64] {
    (0..<count(section, in: place)).map { value(section, $0, in: place) }
  }

  mutating func set(
    _ section: SectionID, _ position: Int, _ value: UInt64, at offset: Int = 0, bytes size: Int? = nil,
    in place: Place = .region(0)
  ) {
    put(
      value, start(section, position, place) + offset, size ?? min(8, width(section, in: place)))
  }

  mutating func set(
    _ section: SectionID, _ position: Int, signed: Int32, at offset: Int = 0, in place: Place = .region(0)
  ) {
    set(section, position, UInt64(UInt32(bitPattern: signed)), at: offset, bytes: 4, in: place)
  }

  /// Swaps two elements.
  mutating func swap(_ section: SectionID, _ a: Int, _ b: Int, in place: Place = .region(0)) {
    let width = width(section, in: place)
    let (first, second) = (start(section, a, place), start(section, b, place))
    for byte in 0..<width { bytes.swapAt(first + byte, second + byte) }
  }

  /// Copies an element over another one.
  mutating func copy(_ section: SectionID, from a: Int, to b: Int, in place: Place = .region(0)) {
    for byte in 0..<width(section, in: place) {
      bytes[start(section, b, place) + byte] = bytes[start(section, a, place) + byte]
    }
  }

  /// Reduces the count of a section.
  mutating func shorten(_ section: SectionID, by less: Int = 1, in place: Place = .region(0)) {
    setField(section, 16, 8, UInt64(count(section, in: place) - less), place)
  }

  /// Sets a field of a section's entry: 0 number, 4 width, 8 offset, 16 count.
  mutating func setField(
    _ section: SectionID, _ field: Int, _ size: Int, _ value: UInt64, _ place: Place = .region(0)
  ) {
    put(value, entry(section, place) + field, size)
  }

  /// Hides a section under an unknown number.
  mutating func hide(_ section: SectionID, in place: Place = .region(0)) {
    setField(section, 0, 4, Self.unknownSection, place)
  }

  func field(_ section: SectionID, _ field: Int, _ size: Int, _ place: Place = .region(0)) -> UInt64 {
    number(entry(section, place) + field, size)
  }

  /// Returns a field of a part's entry in the directory.
  func directory(_ field: Int, _ size: Int, of place: Place = .region(0)) -> UInt64 {
    number(part(place).entry + field, size)
  }

  mutating func setDirectory(_ field: Int, _ size: Int, _ value: UInt64, of place: Place = .region(0)) {
    put(value, part(place).entry + field, size)
  }

  private func entry(_ section: SectionID, _ place: Place) -> Int {
    let start = part(place).range.lowerBound
    let entries = (0..<Int(number(start, 4))).map { start + 32 + $0 * 32 }
    guard let entry = entries.first(where: { number($0, 4) == UInt64(section.rawValue) }) else {
      preconditionFailure("no section \(section)")
    }
    return entry
  }

  private func start(_ section: SectionID, _ position: Int, _ place: Place) -> Int {
    precondition(position >= 0 && position < count(section, in: place), "\(section)[\(position)]")
    return part(place).range.lowerBound + Int(field(section, 8, 8, place))
      + position * width(section, in: place)
  }

  func number(_ at: Int, _ size: Int) -> UInt64 {
    (0..<size).reduce(0) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) }
  }

  mutating func put(_ value: UInt64, _ at: Int, _ size: Int) {
    for index in 0..<size { bytes[at + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index)) }
  }
}
