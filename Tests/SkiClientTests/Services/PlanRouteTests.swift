import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import Testing

@testable import SkiClient

/// Methods on events, chats, notices, days and challenges send the requests of the contract, and read its results.
@Suite struct PlanRouteTests {
  private static let linkText =
    "1768728600000.\(String(repeating: "a", count: 64)).e1.anna"

  private static let events: [RouteCase] = [
    RouteCase("GET /v1/trips/t1/events?day=2026-01-17", try .list("events", [Samples.event()])) {
      client, user in
      try await client.events.list(of: TripID("t1"), on: CalendarDay("2026-01-17"), as: user) == [
        Samples.event()
      ]
    },
    RouteCase(
      "GET /v1/trips/t1/events?after=1768642200000.e0&count=20",
      try .list("events", [Samples.event()], #","next":"1768642200000.e1""#)
    ) { client, user in
      let page = try await client.events.page(
        of: TripID("t1"), after: EventPosition(start: Samples.time, event: EventID("e0")), count: 20, as: user
      )
      return try page.events == [Samples.event()]
        && page.next == EventPosition(start: Samples.time, event: EventID("e1"))
    },
    RouteCase("GET /v1/trips/t1/events?count=50", .json(#"{"events":[],"next":null}"#)) { client, user in
      try await client.events.page(of: TripID("t1"), as: user) == EventPage(events: [], next: nil)
    },
    RouteCase(
      "POST /v1/trips/t1/events",
      sends: """
        {"name":"Lunch","note":"","start":"2026-01-17T09:30:00Z","end":"2026-01-18T09:30:00Z","seats":4,"audience":"people",
        "people":["ben"],"place":{"source":"node/1","name":"Hut","latitude":46.9,"longitude":10.5,"isGone":false}}
        """,
      try .value(Samples.event(), status: 201)
    ) { client, user in
      let draft = EventDraft(
        name: "Lunch", place: Samples.place, start: Samples.time, end: Samples.later, seats: 4,
        audience: .people([try UserID("ben")]))
      return try await client.events.create(draft, in: TripID("t1"), as: user) == Samples.event()
    },
    RouteCase(
      "POST /v1/trips/t1/suggest", sends: #"{"people":["ben"],"time":null}"#,
      .value(MeetingSuggestion(place: Samples.place, missing: [try UserID("ben")]))
    ) { client, user in
      try await client.events.suggest(with: [UserID("ben")], in: TripID("t1"), as: user)
        == MeetingSuggestion(place: Samples.place, missing: [UserID("ben")])
    },
    RouteCase("GET /v1/events/e1", try .value(Samples.event())) { client, user in
      try await client.events.get(EventID("e1"), as: user) == Samples.event()
    },
    RouteCase("PATCH /v1/events/e1", sends: #"{"seats":5}"#, try .value(Samples.event())) { client, user in
      try await client.events.change(EventPatch(seats: 5), of: EventID("e1"), as: user) == Samples.event()
    },
    .act("DELETE /v1/events/e1") { client, user in try await client.events.cancel(EventID("e1"), as: user) },
    RouteCase(
      "GET /v1/events/e1/guests",
      .list("guests", [EventGuest(user: try UserID("ben"), name: "Ben", answer: .maybe)])
    ) { client, user in
      try await client.events.guests(of: EventID("e1"), as: user)
        == [EventGuest(user: UserID("ben"), name: "Ben", answer: .maybe)]
    },
    RouteCase("PUT /v1/events/e1/rsvp", sends: #"{"answer":"yes"}"#, try .value(Samples.event())) {
      client, user in
      try await client.events.answer(.yes, to: EventID("e1"), as: user) == Samples.event()
    },
    RouteCase(
      "POST /v1/events/e1/link", sends: "{}",
      .json(#"{"link":"\#(linkText)","expires":"2026-01-18T09:30:00Z"}"#, status: 201)
    ) { client, user in
      try await client.events.link(to: EventID("e1"), as: user).text == linkText
    },
    RouteCase(
      "POST /v1/rsvp", sends: #"{"link":"\#(linkText)","answer":"no"}"#,
      .json(#"{"event":"e1","start":"2026-01-17T09:30:00Z","answer":"no"}"#)
    ) { client, _ in
      try await client.events.answer(.no, by: RSVPLink(linkText))
        == ClientEvents.LinkAnswer(event: EventID("e1"), start: Samples.time, answer: .no)
    },
    RouteCase(
      "POST /v1/events/e1/suggest", sends: "{}", .value(MeetingSuggestion(place: Samples.place, missing: []))
    ) { client, user in
      try await client.events.suggest(for: EventID("e1"), as: user).place == Samples.place
    },
    RouteCase("GET /v1/events/e1/leave", .json(#"{"leaveBy":"2026-01-17T09:30:00Z"}"#)) { client, user in
      try await client.events.leaveBy(for: EventID("e1"), as: user) == Samples.time
    },
    RouteCase("GET /v1/events/e1/leave", .json(#"{"leaveBy":null}"#)) { client, user in
      try await client.events.leaveBy(for: EventID("e1"), as: user) == nil
    },
    .act("POST /v1/events/e1/progress", #"{"progress":"arrived"}"#) { client, user in
      try await client.events.tell(.arrived, of: EventID("e1"), as: user)
    },
    .act("POST /v1/events/e1/progress", #"{"progress":"offRoute"}"#) { client, user in
      try await client.events.tell(.offRoute, of: EventID("e1"), as: user)
    },
  ]

  private static let chats: [RouteCase] = [
    RouteCase("GET /v1/chats", try .list("chats", [Samples.chat()])) { client, user in
      try await client.chats.list(as: user) == [Samples.chat()]
    },
    RouteCase("GET /v1/trips/t1/chats", try .list("chats", [Samples.chat()])) { client, user in
      try await client.chats.list(of: TripID("t1"), as: user) == [Samples.chat()]
    },
    RouteCase("POST /v1/chats", sends: #"{"trip":"t1"}"#, try .value(Samples.chat())) { client, user in
      try await client.chats.open(TripID("t1"), as: user) == Samples.chat()
    },
    RouteCase("POST /v1/chats", sends: #"{"event":"e1"}"#, try .value(Samples.chat())) { client, user in
      try await client.chats.open(EventID("e1"), as: user) == Samples.chat()
    },
    RouteCase("POST /v1/chats", sends: #"{"person":"ben"}"#, try .value(Samples.chat())) { client, user in
      try await client.chats.open(with: UserID("ben"), as: user) == Samples.chat()
    },
    RouteCase("GET /v1/chats/c1", try .value(Samples.chat())) { client, user in
      try await client.chats.get(ChatID("c1"), as: user) == Samples.chat()
    },
    RouteCase(
      "GET /v1/chats/c1/messages?count=50",
      try .value(ChatPage(messages: [Samples.message()], lastPosition: 3))
    ) { client, user in
      try await client.chats.page(of: ChatID("c1"), as: user)
        == ChatPage(messages: [Samples.message()], lastPosition: 3)
    },
    RouteCase(
      "GET /v1/chats/c1/messages?before=9&count=2", .value(ChatPage(messages: [], lastPosition: 3))
    ) { client, user in
      try await client.chats.page(of: ChatID("c1"), .before(9), count: 2, as: user).messages.isEmpty
    },
    RouteCase(
      "GET /v1/chats/c1/messages?after=1&count=2", .value(ChatPage(messages: [], lastPosition: 3))
    ) { client, user in
      try await client.chats.page(of: ChatID("c1"), .after(1), count: 2, as: user).messages.isEmpty
    },
    RouteCase(
      "POST /v1/chats/c1/messages", sends: #"{"id":"m1","kind":"text","body":"Hello"}"#,
      try .value(Samples.message())
    ) { client, user in
      try await client.chats.send(.text("Hello"), id: MessageID("m1"), to: ChatID("c1"), as: user)
        == Samples.message()
    },
    RouteCase(
      "POST /v1/chats/c1/messages", sends: #"{"id":"m2","kind":"place","body":"{}"}"#,
      try .value(Samples.message())
    ) { client, user in
      try await client.chats.send(.place("{}"), id: MessageID("m2"), to: ChatID("c1"), as: user)
        == Samples.message()
    },
    .act("DELETE /v1/chats/c1/messages/3") { client, user in
      try await client.chats.delete(3, of: ChatID("c1"), as: user)
    },
    .act("PUT /v1/chats/c1/read", #"{"position":3}"#) { client, user in
      try await client.chats.markRead(upTo: 3, of: ChatID("c1"), as: user)
    },
  ]

  private static let notices: [RouteCase] = [
    RouteCase(
      "GET /v1/notices?before=1768642200000-n2&count=10",
      try .list("notices", [Samples.notice()], #","next":"1768642200000-n1","unread":4"#)
    ) { client, user in
      let page = try await client.notices.list(
        before: NoticePosition("1768642200000-n2"), count: 10, as: user)
      return try page
        == NoticePage(notices: [Samples.notice()], next: NoticePosition("1768642200000-n1"))
    },
    RouteCase("GET /v1/notices?count=1", .json(#"{"notices":[],"next":null,"unread":4}"#)) { client, user in
      try await client.notices.unreadCount(as: user) == 4
    },
    .act("POST /v1/notices/read", #"{"notices":["n1"]}"#) { client, user in
      try await client.notices.markRead([NoticeID("n1")], as: user)
    },
    .act("POST /v1/notices/read", #"{"upTo":"1768642200000-n1"}"#) { client, user in
      try await client.notices.markAllRead(upTo: NoticePosition("1768642200000-n1"), as: user)
    },
    RouteCase("GET /v1/me/notices", .value(NoticePreferences.standard)) { client, user in
      try await client.notices.preferences(as: user) == .standard
    },
    .act(
      "PUT /v1/me/notices",
      #"{"muted":["rsvp"],"quiet":{"fromMinute":1320,"untilMinute":420},"zone":"Europe/Zurich","digestMinutes":30}"#
    ) { client, user in
      let preferences = NoticePreferences(
        muted: [.rsvp], quiet: QuietHours(fromMinute: 1320, untilMinute: 420),
        zone: try TimeZoneName("Europe/Zurich"), digestMinutes: 30)
      try await client.notices.setPreferences(preferences, as: user)
    },
    RouteCase(
      "POST /v1/trips/t1/notices", sends: #"{"id":"m1","word":"Dinner"}"#, .json(#"{"recipients":12}"#)
    ) {
      client, user in
      try await client.notices.announce("Dinner", id: MessageID("m1"), to: TripID("t1"), as: user) == 12
    },
  ]

  private static let hash = String(repeating: "0f", count: 32)

  private static let days: [RouteCase] = [
    RouteCase(
      "POST /v1/days", sends: #"{"bytes":3,"sha256":"\#(hash)"}"#,
      .json(#"{"day":"d1","upload":"/v1/uploads/v1.d1.3","expires":"2026-01-17T09:30:00Z"}"#, status: 201)
    ) { client, user in
      let permission = try await client.days.permitUpload(byteCount: 3, sha256: hash, as: user)
      return try permission.day == DayID("d1") && permission.text == "v1.d1.3"
        && permission.expires == Samples.time && permission.greatestByteCount == 3
    },
    RouteCase("GET /v1/days", try .list("days", [Samples.day()])) { client, user in
      try await client.days.list(as: user) == [Samples.day()]
    },
    RouteCase("GET /v1/days/d1", try .value(Samples.day())) { client, user in
      try await client.days.get(DayID("d1"), as: user) == Samples.day()
    },
    .act("DELETE /v1/days/d1") { client, user in try await client.days.delete(DayID("d1"), as: user) },
    .act("POST /v1/days/d1/retry", "{}") { client, user in try await client.days.retry(DayID("d1"), as: user)
    },
    RouteCase("GET /v1/days/d1/laps", .list("laps", [Samples.lap()])) { client, user in
      try await client.days.laps(of: DayID("d1"), as: user) == [Samples.lap()]
    },
    RouteCase(
      "GET /v1/days/d1/achievements", .list("achievements", [DayAchievement(.tenLifts, value: 11)])
    ) { client, user in
      try await client.days.achievements(of: DayID("d1"), as: user) == [DayAchievement(.tenLifts, value: 11)]
    },
    RouteCase(
      "POST /v1/days/d1/links", sends: #"{"kind":"gpx"}"#,
      .json(#"{"link":"/v1/files/abc","expires":"2026-01-17T09:30:00Z"}"#, status: 201)
    ) { client, user in
      let link = try await client.days.link(to: .gpx, of: DayID("d1"), as: user)
      return link.text == "abc" && link.expires == Samples.time
    },
    .act("PUT /v1/days/d1/trips/t1", "{}") { client, user in
      try await client.days.share(DayID("d1"), with: TripID("t1"), as: user)
    },
    .act("DELETE /v1/days/d1/trips/t1") { client, user in
      try await client.days.unshare(DayID("d1"), from: TripID("t1"), as: user)
    },
    RouteCase("GET /v1/trips/t1/days?after=d0&count=7", try .list("days", [Samples.day()])) { client, user in
      try await client.days.shared(with: TripID("t1"), after: DayID("d0"), count: 7, as: user) == [
        Samples.day()
      ]
    },
  ]

  private static let challenges: [RouteCase] = [
    RouteCase("GET /v1/trips/t1/challenges", try .list("challenges", [Samples.challenge()])) { client, user in
      try await client.challenges.list(of: TripID("t1"), as: user) == [Samples.challenge()]
    },
    RouteCase(
      "POST /v1/trips/t1/challenges",
      sends: """
        {"name":"Every lift","measure":"everyLift","lifts":["way/1"],"from":"2026-01-17T09:30:00Z",
        "until":"2026-01-18T09:30:00Z"}
        """, try .value(Samples.challenge(), status: 201)
    ) { client, user in
      try await client.challenges.create(
        name: "Every lift", measure: .everyLift([SourceID("way/1")]), in: TripID("t1"), from: Samples.time,
        until: Samples.later, as: user) == Samples.challenge()
    },
    RouteCase("GET /v1/challenges/h1", try .value(Samples.challenge())) { client, user in
      try await client.challenges.get(ChallengeID("h1"), as: user) == Samples.challenge()
    },
    .act("DELETE /v1/challenges/h1") { client, user in
      try await client.challenges.remove(ChallengeID("h1"), as: user)
    },
    .act("PUT /v1/challenges/h1/me", "{}") { client, user in
      try await client.challenges.join(ChallengeID("h1"), as: user)
    },
    .act("DELETE /v1/challenges/h1/me") { client, user in
      try await client.challenges.leave(ChallengeID("h1"), as: user)
    },
    RouteCase(
      "GET /v1/challenges/h1/ranking",
      .list("ranking", [ChallengeRank(rank: 1, user: try UserID("ben"), name: "Ben", score: 4200)])
    ) { client, user in
      try await client.challenges.ranking(of: ChallengeID("h1"), as: user)
        == [ChallengeRank(rank: 1, user: UserID("ben"), name: "Ben", score: 4200)]
    },
  ]

  @Test(arguments: events + chats + notices + days + challenges)
  func `a method sends its request and reads its result`(route: RouteCase) async throws {
    try await route.check()
  }

  @Test func `a recording goes to the path of its permission, without a token`() async throws {
    let world = try World(ScriptedTransport { _ in .json(#"{"day":"d1"}"#, status: 202) })
    try await #expect(world.client.days.receive("v1.d1.3.ff", [1, 2, 3]) == DayID("d1"))
    let request = try #require(world.transport.requests.last)
    #expect(request.line == "PUT /v1/uploads/v1.d1.3.ff")
    #expect(request.body == [1, 2, 3])
    #expect(request.fields["content-type"] == "application/octet-stream")
    #expect(request.fields["authorization"] == nil)
  }

  @Test func `a file is read by its link, without a token`() async throws {
    let transport = ScriptedTransport { request in
      request.method == "GET"
        ? ClientReply(status: 200, fields: ["content-type": "image/png"], body: [7])
        : .json(#"{"link":"/v1/files/abc","expires":"2026-01-17T09:30:00Z"}"#, status: 201)
    }
    let world = try World(transport)
    let link = try await world.client.days.link(to: .thumbnail, of: DayID("d1"), as: world.user)
    try await #expect(world.client.days.file(at: link) == [7])
    #expect(transport.requests.last?.line == "GET /v1/files/abc")
    #expect(transport.requests.last?.fields["authorization"] == nil)
  }
}
