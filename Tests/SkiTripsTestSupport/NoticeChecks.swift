import SkiAPI
import SkiBase
import SkiPeople

/// `NoticeServing`: words to trips, lists, marks and preferences, each method with a success and each failure.
extension ConformanceCheck {
  /// The checks of notices.
  static let noticeChecks: [ConformanceCheck] = [
    ConformanceCheck("a word of a host reaches all other members once", announce),
    ConformanceCheck("words that are not allowed reach no one", refuseWords),
    ConformanceCheck("a trip takes a limited number of words a day", limitWords),
    ConformanceCheck("pages of notices go on where the last one ended", pageNotices),
    ConformanceCheck("notices are marked as read by their recipient alone", markNotices),
    ConformanceCheck("all notices up to a position are marked as read", markUpToPosition),
    ConformanceCheck("preferences for notices are kept, and refused out of range", keepPreferences),
  ]

  /// Sends words to a trip, each with its number.
  private static func announce(_ count: Int, to trip: TripID, as host: UserID, _ world: ServedWorld)
    async throws
  {
    for number in 1...count {
      let id = try MessageID("w\(number)")
      try await world.notices.announce("word \(number)", id: id, to: trip, as: host)
    }
  }

  private static func announce(_ world: ServedWorld) async throws {
    let (anna, ben, cleo) = (
      try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
    )
    let trip = try await world.trip(host: anna, ben, cleo)
    let (word, id) = ("Bus at 8\nSharp <b>", try MessageID("w1"))
    try expectEqual(try await world.notices.announce(word, id: id, to: trip, as: anna), 2)
    try expectEqual(try await world.notices.announce(word, id: id, to: trip, as: anna), 0)
    for user in [ben, cleo] {
      let notices = try await world.notices.list(as: user).notices
      try expectEqual(notices.map(\.kind), [.hostWord])
      try expectEqual(notices.map(\.trip), [trip])
      try expectEqual(notices.map(\.actor), [nil])
      try expectEqual(notices.map(\.payload.word), [word])
      try expectEqual(notices.map(\.isRead), [false])
    }
    try expectEqual(try await world.notices.list(as: anna).notices, [])
    try expectEqual(try await world.notices.unreadCount(as: anna), 0)
  }

  private static func refuseWords(_ world: ServedWorld) async throws {
    let (anna, ben, cleo) = (
      try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
    )
    let trip = try await world.trip(host: anna, ben)
    func announce(_ word: String, to trip: TripID, as user: UserID) async throws {
      try await world.notices.announce(word, id: MessageID("w1"), to: trip, as: user)
    }
    try await expectRefused(.invalidArgument) { try await announce("", to: trip, as: anna) }
    try await expectRefused(.invalidArgument) { try await announce(" \n", to: trip, as: anna) }
    try await expectRefused(.invalidArgument) { try await announce("a\u{7}", to: trip, as: anna) }
    try await expectRefused(.limitExceeded) {
      try await announce(String(repeating: "x", count: 501), to: trip, as: anna)
    }
    try await expectRefused(.notPermitted) { try await announce("Bus", to: trip, as: ben) }
    for id in [trip, try TripID("unknown")] {
      try await expectRefused(.notFound) { try await announce("Bus", to: id, as: cleo) }
    }
    try await world.trips.end(trip, as: anna)
    try await expectRefused(.conflict) { try await announce("Bus", to: trip, as: anna) }
    try expectEqual(try await world.notices.list(as: ben).notices.filter { $0.kind == .hostWord }, [])
  }

  private static func limitWords(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let trip = try await world.trip(host: anna, ben)
    try await announce(Quota.hostWordsADay.standard, to: trip, as: anna, world)
    try await expectRefused(.rateLimited) {
      try await world.notices.announce("Bus", id: MessageID("more"), to: trip, as: anna)
    }
    try expectEqual(
      try await world.notices.announce("word 1", id: MessageID("w1"), to: trip, as: anna), 0)
    try expectEqual(try await world.notices.unreadCount(as: ben), Quota.hostWordsADay.standard)
    // Other trips take words.
    try await announce(1, to: try await world.trip(host: anna, ben), as: anna, world)
  }

