import SkiBase

/// A perfect hash of the texts of property keys.
///
/// **Source:** Fredman, Komlós and Szemerédi, "Storing a sparse table with O(1) worst case access time", 1984; the
/// multiplier is searched for once.
struct PropertyKeyTable {
  /// The table of all keys.
  static let shared = PropertyKeyTable()

  private static let slotBits = 11
  /// The number of bytes up to which the ends of a text determine it.
  private static let determinedCount = 24
  private let multiplier: UInt64
  /// The number of a key plus one by its slot; 0 without a key.
  private let slots: [UInt8]
  private let keys = PropertyKey.allCases
  private let ends = PropertyKey.allCases.map { TextEnds($0.rawValue) }

  private init() {
    let all = PropertyKey.allCases
    precondition(
      all.count < 256 && all.indices.allSatisfy { all[$0].number == $0 }, "numbers must follow the order")
    var multiplier: UInt64 = 0
    var slots: [UInt8]?
    while slots == nil {
      multiplier = (multiplier &+ 0x9E37_79B9_7F4A_7C15).mixed() | 1
      slots = Self.slots(of: ends, multiplier)
    }
    self.multiplier = multiplier
    self.slots = slots ?? []
  }

  /// Returns the slots of some texts; nil when two have the same.
  private static func slots(of ends: [TextEnds], _ multiplier: UInt64) -> [UInt8]? {
    var slots = [UInt8](repeating: 0, count: 1 << slotBits)
    for (number, end) in ends.enumerated() {
      let slot = slot(of: end, multiplier)
      guard slots[slot] == 0 else { return nil }
      slots[slot] = UInt8(number + 1)
    }
    return slots
  }

  @inline(__always)
  private static func slot(of ends: TextEnds, _ multiplier: UInt64) -> Int {
    let mixed = (ends.first ^ (ends.last << 23 | ends.last >> 41)) &+ UInt64(truncatingIfNeeded: ends.count)
    return Int(truncatingIfNeeded: (mixed &* multiplier) >> UInt64(64 - slotBits))
  }

  /// Returns the key of a member's name; nil when it is none that is read.
  /// - Complexity: O(1), for escaped names O(*n*) in the bytes.
  @inline(__always)
  func key(_ name: JSONCursor.Token, in cursor: JSONCursor) -> PropertyKey? {
    guard cursor.isPlain(name, limitBytes: .max) else {
      // Reading a key alone repairs no text.
      var copy = cursor
      return PropertyKey(rawValue: copy.text(of: name))
    }
    let ends = cursor.ends(of: name)
    let number = Int(slots[Self.slot(of: ends, multiplier)])
    guard number > 0 else { return nil }
    let known = self.ends[number &- 1]
    let isSame =
      known.count == ends.count && known.first == ends.first && known.middle == ends.middle
      && known.last == ends.last
    guard isSame else { return nil }
    // The ends of a longer key don't determine it.
    guard known.count > Self.determinedCount else { return keys[number &- 1] }
    var copy = cursor
    return PropertyKey(rawValue: copy.text(of: name))
  }
}

extension PropertyKey {
  /// The position among all keys; ``PropertyKeyTable`` checks it for every key.
  @inline(__always)
  var number: Int {
    // An enumeration of up to 256 cases without payload is one byte.
    Int(unsafeBitCast(self, to: UInt8.self))
  }
}
