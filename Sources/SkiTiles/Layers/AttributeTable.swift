import SkiGeo

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
  private var numbers: [AttributeValue: UInt32] = [:]

  /// Creates an empty collector.
  init(wanted: Set<AttributeKey>? = nil) { self.wanted = wanted }

  /// Returns the index of a value, the same for equal values. Complexity: O(length) expected.
  mutating func number(_ value: AttributeValue) -> UInt32 {
    if let known = numbers[value] { return known }
    let message = value.message
    let number = table.add(message, hash: StableHash.of(message))
    numbers[value] = number
    return number
  }
}

/// The value of an attribute.
enum AttributeValue: Hashable, Sendable {
  case text(String)
  case whole(Int)
  case truth(Bool)

  /// The `Value` message of the Mapbox Vector Tile specification 2.1, 4.4.
  var message: [UInt8] {
    var writer = ByteWriter(capacity: 32)
    switch self {
    case .text(let text):
      var text = text
      text.withUTF8 { utf8 in
        writer.append(byte: 0x0A)
        writer.append(varint: UInt64(utf8.count))
        writer.append(utf8)
      }
    case .whole(let number) where number < 0:
      writer.append(byte: 0x30)
      writer.append(zigzag: number)
    case .whole(let number):
      writer.append(byte: 0x28)
      writer.append(varint: UInt64(number))
    case .truth(let truth):
      writer.append(byte: 0x38)
      writer.append(byte: truth ? 1 : 0)
    }
    return Array(writer.bytes)
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
