public import SkiBase
public import SkiGraph

/// The particulars of a notice: identifiers, a time and at most one short text.
///
/// It has no member for a coordinate or the name of a place. A reader asks the services for what an identifier stands for,
/// and receives what is granted at that time.
public struct NoticePayload: Sendable, Hashable, Codable {
  /// The event.
  public var event: EventID?
  /// The chat.
  public var chat: ChatID?
  /// The message of the chat.
  public var message: MessageID?
  /// The lift, by its id in the source.
  public var lift: SourceID?
  /// The recorded day.
  public var day: DayID?
  /// The time of what the notice is about, in milliseconds since 1970.
  public var timeMilliseconds: Int64?
  /// The answer of a guest, one word.
  public var answer: String?
  /// The text of a host's word.
  public var word: String?

  /// Creates particulars; all are missing by default.
  public init(
    event: EventID? = nil, chat: ChatID? = nil, message: MessageID? = nil, lift: SourceID? = nil,
    day: DayID? = nil, time: UniversalTime? = nil, answer: String? = nil, word: String? = nil
  ) {
    (self.event, self.chat, self.message) = (event, chat, message)
    (self.lift, self.day, self.timeMilliseconds) = (lift, day, time?.milliseconds)
    (self.answer, self.word) = (answer, word)
  }

  /// The time of what the notice is about; nil when it has none.
  public var time: UniversalTime? { timeMilliseconds.map { UniversalTime(milliseconds: $0) } }

  /// The limits of a host's word.
  package static let wordLimit = TextLimit("word to the trip", atMost: 500, allowsLines: true)
  private static let answerLimit = TextLimit("answer of the notice", atMost: 40)
  private static let liftLimit = TextLimit("source id of the lift", atMost: 128)

  /// Returns the particulars when their texts are within the limits.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded`, naming the field.
  package func checked() throws -> NoticePayload {
    _ = try Self.wordLimit.checked(word)
    _ = try Self.answerLimit.checked(answer)
    _ = try Self.liftLimit.checked(lift?.rawValue)
    return self
  }
}
