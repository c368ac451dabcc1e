public import SkiBase

/// The identifier of an event of a trip.
public struct EventID: Identifier {
  /// The identifier as text.
  public let rawValue: String
  /// The word for it in messages: event.
  public static var noun: String { "event" }
  /// Creates an identifier from 1 to 128 bytes of text without control characters.
  /// - Throws: `SkiError` with code `.invalidArgument` for any other text.
  public init(_ rawValue: String) throws { self.rawValue = try Self.checked(rawValue) }
}

/// The identifier of a chat.
public struct ChatID: Identifier {
  /// The identifier as text.
  public let rawValue: String
  /// The word for it in messages: chat.
  public static var noun: String { "chat" }
  /// Creates an identifier from 1 to 128 bytes of text without control characters.
  /// - Throws: `SkiError` with code `.invalidArgument` for any other text.
  public init(_ rawValue: String) throws { self.rawValue = try Self.checked(rawValue) }
}

/// The identifier of a message of a chat, chosen by the client that sends it.
public struct MessageID: Identifier {
  /// The identifier as text.
  public let rawValue: String
  /// The word for it in messages: message.
  public static var noun: String { "message" }
  /// Creates an identifier from 1 to 128 bytes of text without control characters.
  /// - Throws: `SkiError` with code `.invalidArgument` for any other text.
  public init(_ rawValue: String) throws { self.rawValue = try Self.checked(rawValue) }
}

/// The identifier of a notice of the outbox.
public struct NoticeID: Identifier {
  /// The identifier as text.
  public let rawValue: String
  /// The word for it in messages: notice.
  public static var noun: String { "notice" }
  /// Creates an identifier from 1 to 128 bytes of text without control characters.
  /// - Throws: `SkiError` with code `.invalidArgument` for any other text.
  public init(_ rawValue: String) throws { self.rawValue = try Self.checked(rawValue) }
}

/// The identifier of a recorded day.
public struct DayID: Identifier {
  /// The identifier as text.
  public let rawValue: String
  /// The word for it in messages: day.
  public static var noun: String { "day" }
  /// Creates an identifier from 1 to 128 bytes of text without control characters.
  /// - Throws: `SkiError` with code `.invalidArgument` for any other text.
  public init(_ rawValue: String) throws { self.rawValue = try Self.checked(rawValue) }
}

/// The identifier of a challenge of a trip.
public struct ChallengeID: Identifier {
  /// The identifier as text.
  public let rawValue: String
  /// The word for it in messages: challenge.
  public static var noun: String { "challenge" }
  /// Creates an identifier from 1 to 128 bytes of text without control characters.
  /// - Throws: `SkiError` with code `.invalidArgument` for any other text.
  public init(_ rawValue: String) throws { self.rawValue = try Self.checked(rawValue) }
}

/// The identifier of an invitation to a trip, by which a host revokes it; the link's secret is another.
public struct InvitationID: Identifier {
  /// The identifier as text.
  public let rawValue: String
  /// The word for it in messages: invitation.
  public static var noun: String { "invitation" }
  /// Creates an identifier from 1 to 128 bytes of text without control characters.
  /// - Throws: `SkiError` with code `.invalidArgument` for any other text.
  public init(_ rawValue: String) throws { self.rawValue = try Self.checked(rawValue) }
}

/// The identifier of a session: the refresh tokens that descend from one login.
public struct SessionID: Identifier {
  /// The identifier as text.
  public let rawValue: String
  /// The word for it in messages: session.
  public static var noun: String { "session" }
  /// Creates an identifier from 1 to 128 bytes of text without control characters.
  /// - Throws: `SkiError` with code `.invalidArgument` for any other text.
  public init(_ rawValue: String) throws { self.rawValue = try Self.checked(rawValue) }
}
