public import SkiBase

/// The identifier of a person who shares or views positions, authenticated by the app.
public struct UserID: Identifier {
  /// The identifier as text.
  public let rawValue: String
  /// The word for it in messages: user.
  public static var noun: String { "user" }
  /// Creates an identifier from 1 to 128 bytes of text without control characters.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for any other text.
  public init(_ rawValue: String) throws { self.rawValue = try Self.checked(rawValue) }
}

/// The identifier of a trip: the holiday of a group, within which its members share positions.
public struct TripID: Identifier {
  /// The identifier as text.
  public let rawValue: String
  /// The word for it in messages: trip.
  public static var noun: String { "trip" }
  /// Creates an identifier from 1 to 128 bytes of text without control characters.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for any other text.
  public init(_ rawValue: String) throws { self.rawValue = try Self.checked(rawValue) }
}

/// The identifier of a ``ShareGrant``.
public struct GrantID: Identifier {
  /// The identifier as text.
  public let rawValue: String
  /// The word for it in messages: grant.
  public static var noun: String { "grant" }
  /// Creates an identifier from 1 to 128 bytes of text without control characters.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for any other text.
  public init(_ rawValue: String) throws { self.rawValue = try Self.checked(rawValue) }

  /// Returns an identifier of 128 random bits, as 32 hexadecimal digits.
  public static func random() -> GrantID { GrantID(bits: RandomBits()) }

  private init(bits: RandomBits) { rawValue = bits.hexadecimal }
}

/// The identifier of a running server process among those that share a store.
package struct ServerID: Identifier {
  /// The identifier as text.
  package let rawValue: String
  /// The word for it in messages: server.
  package static var noun: String { "server" }
  /// Creates an identifier from 1 to 128 bytes of text without control characters.
  /// - Throws: ``SkiError`` with code `.invalidArgument` for any other text.
  package init(_ rawValue: String) throws { self.rawValue = try Self.checked(rawValue) }

  /// Returns an identifier of 128 random bits, as 32 hexadecimal digits.
  package static func random() -> ServerID { ServerID(bits: RandomBits()) }

  private init(bits: RandomBits) { rawValue = bits.hexadecimal }
}
