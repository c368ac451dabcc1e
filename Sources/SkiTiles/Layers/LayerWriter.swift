/// A writer of one layer of a vector tile at a time, with each distinct key and value once.
///
/// **Source:** Mapbox Vector Tile specification 2.1, 4.1 to 4.4. Not copyable; reused for the next layer.
struct LayerWriter: ~Copyable {
  /// The type of a feature's geometry, with the specification's numbers.
  enum GeometryType: UInt8 {
    case point = 1
    case line = 2
    case polygon = 3
  }

  private var features = ByteWriter(capacity: 1 << 16)
  private var tags = ByteWriter()
  private var values = ValueWriter()
  private var keyNumbers = [UInt8](repeating: .max, count: AttributeKey.allCases.count)
  private var keys: [AttributeKey] = []
  /// The number of features in the layer.
  private(set) var featureCount = 0

  init() {}

  /// Begins an empty layer.
  mutating func begin() {
    features.removeAll()
    values.begin()
    for key in keys { keyNumbers[Int(key.rawValue)] = .max }
    keys.removeAll(keepingCapacity: true)
    featureCount = 0
  }

  /// Sets the region table that the attributes of the following features refer to.
  mutating func enter(_ table: AttributeTable) { values.enter(count: table.count) }

  /// Appends a feature.
  ///
  /// - Parameters:
  ///   - id: The ID of the feature.
  ///   - type: The type of its geometry.
  ///   - attributes: Its keys, with indices of values in `table`.
  ///   - geometry: The geometry commands as varints; not empty.
  mutating func add(
    id: UInt64, _ type: GeometryType, _ attributes: ArraySlice<Attribute>, of table: AttributeTable,
    geometry: UnsafeBufferPointer<UInt8>
  ) {
    tags.removeAll()
    // Room for all varints of the loop.
    tags.reserve(2 * ByteWriter.longestVarint * attributes.count)
    for attribute in attributes {
      tags.put(varint: UInt64(keyNumber(attribute.key)))
      tags.put(varint: UInt64(values.number(attribute.value, of: table)))
    }
    features.append(byte: 0x12)
    features.append(varint: UInt64(size(id: id, geometry: geometry.count)))
    features.append(byte: 0x08)
    features.append(varint: id)
    if tags.count > 0 { features.append(message: 0x12, tags.bytes) }
    features.append(byte: 0x18)
    features.append(byte: type.rawValue)
    features.append(message: 0x22, geometry)
    featureCount += 1
  }

  private func size(id: UInt64, geometry: Int) -> Int {
    1 + ByteWriter.size(ofVarint: id) + (tags.count > 0 ? ByteWriter.size(ofMessage: tags.count) : 0) + 2
      + ByteWriter.size(ofMessage: geometry)
  }

  private mutating func keyNumber(_ key: AttributeKey) -> UInt8 {
    let known = keyNumbers[Int(key.rawValue)]
    if known != .max { return known }
    let number = UInt8(keys.count)
    keys.append(key)
    keyNumbers[Int(key.rawValue)] = number
    return number
  }

  /// Appends the layer to a tile; nothing when it has no features.
  mutating func finish(name: String, extent: Int, into tile: inout ByteWriter) {
    guard featureCount > 0 else { return }
    let nameSize = ByteWriter.size(ofMessage: name.utf8.count)
    let keySize = keys.reduce(0) { $0 + ByteWriter.size(ofMessage: $1.name.utf8.count) }
    let extentSize = 1 + ByteWriter.size(ofVarint: UInt64(extent))
    tile.append(byte: 0x1A)
    tile.append(varint: UInt64(2 + nameSize + features.count + keySize + values.bytes.count + extentSize))
    tile.append(byte: 0x78)
    tile.append(byte: 2)
    tile.append(message: 0x0A, name)
    tile.append(features.bytes)
    for key in keys { tile.append(message: 0x1A, key.name) }
    tile.append(values.bytes)
    tile.append(byte: 0x28)
    tile.append(varint: UInt64(extent))
  }
}

extension ByteWriter {
  /// Returns the number of bytes of a length-delimited field, its tag and length included.
  @inline(__always)
  static func size(ofMessage length: Int) -> Int { 1 + size(ofVarint: UInt64(length)) + length }

  /// Appends a length-delimited field: tag, length, bytes.
  mutating func append(message tag: UInt8, _ bytes: UnsafeBufferPointer<UInt8>) {
    append(byte: tag)
    append(varint: UInt64(bytes.count))
    append(bytes)
  }

  /// Appends a field of text.
  mutating func append(message tag: UInt8, _ text: String) {
    var text = text
    text.withUTF8 { append(message: tag, $0) }
  }
}
