/// The identity of a map, different after every change of its bytes.
///
/// Places, routes and other answers hold the identity of their map; other maps refuse them with code
/// `.invalidArgument`. As text, and encoded, it has 16 lower-case hexadecimal digits.
public struct MapID: Hashable, Sendable, BitwiseCopyable {
  /// The checksum of the map's header, which covers those of all parts.
  package var rawValue: UInt64

  package init(_ rawValue: UInt64) { self.rawValue = rawValue }

  /// The identity of graphs made in memory, which belong to no map.
  package static let none = MapID(0)
}

extension MapID: Comparable {
  /// Returns whether the first identity has the lower number; the order says nothing about the maps.
  public static func < (a: MapID, b: MapID) -> Bool { a.rawValue < b.rawValue }
}

extension MapID: LosslessStringConvertible {
  /// The number of digits of the text.
  private static let digitCount = 16

  /// Creates an identity from its text; nil unless it is 16 digits of `0123456789abcdef`.
  public init?(_ description: String) {
    guard description.utf8.count == Self.digitCount else { return nil }
    var value: UInt64 = 0
    for byte in description.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(byte - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    rawValue = value
  }

  /// The identity as 16 lower-case hexadecimal digits.
  public var description: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: Self.digitCount - digits.count) + digits
  }
}

extension MapID: Codable {
  /// Decodes an identity from its text.
  /// - Throws: `DecodingError` for any other value.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = MapID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a map's identity has 16 lower-case hexadecimal digits")
    }
    self = id
  }

  /// Encodes the identity as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
