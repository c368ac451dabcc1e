import SkiBase

/// The name of a time zone in the IANA database, such as `Europe/Zurich`.
public struct TimeZoneName: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The name.
  public let rawValue: String

  /// Creates a name.
  /// - Throws: `SkiError` with code `.invalidArgument` for a name that the system's database does not have.
  public init(_ rawValue: String) throws {
    try UTCOffset.requireZone(rawValue)
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
}
