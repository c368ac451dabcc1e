import SkiBase

@testable import SkiAPI
@testable import SkiPeople

/// The results of routes.
extension RandomDocuments {
  /// Returns a user.
  mutating func user() throws -> User {
    User(
      id: try id(), name: text(), links: list { $0.userLink() }, skier: skier(), created: time())
  }

  /// Returns the tokens of a session.
  mutating func tokens() throws -> SessionTokens {
    SessionTokens(
      user: try id(), access: text(), accessExpires: time(), refresh: RefreshToken(text()),
      refreshExpires: time())
  }

  /// Returns a session of a list.
  mutating func ownSession() throws -> OwnSession {
    OwnSession(id: try id(), begun: time(), used: time(), expires: time(), isAsking: flag())
  }

  /// Returns a trip.
  mutating func trip() throws -> Trip {
    Trip(
      id: try id(), name: text(),
      zone: TimeZoneName(stored: one(of: ["UTC", "Europe/Zurich", "Mars/Olympus_Mons"])),
      areas: list { $0.source() }, window: window(), created: time(), ended: maybe { $0.time() })
  }

  /// Returns a trip of a list.
  mutating func ownTrip() throws -> OwnTrip {
    OwnTrip(trip: try trip(), role: word(), joined: time(), isChosen: flag())
  }

  /// Returns a member of a trip.
  mutating func member() throws -> TripMember {
    TripMember(user: try id(), name: text(), role: word(), joined: time(), isNamedAsHost: flag())
  }

  /// Returns an invitation.
  mutating func invitation() throws -> Invitation {
    Invitation(
      id: try id(), trip: try id(), role: word(), madeBy: try id(), expires: time(), usesLeft: integer())
  }

  /// Returns a new invitation.
  mutating func madeInvitation() throws -> MadeInvitation {
    MadeInvitation(try invitation(), secret: try LinkSecret("0123456789abcdef0123456789abcdef"))
  }

  /// Returns the sight of a trip.
  mutating func preview() throws -> InvitationPreview {
    InvitationPreview(trip: try trip(), role: word(), isMember: flag())
  }

  /// Returns a companion.
  mutating func companion() throws -> Companion {
    Companion(
      user: try id(), name: text(), role: maybe { $0.word() }, state: word(),
      links: list { Companion.Link(label: $0.text(), address: $0.text()) })
  }

  /// Returns a blocked person.
  mutating func blocked() throws -> BlockedPerson {
    BlockedPerson(user: try id(), name: text(), since: time())
  }

  /// Returns a favourite.
  mutating func favourite() -> Favourite { Favourite(source: source(), kind: word(), added: time()) }

  /// Returns an event.
  mutating func event() throws -> TripEvent {
    TripEvent(
      id: try id(), trip: try id(), author: try maybe { try $0.id() }, name: text(), note: text(),
      place: maybe { $0.place() }, start: time(), end: time(),
      day: CalendarDay(daysSince1970: integer(-20_000...40_000)), seats: maybe { $0.integer() },
      taken: integer(), audience: maybe { $0.word() }, cancelled: maybe { $0.time() },
      answer: maybe { $0.word() }, mayChange: flag())
  }

  /// Returns a guest.
  mutating func guest() throws -> EventGuest {
    EventGuest(user: try id(), name: text(), answer: maybe { $0.word() })
  }

  /// Returns a page of events.
  mutating func eventPage() throws -> EventPage {
    EventPage(
      events: try list { try $0.event() },
      next: try maybe { EventPosition(start: $0.time(), event: try $0.id()) })
  }

  /// Returns a suggestion.
  mutating func suggestion() throws -> MeetingSuggestion {
    MeetingSuggestion(place: place(), missing: try list { try $0.id() })
  }

  /// Returns a chat.
  mutating func chat() throws -> Chat {
    let subjects: [ChatSubject] = [.trip(try id()), .event(try id(), try id()), .person(try id())]
    return Chat(
      id: try id(), subject: one(of: subjects), lastPosition: Int64(integer()),
      readPosition: Int64(integer()), unread: integer(), preview: try maybe { try $0.message() })
  }

  /// Returns a message, or a gap.
  mutating func message() throws -> ChatMessage {
    let (position, sent) = (Int64(integer(1...9_007_199_254_740_991)), time())
    guard flag() else {
      return ChatMessage(position: position, author: nil, id: nil, content: nil, sent: sent)
    }
    return ChatMessage(
      position: position, author: try maybe { try $0.id() }, role: maybe { $0.word() },
      id: try maybe { try $0.id() },
      content: content(), sent: sent)
  }

  /// Returns a page of messages.
  mutating func chatPage() throws -> ChatPage {
    ChatPage(messages: try list { try $0.message() }, lastPosition: Int64(integer()))
  }

  /// Returns news of a chat.
  mutating func news() throws -> ChatUpdate {
    let chat: ChatID = try id()
    guard flag() else { return flag() ? .restored(chat) : .deletion(chat, position: Int64(integer())) }
    return .message(chat, try message())
  }

  /// Returns a notice.
  mutating func notice() throws -> Notice {
    let payload = NoticePayload(
      event: try maybe { try $0.id() }, chat: try maybe { try $0.id() }, message: try maybe { try $0.id() },
      lift: maybe { $0.source() }, day: try maybe { try $0.id() }, time: maybe { $0.time() },
      answer: maybe { $0.text() }, word: maybe { $0.text() })
    return Notice(
      id: try id(), key: text(), kind: word(), trip: try maybe { try $0.id() },
      actor: try maybe { try $0.id() }, payload: payload, since: time(), isRead: flag())
  }

  /// Returns a page of notices.
  mutating func noticePage() throws -> NoticePage {
    NoticePage(
      notices: try list { try $0.notice() },
      next: try maybe { NoticePosition(milliseconds: $0.time().milliseconds, notice: try $0.id()) })
  }

  /// Returns a recorded day.
  mutating func day() throws -> RecordedDay {
    RecordedDay(
      id: try id(), owner: try id(), state: word(), failure: maybe { $0.text() },
      received: maybe { $0.time() }, from: maybe { $0.time() }, until: maybe { $0.time() },
      lapCount: integer(), descentMetres: thousandths(), trips: try list { try $0.id() })
  }

  /// Returns a lap.
  mutating func lap() -> DayLap {
    DayLap(
      word(), source: source(), start: time(), end: time(), lengthMetres: thousandths(),
      descentMetres: thousandths(), topSpeedMetresPerSecond: maybe { $0.thousandths() },
      fault: maybe { $0.word() })
  }

  /// Returns an achievement.
  mutating func achievement() -> DayAchievement {
    DayAchievement(word(), value: thousandths(), source: maybe { $0.source() })
  }

  /// Returns a challenge.
  mutating func challenge() throws -> Challenge {
    Challenge(
      id: try id(), trip: try id(), name: text(), measure: measure(), window: window(), isJoined: flag())
  }

  /// Returns the standing of a member.
  mutating func rank() throws -> ChallengeRank {
    ChallengeRank(rank: integer(), user: try id(), name: text(), score: thousandths())
  }

  /// Returns an address for an upload.
  mutating func uploadAddress() throws -> UploadAddress {
    UploadAddress(day: try id(), path: "/v1/uploads/" + text(), expires: time())
  }

  /// Returns a signed link.
  mutating func signedLink() -> SignedLink { SignedLink(link: text(), expires: time()) }
}
