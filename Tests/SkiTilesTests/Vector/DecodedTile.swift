import CDeflate

/// A vector tile decoded by the specification, independently of the writer; a violation is an error.
struct DecodedTile {
  struct Layer {
    var name = ""
    var version = 0
    var extent = 4096
    var keys: [String] = []
    var values: [Value] = []
    var features: [Feature] = []
  }

  struct Feature {
    var id: UInt64?
    var type = 0
    var attributes: [String: Value] = [:]
    /// The parts: points one by one, lines, rings without their closing corner.
    var parts: [[Point]] = []
    fileprivate var tags: [Int] = []
    fileprivate var commands: [UInt32] = []
  }

  enum Value: Hashable {
    case text(String)
    case number(Int64)
    case truth(Bool)
    case real(Double)
  }

  struct Point: Hashable {
    var x: Int
    var y: Int
  }

  struct Fault: Error, CustomStringConvertible {
    var description: String
    init(_ text: String) { description = text }
  }

  var layers: [Layer] = []

  /// Decompresses and decodes a tile.
  init(packed bytes: [UInt8]) throws { try self.init(Self.unpacked(bytes)) }

  init(_ bytes: [UInt8]) throws {
    var reader = ProtobufReader(bytes[...])
    while let (field, wire) = try reader.tag() {
      guard field == 3, wire == 2 else { throw Fault("tile has field \(field)") }
      layers.append(try Self.layer(reader.message()))
    }
    guard Set(layers.map(\.name)).count == layers.count else { throw Fault("two layers of one name") }
  }

  subscript(name: String) -> Layer? { layers.first { $0.name == name } }

  static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
    guard bytes.count >= 18, let unpacker = libdeflate_alloc_decompressor() else { throw Fault("no gzip") }
    defer { libdeflate_free_decompressor(unpacker) }
    let size = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    var result = LIBDEFLATE_BAD_DATA
    let plain = [UInt8](unsafeUninitializedCapacity: size) { target, filled in
      result = libdeflate_gzip_decompress(
        unpacker, bytes, bytes.count, target.baseAddress, size, &filled)
    }
    guard result == LIBDEFLATE_SUCCESS else { throw Fault("gzip is broken") }
    return plain
  }

  private static func layer(_ bytes: ArraySlice<UInt8>) throws -> Layer {
    var layer = Layer()
    var reader = ProtobufReader(bytes)
    while let (field, wire) = try reader.tag() {
      switch (field, wire) {
      case (1, 2): layer.name = String(decoding: try reader.message(), as: UTF8.self)
      case (2, 2): layer.features.append(try feature(reader.message()))
      case (3, 2): layer.keys.append(String(decoding: try reader.message(), as: UTF8.self))
      case (4, 2): layer.values.append(try value(reader.message()))
      case (5, 0): layer.extent = Int(try reader.varint())
      case (15, 0): layer.version = Int(try reader.varint())
      default: throw Fault("layer has field \(field) of wire type \(wire)")
      }
    }
    guard layer.version == 2, !layer.name.isEmpty, !layer.features.isEmpty else {
      throw Fault("layer \(layer.name) of version \(layer.version) has \(layer.features.count) features")
    }
    guard Set(layer.keys).count == layer.keys.count, Set(layer.values).count == layer.values.count else {
      throw Fault("layer \(layer.name) repeats keys or values")
    }
    for index in layer.features.indices { try finish(&layer.features[index], layer) }
    return layer
  }

  private static func feature(_ bytes: ArraySlice<UInt8>) throws -> Feature {
    var feature = Feature()
    var reader = ProtobufReader(bytes)
    while let (field, wire) = try reader.tag() {
      switch (field, wire) {
      case (1, 0): feature.id = try reader.varint()
      case (2, 2): feature.tags = try reader.packed().map { Int($0) }
      case (3, 0): feature.type = Int(try reader.varint())
      case (4, 2): feature.commands = try reader.packed().map { UInt32($0) }
      default: throw Fault("feature has field \(field) of wire type \(wire)")
      }
    }
    return feature
  }

  private static func value(_ bytes: ArraySlice<UInt8>) throws -> Value {
    var reader = ProtobufReader(bytes)
    guard let (field, wire) = try reader.tag() else { throw Fault("empty value") }
    switch (field, wire) {
    case (1, 2): return .text(String(decoding: try reader.message(), as: UTF8.self))
    case (5, 0): return .number(Int64(try reader.varint()))
    case (6, 0): return .number(Int64(zigzag(UInt64(try reader.varint()))))
    case (7, 0): return .truth(try reader.varint() != 0)
    default: throw Fault("value has field \(field) of wire type \(wire)")
    }
  }

  static func zigzag(_ code: UInt64) -> Int { Int(code >> 1) ^ -Int(code & 1) }

  private static func finish(_ feature: inout Feature, _ layer: Layer) throws {
    guard feature.tags.count.isMultiple(of: 2) else { throw Fault("odd tags") }
    for pair in stride(from: 0, to: feature.tags.count, by: 2) {
      let (key, value) = (feature.tags[pair], feature.tags[pair + 1])
      guard layer.keys.indices.contains(key), layer.values.indices.contains(value),
        feature.attributes.updateValue(layer.values[value], forKey: layer.keys[key]) == nil
      else { throw Fault("tags \(key), \(value) of layer \(layer.name) don't hold") }
    }
    feature.parts = try GeometryReader(feature.commands, type: feature.type).parts()
  }
}

