import Foundation
import SkiGeo

/// The name of a time zone in the IANA database, such as `Europe/Zurich`.
public struct TimeZoneName: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  /// Creates a name.
  /// - Throws: `SkiError` with code `.invalidArgument` for a name that the system's database does not have.
  public init(_ rawValue: String) throws {
    let isPlain = rawValue.utf8.count <= 64 && rawValue.utf8.allSatisfy(Self.isPlain)
    // The system would also take abbreviations and offsets, which are no zones.
    guard isPlain, rawValue.contains("/") || rawValue == "UTC",
      let zone = TimeZone(identifier: rawValue), zone.identifier == rawValue || rawValue == "UTC"
    else {
      throw SkiError(
        .invalidArgument,
        "time zone \(rawValue.shortened(toScalars: 64)) is unknown; give a name as Europe/Zurich")
    }
    self.rawValue = rawValue
  }

  /// Creates a name that was checked before it was stored.
  package init(stored rawValue: String) { self.rawValue = rawValue }

  /// The name.
  public var description: String { rawValue }

  /// Creates a name from one string.
  /// - Throws: `DecodingError` for another type, `SkiError` as ``init(_:)``.
  public init(from decoder: any Decoder) throws {
    try self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the name as one string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "/"), UInt8(ascii: "-"),
      UInt8(ascii: "+"):
      true
    default: false
    }
  }
}
