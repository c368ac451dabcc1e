package import SkiBase
import SkiGraph

// The documents of notices and their preferences.

extension Notice: ContractDocument {
  package static let title = "Notice"
  package static let summary = "A notice as its recipient sees it."

  package static func form(_ member: inout DocumentForm<Notice>) throws(SkiError) -> Notice {
    let key = try member("key", .text(like: "chat:7f3a"), "The key by which doubles are recognised.") {
      $0.key
    }
    let id = try member("id", .id, "The identifier, the same for all recipients.") { $0.id }
    let kind = try member("kind", .word, "The kind.") { $0.kind }
    let trip = try member.optional("trip", .id, "The trip.") { $0.trip }
    let actor = try member.optional("actor", .id, "The person who caused it.") { $0.actor }
    let since = try member("since", .time, "When it was written.") { $0.since }
    let isRead = try member("isRead", .flag, "Whether the recipient has read it.") { $0.isRead }
    return Notice(
      id: id, key: key, kind: kind, trip: trip, actor: actor, payload: try member.part { $0.payload },
      since: since, isRead: isRead)
  }
}

extension NoticePayload: ContractDocument {
  package static let title = "NoticePayload"
  package static let summary = "The particulars of a notice."

  package static func form(_ member: inout DocumentForm<NoticePayload>) throws(SkiError) -> NoticePayload {
    try NoticePayload(
      event: member.given("event", .id, "The event.") { $0.event },
      chat: member.given("chat", .id, "The chat.") { $0.chat },
      message: member.given("message", .id, "The message of the chat.") { $0.message },
      lift: member.given("lift", .source, "The lift, by its id in the source.") { $0.lift },
      day: member.given("day", .id, "The recorded day.") { $0.day },
      time: member.given("time", .time, "The time of what it is about.") { $0.time },
      answer: member.given("answer", .text(like: "yes"), "The answer of a guest.") { $0.answer },
      word: member.given("word", .text(like: "Snow!"), "A host's word.") { $0.word })
  }
}

/// A page of the user's notices, with the number of all that are not read.
package struct NoticeList: ContractDocument, Hashable {
  /// The notices, the latest first.
  package var page: NoticePage
  /// The number of all notices that are not read.
  package var unread: Int

  /// Creates a page from its parts.
  package init(_ page: NoticePage, unread: Int) { (self.page, self.unread) = (page, unread) }

  package static let title = "NoticeList"
  package static let summary = "A page of the user's notices, the latest first."

  package static func form(_ member: inout DocumentForm<NoticeList>) throws(SkiError) -> NoticeList {
    try NoticeList(
      NoticePage(
        notices: member("notices", .documents(), "The notices.", default: []) { $0.page.notices },
        next: member.optional("next", .noticePosition, "Where the next page begins; null at the end.") {
          $0.page.next
        }), unread: member("unread", .integer, "The number of all that are not read.") { $0.unread })
  }
}

extension MemberType<NoticePosition> {
  /// A position in a list of notices.
  package static var noticePosition: Self {
    Self(
      write: { $1.string($0.description) },
      as: MemberForm(
        text: "a position of a notice",
        like: NoticePosition(milliseconds: 1_768_638_600_000, notice: MemberType<NoticeID>.id.example()),
        make: { try NoticePosition($0) }))
  }
}

extension NoticePreferences: ContractDocument {
  package static let title = "NoticePreferences"
  package static let summary = "The user's preferences for notices that are sent."

  package static func form(_ member: inout DocumentForm<NoticePreferences>) throws(SkiError)
    -> NoticePreferences
  {
    try NoticePreferences(
      muted: Set(
        member("muted", .words(), "The kinds that are not sent.", default: []) {
          $0.muted.sorted { $0.rawValue < $1.rawValue }
        }),
      quiet: member.optional("quiet", .document, "The hours in which nothing is sent.") { $0.quiet },
      zone: member("zone", .zone, "The time zone of the user's clock.") { $0.zone },
      digestMinutes: member.optional(
        "digestMinutes", .integer(digestRange),
        "The interval at which notices that can wait are sent together."
      ) { $0.digestMinutes })
  }
}

extension QuietHours: ContractDocument {
  package static let title = "QuietHours"
  package static let summary =
    "The hours of the local clock in which nothing is sent; they may span midnight."

  package static func form(_ member: inout DocumentForm<QuietHours>) throws(SkiError) -> QuietHours {
    try QuietHours(
      fromMinute: member("fromMinute", .integer(0...1439), "The first minute of the local day.") {
        $0.fromMinute
      },
      untilMinute: member("untilMinute", .integer(0...1439), "The minute of the local day at which they end.")
      {
        $0.untilMinute
      })
  }
}
