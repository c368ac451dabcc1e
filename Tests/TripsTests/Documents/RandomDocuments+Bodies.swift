@testable import SkiAPI
@testable import SkiPeople

/// The bodies of routes.
extension RandomDocuments {
  /// Returns changes of a user.
  mutating func userPatch() -> UserPatch {
    UserPatch(
      name: maybe { $0.text() }, links: maybe { $0.list { $0.userLink() } }, skier: maybe { $0.skier() })
  }

  /// Returns values of a trip.
  mutating func tripDraft() -> TripDraft {
    TripDraft(name: text(), zone: text(), areas: list { $0.source() }, from: time(), until: time())
  }

  /// Returns changes of a trip.
  mutating func tripPatch() -> TripPatch {
    TripPatch(
      name: maybe { $0.text() }, zone: maybe { $0.text() }, areas: maybe { $0.list { $0.source() } },
      from: maybe { $0.time() }, until: maybe { $0.time() })
  }

  /// Returns values of an event.
  mutating func eventDraft() throws -> EventDraft {
    let audience: EventAudience = one(of: [.trip, .friends, .people(try list { try $0.id() }), .near])
    return EventDraft(
      name: text(), note: text(), place: maybe { $0.place() }, start: time(), end: time(),
      seats: maybe { $0.integer() }, audience: audience)
  }

  /// Returns changes of an event.
  mutating func eventPatch() -> EventPatch {
    EventPatch(
      name: maybe { $0.text() }, note: maybe { $0.text() }, place: maybe { $0.place() },
      start: maybe { $0.time() }, end: maybe { $0.time() }, seats: maybe { $0.integer() },
      allowsAnyNumber: flag())
  }

  /// Returns values of a message.
  mutating func messageDraft() throws -> MessageDraft { MessageDraft(id: try id(), content: content()) }

  /// Returns values of a challenge.
  mutating func challengeDraft() -> ChallengeDraft {
    ChallengeDraft(name: text(), measure: measure(), from: time(), until: time())
  }

  /// Returns preferences for what is near.
  mutating func nearby() -> NearbyPreferences {
    one(of: [.metres(thousandths()), .minutes(thousandths())])
  }

  /// Returns preferences for notices.
  mutating func noticePreferences() -> NoticePreferences {
    let muted: [NoticeKind] = list { $0.word() }
    return NoticePreferences(
      muted: Set(muted),
      quiet: maybe { QuietHours(fromMinute: $0.integer(), untilMinute: $0.integer()) },
      zone: TimeZoneName(stored: one(of: ["UTC", "Europe/Zurich", "Asia/Tokyo"])),
      digestMinutes: maybe { $0.integer() })
  }
}