  private static func pageNotices(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let trip = try await world.trip(host: anna, ben)
    try await announce(5, to: trip, as: anna, world)
    let all = try await world.notices.list(as: ben)
    try expectEqual(all.next, nil)
    try expectEqual(Set(all.notices.map(\.payload.word)), Set((1...5).map { "word \($0)" }))
    var (found, position): ([Notice], NoticePosition?) = ([], nil)
    repeat {
      let page = try await world.notices.list(before: position, count: 2, as: ben)
      found += page.notices
      position = page.next
    } while position != nil
    try expectEqual(found, all.notices)
    for count in [0, -1, NoticeService.greatestPageCount + 1] {
      try await expectRefused(.invalidArgument) {
        _ = try await world.notices.list(before: nil, count: count, as: ben)
      }
    }
  }

  private static func markNotices(_ world: ServedWorld) async throws {
    let (anna, ben, cleo) = (
      try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
    )
    try await announce(3, to: try await world.trip(host: anna, ben), as: anna, world)
    let ids = try await world.notices.list(as: ben).notices.map(\.id)
    try expectEqual(ids.count, 3)
    try expectEqual(try await world.notices.unreadCount(as: ben), 3)
    for _ in 0..<2 { try await world.notices.markRead([ids[0]], as: ben) }
    try await world.notices.markRead([], as: ben)
    try expectEqual(try await world.notices.unreadCount(as: ben), 2)
    try expectEqual(try await world.notices.list(as: ben).notices.filter(\.isRead).map(\.id), [ids[0]])
    try await expectRefused(.notFound) {
      try await world.notices.markRead([ids[1], NoticeID("unknown")], as: ben)
    }
    try await expectRefused(.notFound) { try await world.notices.markRead([ids[1]], as: cleo) }
    let many = try (0...NoticeService.greatestMarkCount).map { try NoticeID("n\($0)") }
    try await expectRefused(.limitExceeded) { try await world.notices.markRead(many, as: ben) }
    try expectEqual(try await world.notices.unreadCount(as: ben), 2)
    try await world.notices.markRead(ids, as: ben)
    try expectEqual(try await world.notices.unreadCount(as: ben), 0)
  }

  private static func markUpToPosition(_ world: ServedWorld) async throws {
    let (anna, ben, cleo) = (
      try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
    )
    try await announce(4, to: try await world.trip(host: anna, ben), as: anna, world)
    let notices = try await world.notices.list(as: ben).notices
    try expectEqual(notices.count, 4)
    try await world.notices.markAllRead(upTo: notices[0].position, as: cleo)
    try expectEqual(try await world.notices.unreadCount(as: ben), 4)
    try await world.notices.markAllRead(upTo: notices[2].position, as: ben)
    let unread = try await world.notices.list(as: ben).notices.filter { !$0.isRead }
    try expectEqual(unread.map(\.id), notices[..<2].map(\.id))
    try await world.notices.markAllRead(upTo: notices[0].position, as: ben)
    try expectEqual(try await world.notices.unreadCount(as: ben), 0)
  }

  private static func keepPreferences(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    try expectEqual(try await world.notices.preferences(as: anna), .standard)
    let zone = try TimeZoneName("Europe/Paris")
    let kept = NoticePreferences(
      muted: [.rsvp, .message], quiet: QuietHours(fromMinute: 1320, untilMinute: 420), zone: zone,
      digestMinutes: 60)
    try await world.notices.setPreferences(kept, as: anna)
    try expectEqual(try await world.notices.preferences(as: anna), kept)
    func quiet(_ from: Int, _ until: Int) -> NoticePreferences {
      NoticePreferences(quiet: QuietHours(fromMinute: from, untilMinute: until), zone: zone)
    }
    for refused in [
      quiet(60, 60), quiet(-1, 60), quiet(60, 1440), NoticePreferences(zone: zone, digestMinutes: 4),
      NoticePreferences(zone: zone, digestMinutes: 1441),
    ] {
      try await expectRefused(.invalidArgument) {
        try await world.notices.setPreferences(refused, as: anna)
      }
    }
    try expectEqual(try await world.notices.preferences(as: anna), kept)
    try expectEqual(try await world.notices.preferences(as: ben), .standard)
    try await world.notices.setPreferences(.standard, as: anna)
    try expectEqual(try await world.notices.preferences(as: anna), .standard)
  }
}