/// Reads the commands of a geometry, by the specification's rules for its type.
private struct GeometryReader {
  private let commands: [UInt32]
  private let type: Int

  init(_ commands: [UInt32], type: Int) {
    self.commands = commands
    self.type = type
  }

  func parts() throws -> [[DecodedTile.Point]] {
    guard !commands.isEmpty else { throw DecodedTile.Fault("empty geometry") }
    var parts: [[DecodedTile.Point]] = []
    var pen = DecodedTile.Point(x: 0, y: 0)
    var index = 0
    var isOpen = false
    while index < commands.count {
      let (id, count) = (commands[index] & 7, Int(commands[index] >> 3))
      index += 1
      guard count > 0, id == 7 ? count == 1 : index + 2 * count <= commands.count else {
        throw DecodedTile.Fault("command \(id) with count \(count)")
      }
      if id == 7 {
        guard type == 3, isOpen else { throw DecodedTile.Fault("close path out of place") }
        isOpen = false
        continue
      }
      guard id == 1 ? (!isOpen && (type == 1 || count == 1)) : (id == 2 && type != 1 && !parts.isEmpty) else {
        throw DecodedTile.Fault("command \(id) out of place in type \(type)")
      }
      for _ in 0..<count {
        let step = (
          DecodedTile.zigzag(UInt64(commands[index])), DecodedTile.zigzag(UInt64(commands[index + 1]))
        )
        index += 2
        if id == 2, step == (0, 0) { throw DecodedTile.Fault("a step of no length") }
        pen = DecodedTile.Point(x: pen.x + step.0, y: pen.y + step.1)
        if id == 1 { parts.append([pen]) } else { parts[parts.count - 1].append(pen) }
      }
      isOpen = id == 2 && type == 3
    }
    guard !isOpen else { throw DecodedTile.Fault("ring is not closed") }
    try check(parts)
    return parts
  }

  private func check(_ parts: [[DecodedTile.Point]]) throws {
    switch type {
    case 1: break
    case 2:
      guard parts.allSatisfy({ $0.count > 1 }) else { throw DecodedTile.Fault("line of one point") }
    case 3:
      for (index, ring) in parts.enumerated() {
        guard ring.count > 2, ring.first != ring.last, Self.doubleArea(ring) != 0,
          index > 0 || Self.doubleArea(ring) > 0
        else { throw DecodedTile.Fault("ring without area or wound the wrong way: \(ring)") }
      }
    default: throw DecodedTile.Fault("geometry of type \(type)")
    }
  }

  /// Twice the area by the shoelace formula, positive for an outer ring.
  private static func doubleArea(_ ring: [DecodedTile.Point]) -> Int {
    zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y }
  }
}

/// Reads protobuf, field by field.
struct ProtobufReader {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  mutating func tag() throws -> (field: Int, wire: Int)? {
    guard !bytes.isEmpty else { return nil }
    let tag = try varint()
    return (Int(tag >> 3), Int(tag & 7))
  }

  mutating func varint() throws -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = bytes.popFirst() {
      guard shift < 64 else { break }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw DecodedTile.Fault("varint is cut off")
  }

  mutating func message() throws -> ArraySlice<UInt8> {
    let count = Int(clamping: try varint())
    guard count <= bytes.count else { throw DecodedTile.Fault("message is cut off") }
    defer { bytes.removeFirst(count) }
    return bytes.prefix(count)
  }

  mutating func packed() throws -> [UInt64] {
    var inner = ProtobufReader(try message())
    var values: [UInt64] = []
    while !inner.bytes.isEmpty { values.append(try inner.varint()) }
    return values
  }
}
