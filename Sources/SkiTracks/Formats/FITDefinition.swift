/// The layout of the data messages of a local message type in a FIT file.
struct FITDefinition {
  /// A field of a message.
  struct Field {
    /// The number of the field in the profile of its message.
    let number: UInt8
    /// The offset of its first byte in a data message.
    let offset: Int
    let byteCount: Int
    /// The base type, with the bit for multi-byte types.
    let baseType: UInt8
  }

  /// The number of the message in the profile.
  let message: UInt16
  let isBigEndian: Bool
  private(set) var fields: [Field] = []
  /// The number of bytes of a data message, developer fields included.
  private(set) var byteCount = 0

  init(message: UInt16, isBigEndian: Bool) {
    self.message = message
    self.isBigEndian = isBigEndian
  }

  /// Appends a field of the profile.
  mutating func append(number: UInt8, byteCount count: UInt8, baseType: UInt8) {
    fields.append(Field(number: number, offset: byteCount, byteCount: Int(count), baseType: baseType))
    byteCount += Int(count)
  }

  /// Appends a developer field, which is not decoded.
  mutating func appendSkipped(byteCount count: UInt8) { byteCount += Int(count) }

  /// Returns the value of a field in a data message, of an array the first element; nil where the field is missing, has
  /// the value that stands for invalid, or is no number.
  /// - Precondition: `bytes` has the bytes of a data message of this definition.
  /// - Complexity: O(*f*) in fields.
  func value(_ number: UInt8, in bytes: [UInt8]) -> Double? {
    guard let field = fields.first(where: { $0.number == number }),
      let type = FITBaseType(field.baseType), field.byteCount >= type.byteCount,
      field.byteCount % type.byteCount == 0
    else { return nil }
    var bits: UInt64 = 0
    for index in 0..<type.byteCount {
      let place = isBigEndian ? index : type.byteCount - 1 - index
      bits = bits << 8 | UInt64(bytes[field.offset + place])
    }
    return type.value(bits)
  }
}

/// A numeric base type of FIT fields.
struct FITBaseType {
  private enum Kind {
    case unsigned, signed, float
    /// An unsigned integer of which 0 is invalid.
    case positive
  }

  let byteCount: Int
  private let kind: Kind

  /// Creates a base type from its number; nil for texts and unknown types.
  init?(_ number: UInt8) {
    switch number & 0x1F {
    case 0, 2, 13: (byteCount, kind) = (1, .unsigned)
    case 1: (byteCount, kind) = (1, .signed)
    case 3: (byteCount, kind) = (2, .signed)
    case 4: (byteCount, kind) = (2, .unsigned)
    case 5: (byteCount, kind) = (4, .signed)
    case 6: (byteCount, kind) = (4, .unsigned)
    case 8: (byteCount, kind) = (4, .float)
    case 9: (byteCount, kind) = (8, .float)
    case 10: (byteCount, kind) = (1, .positive)
    case 11: (byteCount, kind) = (2, .positive)
    case 12: (byteCount, kind) = (4, .positive)
    case 14: (byteCount, kind) = (8, .signed)
    case 15: (byteCount, kind) = (8, .unsigned)
    case 16: (byteCount, kind) = (8, .positive)
    default: return nil
    }
  }

  /// Returns the number with the given bits; nil where they stand for invalid or are not finite.
  func value(_ bits: UInt64) -> Double? {
    let width = 8 * byteCount
    let all = UInt64.max >> UInt64(64 - width)
    switch kind {
    case .unsigned: return bits == all ? nil : Double(bits)
    case .positive: return bits == 0 ? nil : Double(bits)
    case .signed:
      guard bits != all >> 1 else { return nil }
      return Double(Int64(bitPattern: bits << UInt64(64 - width)) >> Int64(64 - width))
    case .float:
      let value = width == 32 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
      return value.isFinite ? value : nil
    }
  }
}
