import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

@testable import SkiClient

/// One value of each kind, for replies.
enum Samples {
  /// A moment in whole seconds.
  static let time = UniversalTime(secondsSince1970: 1_768_642_200)
  /// A later moment.
  static let later = time.advanced(bySeconds: 86_400)

  static func user() throws -> User {
    User(
      id: try UserID("anna"), name: "Anna",
      links: [UserLink(label: "Page", address: "https://anna.example", audience: .friends)],
      skier: SkierSettings(ability: "expert", maxDifficulty: "black"), created: time)
  }

  static func session() throws -> OwnSession {
    OwnSession(id: try SessionID("s1"), begun: time, used: time, expires: later, isAsking: true)
  }

  static func trip() throws -> Trip {
    Trip(
      id: try TripID("t1"), name: "Ski week", zone: try TimeZoneName("Europe/Zurich"),
      areas: [SourceID("a1")],
      window: try TimeWindow(from: time, until: later, field: "time", greatestSeconds: 1e9), created: time)
  }

  static func ownTrip() throws -> OwnTrip {
    OwnTrip(trip: try trip(), role: .host, joined: time, isChosen: true)
  }

  static func member() throws -> TripMember {
    TripMember(user: try UserID("ben"), name: "Ben", role: .traveller, joined: time)
  }

  static func invitation() throws -> Invitation {
    Invitation(
      id: try InvitationID("i1"), trip: try TripID("t1"), role: .traveller, madeBy: try UserID("anna"),
      expires: later, usesLeft: 3)
  }

  static func companion() throws -> Companion {
    Companion(
      user: try UserID("ben"), name: "Ben", role: .traveller, state: .asking,
      links: [Companion.Link(label: "Page", address: "https://ben.example")])
  }

  static func event() throws -> TripEvent {
    TripEvent(
      id: try EventID("e1"), trip: try TripID("t1"), author: try UserID("anna"), name: "Lunch", note: "",
      place: place,
      start: time, end: later, day: try CalendarDay("2026-01-17"), seats: 4, taken: 1, audience: .trip,
      cancelled: nil, answer: .yes, mayChange: true)
  }

  static let place = MeetingPoint(
    source: SourceID("node/1"), name: "Hut", coordinate: Coordinate(latitude: 46.9, longitude: 10.5))

  static func message() throws -> ChatMessage {
    ChatMessage(
      position: 3, author: try UserID("anna"), id: try MessageID("m1"), content: .text("Hello"), sent: time)
  }

  static func chat() throws -> Chat {
    Chat(
      id: try ChatID("c1"), subject: .trip(try TripID("t1")), lastPosition: 3, readPosition: 2, unread: 1,
      preview: try message())
  }

  static func notice() throws -> Notice {
    Notice(
      id: try NoticeID("n1"), key: "word:t1:m1", kind: .hostWord, trip: try TripID("t1"), actor: nil,
      payload: NoticePayload(word: "Dinner at 7"), since: time, isRead: false)
  }

  static func day() throws -> RecordedDay {
    RecordedDay(
      id: try DayID("d1"), owner: try UserID("anna"), state: .matched, failure: nil, received: time,
      from: time,
      until: later, lapCount: 9, descentMetres: 4200, trips: [try TripID("t1")])
  }

  static func lap() -> DayLap {
    DayLap(
      .run, source: SourceID("way/1"), start: time, end: later, lengthMetres: 1200, descentMetres: 300,
      topSpeedMetresPerSecond: 20)
  }

  static func challenge() throws -> Challenge {
    Challenge(
      id: try ChallengeID("h1"), trip: try TripID("t1"), name: "Most metres", measure: .descent,
      window: try TimeWindow(from: time, until: later, field: "time", greatestSeconds: 1e9), isJoined: true)
  }
}

extension ClientReply {
  /// A reply with a value.
  static func value(_ value: some ContractDocument, status: Int = 200) -> ClientReply {
    .json(value.json.text(), status: status)
  }

  /// A reply with a list.
  static func list(_ name: String, _ values: [some ContractDocument], _ rest: String = "") -> ClientReply {
    .json("{\"\(name)\":\(JSONValue.documents(values).text())\(rest)}")
  }

  /// A reply without a body.
  static let done = ClientReply(status: 204)
}
