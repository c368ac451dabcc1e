public import SkiBase

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
