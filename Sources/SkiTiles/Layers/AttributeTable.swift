import SkiBase

/// The distinct attribute values of a region's features, encoded as in a tile.
///
/// A value; immutable once the region is read. Keys are those of ``AttributeKey``.
struct AttributeTable: Sendable {
  /// The values' protobuf messages, one after the other.
  private(set) var bytes: [UInt8] = []
  /// The offset of each value's message, then the end of the last.
  private(set) var starts: [UInt32] = [0]
  /// A hash of each value's bytes, the same in every region.
  private(set) var hashes: [UInt64] = []

  /// The number of values.
  var count: Int { hashes.count }

  /// Returns the range of a value's bytes.
  @inline(__always)
  func range(_ value: Int) -> Range<Int> { Int(starts[value])..<Int(starts[value + 1]) }

  fileprivate mutating func add(_ message: [UInt8], hash: UInt64) -> UInt32 {
    bytes += message
    starts.append(UInt32(bytes.count))
    hashes.append(hash)
    return UInt32(hashes.count - 1)
  }
}

/// A collector that numbers distinct attribute values.
struct AttributeCollector {
  /// The keys whose values are collected; nil for all.
  let wanted: Set<AttributeKey>?
  private(set) var table = AttributeTable()
  /// An open-addressing hash table of the values' indices.
  private var slots: [UInt32] = []
  private var message: [UInt8] = []
  private static let empty = UInt32.max

  /// Creates an empty collector.
  init(wanted: Set<AttributeKey>? = nil) { self.wanted = wanted }

  /// Returns the index of a value, the same for equal values. Complexity: O(length) expected.
  mutating func number(_ value: AttributeValue) -> UInt32 {
    message.removeAll(keepingCapacity: true)
    value.append(to: &message)
    let hash = StableHash.of(message)
    if table.count * 2 >= slots.count { growSlots() }
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != Self.empty {
      let number = slots[slot]
      if table.hashes[Int(number)] == hash, table.bytes[table.range(Int(number))] == message[...] {
        return number
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    let number = table.add(message, hash: hash)
    slots[slot] = number
    return number
  }

  private mutating func growSlots() {
    slots = Array(repeating: Self.empty, count: max(64, slots.count * 2))
    for (number, hash) in table.hashes.enumerated() {
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] != Self.empty { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(number)
    }
  }
}

/// The value of an attribute.
enum AttributeValue: Sendable {
  case text(String)
  case whole(Int)
  case truth(Bool)

  /// Appends the `Value` message of the Mapbox Vector Tile specification 2.1, 4.4. Complexity: O(length).
  func append(to message: inout [UInt8]) {
    switch self {
    case .text(let text):
      var text = text
      text.withUTF8 { utf8 in
        message.append(0x0A)
        Self.append(varint: UInt64(utf8.count), to: &message)
        message.append(contentsOf: utf8)
      }
    case .whole(let number):
      message.append(number < 0 ? 0x30 : 0x28)
      let zigzag = UInt64(bitPattern: Int64((number << 1) ^ (number >> 63)))
      Self.append(varint: number < 0 ? zigzag : UInt64(number), to: &message)
    case .truth(let truth): message += [0x38, truth ? 1 : 0]
    }
  }

  private static func append(varint value: UInt64, to message: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      message.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    message.append(UInt8(truncatingIfNeeded: rest))
  }
}

/// A hash that is the same in every process and on every machine.
///
/// The bits of ``FNVHash`` are mixed because its high bits are alike for short texts.
enum StableHash {
  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    FNVHash(bytes).value.mixed()
  }

  /// Returns a feature's ID for tiles: 49 bits, which take seven bytes as a varint and fit JavaScript's exact integers.
  static func featureID(_ text: String) -> UInt64 { of(text.utf8) >> 15 }
}
