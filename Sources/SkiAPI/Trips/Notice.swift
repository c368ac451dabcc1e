public import SkiBase
public import SkiGraph

/// A notice as its recipient sees it.
public struct Notice: Sendable, Hashable {
  /// The identifier, the same for all recipients of one notice.
  public var id: NoticeID
  /// The key by which doubles are recognised: a recipient has one notice of a key.
  public var key: String
  /// The kind.
  public var kind: NoticeKind
  /// The trip; nil for a notice outside of trips.
  public var trip: TripID?
  /// The person whose act it is; nil for a host's word and for acts of no person.
  public var actor: UserID?
  /// The particulars.
  public var payload: NoticePayload
  /// The time from which it is shown and sent.
  public var since: UniversalTime
  /// Indicates whether the recipient marked it as read.
  public var isRead: Bool

  /// Creates a notice from its parts.
  public init(
    id: NoticeID, key: String, kind: NoticeKind, trip: TripID?, actor: UserID?, payload: NoticePayload,
    since: UniversalTime, isRead: Bool
  ) {
    (self.id, self.key, self.kind, self.trip) = (id, key, kind, trip)
    (self.actor, self.payload, self.since, self.isRead) = (actor, payload, since, isRead)
  }

  /// The position of the notice in its recipient's list.
  public var position: NoticePosition { NoticePosition(milliseconds: since.milliseconds, notice: id) }
}

/// A position in a user's list of notices, by time and identifier, so that new ones don't move the pages.
public struct NoticePosition: Sendable, Hashable, CustomStringConvertible {
  package let milliseconds: Int64
  package let notice: NoticeID

  package init(milliseconds: Int64, notice: NoticeID) {
    (self.milliseconds, self.notice) = (milliseconds, notice)
  }

  /// Creates a position from its text.
  /// - Throws: `SkiError` with code `.invalidArgument` for a text that is none.
  public init(_ text: String) throws {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard text.utf8.count <= 160, parts.count == 2, let milliseconds = Int64(parts[0]), milliseconds >= 0,
      let notice = try? NoticeID(String(parts[1]))
    else {
      throw SkiError(
        .invalidArgument,
        "position of a notice has \(text.utf8.count) bytes and is none; give one of a page's")
    }
    self.init(milliseconds: milliseconds, notice: notice)
  }

  /// The position as text, for addresses.
  public var description: String { "\(milliseconds)-\(notice)" }
}

/// A page of a user's notices, the latest first.
public struct NoticePage: Sendable, Hashable {
  /// The notices.
  public var notices: [Notice]
  /// The position from which the next page goes on; nil at the end.
  public var next: NoticePosition?

  /// Creates a page from its parts.
  public init(notices: [Notice], next: NoticePosition?) { (self.notices, self.next) = (notices, next) }
}

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
