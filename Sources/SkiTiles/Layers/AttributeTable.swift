import SkiGeo

/// The attributes of the features of a region, each distinct value once, already in the bytes of a tile.
///
/// A value; immutable once the region is read. Keys are those of ``AttributeKey``.
struct AttributeTable: Sendable {
  /// The values' protobuf messages one after the other, and where each begins; one more than there are values.
  private(set) var bytes: [UInt8] = []
  private(set) var starts: [UInt32] = [0]
  /// A hash of each value's bytes, the same in every region.
  private(set) var hashes: [UInt64] = []

  /// How many values there are.
  var count: Int { hashes.count }

  /// Where a value's bytes lie.
  @inline(__always)
  func range(_ value: Int) -> Range<Int> { Int(starts[value])..<Int(starts[value + 1]) }

  fileprivate mutating func add(_ message: [UInt8], hash: UInt64) -> UInt32 {
    bytes += message
    starts.append(UInt32(bytes.count))
    hashes.append(hash)
    return UInt32(hashes.count - 1)
  }
}

/// Collects attribute values and numbers them.
struct AttributeCollector {
  /// The keys whose values are kept; nil for all.
  let wanted: Set<AttributeKey>?
  private(set) var table = AttributeTable()
  private var numbers: [AttributeValue: UInt32] = [:]

  /// Makes a table without any value yet.
  init(wanted: Set<AttributeKey>? = nil) { self.wanted = wanted }

  /// Returns the number of a value, the same for equal ones. Complexity: O(length) expected.
  mutating func number(_ value: AttributeValue) -> UInt32 {
    if let known = numbers[value] { return known }
    let message = value.message
    let number = table.add(message, hash: StableHash.of(message))
    numbers[value] = number
    return number
  }
}

/// What an attribute may be.
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

/// A hash that is the same in every run and on every machine.
///
/// ``FNVHash`` alone leaves the first bits of short texts alike.
enum StableHash {
  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    FNVHash(bytes).value.mixed()
  }

  /// A feature's number for tiles: 49 bits, which take seven bytes there and fit a script's whole numbers.
  static func featureID(_ text: String) -> UInt64 { of(text.utf8) >> 15 }
}
