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

/// The attributes of one feature while it is collected; unknown values are left out.
struct AttributeList {
  private(set) var entries: [(key: AttributeKey, value: AttributeValue)] = []

  mutating func add(_ key: AttributeKey, _ text: String?) {
    if let text, !text.isEmpty { entries.append((key, .text(text))) }
  }

  mutating func add(_ key: AttributeKey, _ number: Int?) {
    if let number { entries.append((key, .whole(number))) }
  }

  mutating func add(_ key: AttributeKey, _ truth: Bool?) {
    if let truth { entries.append((key, .truth(truth))) }
  }
}

extension AttributeCollector {
  /// Returns the wanted attributes of a list, with values replaced by their indices. Complexity: O(length) expected.
  mutating func attributes(_ list: AttributeList) -> [Attribute] {
    var found: [Attribute] = []
    for entry in list.entries where wanted?.contains(entry.key) ?? true {
      found.append(Attribute(key: entry.key, value: number(entry.value)))
    }
    return found
  }
}

/// The key of an attribute of features in vector tiles.
enum AttributeKey: UInt8, CaseIterable, Sendable {
  case id, name, ref, kind, convention, difficulty, estimatedDifficulty, colour, colourName, symbol, uses
  case groomed, status, area, oneway, rank, bearing, mapLengthMetres
  case liftType, occupancy, capacity, durationSeconds, detachable
  case lift, position, elevationMetres, cause, confidence, liftCount
  case grooming, gladed, lit, patrolled, snowmaking, bubble, heated
  case isIndex, intervalMetres, fromDegrees, toDegrees

  /// The name in tiles.
  var name: String {
    switch self {
    case .id: "id"
    case .name: "name"
    case .ref: "ref"
    case .kind: "kind"
    case .convention: "convention"
    case .difficulty: "difficulty"
    case .estimatedDifficulty: "estimatedDifficulty"
    case .colour: "colour"
    case .colourName: "colourName"
    case .symbol: "symbol"
    case .uses: "uses"
    case .groomed: "groomed"
    case .status: "status"
    case .area: "area"
    case .oneway: "oneway"
    case .rank: "rank"
    case .bearing: "bearing"
    case .mapLengthMetres: "length"
    case .liftType: "liftType"
    case .occupancy: "occupancy"
    case .capacity: "capacity"
    case .durationSeconds: "duration"
    case .detachable: "detachable"
    case .lift: "lift"
    case .position: "position"
    case .elevationMetres: "elevation"
    case .cause: "cause"
    case .confidence: "confidence"
    case .liftCount: "lifts"
    case .grooming: "grooming"
    case .gladed: "gladed"
    case .lit: "lit"
    case .patrolled: "patrolled"
    case .snowmaking: "snowmaking"
    case .bubble: "bubble"
    case .heated: "heated"
    case .isIndex: "index"
    case .intervalMetres: "interval"
    case .fromDegrees: "from"
    case .toDegrees: "to"
    }
  }

  /// The type of its values.
  var kind: TileSet.Field.Kind {
    switch self {
    case .groomed, .area, .oneway, .detachable, .isIndex, .gladed, .lit, .patrolled, .snowmaking, .bubble,
      .heated:
      .boolean
    case .rank, .bearing, .mapLengthMetres, .occupancy, .capacity, .durationSeconds, .elevationMetres,
      .confidence, .liftCount, .intervalMetres, .fromDegrees, .toDegrees:
      .number
    default: .string
    }
  }
}

/// An attribute of a feature: its key, and the index of its value in the region's table.
struct Attribute: BitwiseCopyable, Sendable {
  var key: AttributeKey
  var value: UInt32
}
