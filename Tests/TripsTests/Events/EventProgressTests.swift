import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTracks
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Those who come to an event tell of their way, and those alone hear of it who come and may see where they are.
@Suite struct EventProgressTests {
  /// An event of one traveller of a trip, to which two others come; the host of the trip is invited and does not answer.
  private struct Meeting {
    let world: TripsWorld
    let events: EventService
    let host: UserID
    let author: UserID
    let guest: UserID
    let other: UserID
    let trip: TripID
    let event: EventID

    /// Creates a trip of its own in a world, with an event that begins in some hours.
    init(_ world: TripsWorld, in hours: Double = 1, follower: EventFollower = NoticeProducers.events)
      async throws
    {
      let events = EventService(world.store, EventEnvironment(follower: follower))
      let (host, author) = (try await world.person("host"), try await world.person("author"))
      let (guest, other) = (try await world.person("guest"), try await world.person("other"))
      let trip = try await world.trip(host: host, author, guest, other)
      let draft = world.draft(in: hours, for: .people([host, guest, other]), place: .hut)
      let event = try await events.create(draft, in: trip, as: author).id
      for person in [guest, other] { try await events.answer(.yes, to: event, as: person) }
      (self.world, self.events, self.trip, self.event) = (world, events, trip, event)
      (self.host, self.author, self.guest, self.other) = (host, author, guest, other)
    }

    /// Tells of the way of a person, of the guest by default.
    func tell(_ progress: EventProgress = .arrived, as user: UserID? = nil) async throws {
      try await events.tell(progress, of: event, as: user ?? guest)
    }

    /// A grant of the guest to the whole trip, with changes.
    func grant(_ change: (inout ShareGrant) -> Void = { _ in }) -> ShareGrant {
      var grant = world.grant(of: guest, in: trip)
      change(&grant)
      return grant
    }

    /// Returns the recipients of notices of a kind in the trip, in ascending order, each as often as they have one.
    func told(_ kind: NoticeKind = .arrived) async throws -> [UserID] {
      try await world.texts(
        "SELECT recipient FROM trips_notices WHERE trip = $1 AND kind = $2",
        [.id(trip), .text(kind.rawValue)]
      ).map { try UserID($0) }.sorted()
    }

    /// The author and the other guest, in ascending order.
    var both: [UserID] { [author, other].sorted() }

    /// Stores a position of the guest, which expires in five minutes.
    func stand(isInside: Bool) async throws {
      let now = world.clock.milliseconds
      let position = LiveRow.Position(
        exact: ExactLocation(
          coordinate: Coordinate(latitude: 46.9, longitude: 10.5), place: nil, state: .onRun,
          speedMetresPerSecond: 5),
        coarse: CoarsePublisher(), isInSkiArea: isInside)
      let row = LiveRow(
        trip: trip, user: guest, order: LiveRow.Order(observedMilliseconds: now),
        expiresMilliseconds: now + 300_000, position: position)
      let outcomes = try await SharingStorage.sql(world.driver).store.write([row])
      guard case .stored? = outcomes.first else {
        Issue.record("the position is not stored: \(outcomes)")
        return
      }
    }
  }

  // MARK: Readers

  @Test(arguments: TripsBackend.usable)
  func `an arrival reaches once those who come and see the exact position, without a place`(
    backend: TripsBackend
  ) async throws {
    try await backend.withTrips { world in
      let meeting = try await Meeting(world)
      try await world.insert(meeting.grant())
      for _ in 0..<3 {
        try await meeting.tell()
        try await #expect(meeting.told() == meeting.both)
        world.clock.advance(seconds: 700)
      }
      let page = try await NoticeService(world.store).list(as: meeting.author)
      let notice = try #require(page.notices.first { $0.kind == .arrived })
      #expect(notice.key == "arrived:\(meeting.event):\(meeting.guest)")
      #expect((notice.actor, notice.trip) == (meeting.guest, meeting.trip))
      #expect(notice.payload == NoticePayload(event: meeting.event))
      // Another's arrival is another notice; the author shares with no one.
      var own = world.grant(of: meeting.other, in: meeting.trip)
      own.audience = .people([meeting.guest])
      try await world.insert(own)
      try await meeting.tell(as: meeting.other)
      try await meeting.tell(as: meeting.author)
      try await #expect(meeting.told() == (meeting.both + [meeting.guest]).sorted())
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a notice that tells a place is not read, counted, exported or delivered after the sharing`(
    backend: TripsBackend
  ) async throws {
    try await backend.withTrips { world in
      let channel = RecordingChannel()
      let worker = try await world.worker(channel)
      let meeting = try await Meeting(world)
      try await world.drain(worker)
      let unread = try await world.notices.unreadCount(as: meeting.author)
      try await world.insert(meeting.grant())
      let quiet = try NoticePreferences(
        quiet: QuietHours(fromMinute: 0, untilMinute: 1439), zone: TimeZoneName("UTC"))
      try await world.notices.setPreferences(quiet, as: meeting.other)
      for progress in EventProgress.allCases { try await meeting.tell(progress) }
      func seen(by user: UserID) async throws -> [NoticeKind] {
        try await world.notices.list(as: user).notices.map(\.kind).filter(\.tellsPlace)
      }
      func export(of user: UserID) async throws -> String {
        String(decoding: try await UserService(world.store).export(as: user), as: UTF8.self)
      }
      #expect(try await Set(seen(by: meeting.author)) == [.arrived, .offRoute])
      #expect(try await world.notices.unreadCount(as: meeting.author) == unread + 2)
      #expect(try await export(of: meeting.author).contains("offRoute"))
      let before = try await world.drain(worker)
      #expect((before.deliveredCount, before.movedCount) == (2, 2))
      // The grant ends; the other guest's quiet hours end later.
      world.clock.advance(seconds: 3600)
      for user in meeting.both { #expect(try await seen(by: user).isEmpty) }
      #expect(try await world.notices.unreadCount(as: meeting.author) == unread)
      #expect(try await !export(of: meeting.author).contains("offRoute"))
      try await world.notices.setPreferences(.standard, as: meeting.other)
      world.clock.advance(seconds: 86_400)
      let after = try await world.drain(worker)
      #expect((after.deliveredCount, after.movedCount) == (0, 2))
      #expect(try await world.waitingCount() == 0)
      // A new grant makes what is left readable again.
      try await world.insert(meeting.grant())
      #expect(try await seen(by: meeting.other).count == 2)
      #expect(channel.deliveries.flatMap(\.notices).filter(\.kind.tellsPlace).count == 2)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a grant that is not exact, not in force or not for those who come tells nothing`(
    backend: TripsBackend
  ) async throws {
    try await backend.withTrips { world in
      let first = try await Meeting(world)
      try await first.tell()
      try await #expect(first.told().isEmpty)
      let elsewhere = first.trip
      let changes: [(inout ShareGrant, Meeting) -> Void] = [
        { grant, _ in grant.precision = .grid(metres: 125) },
        { grant, _ in grant.precision = .areaOnly },
        { grant, _ in grant.precision = .hidden },
        { grant, _ in grant.from = world.hours(0.001) },
        { grant, _ in (grant.from, grant.until) = (world.hours(-1), world.clock.now) },
        { grant, _ in grant.audience = .hosts },
        { grant, meeting in grant.audience = .people([meeting.host]) },
        { grant, _ in grant.audience = .link(LinkSecret().hash) },
        { grant, _ in grant.trip = elsewhere },
        { grant, meeting in grant.owner = meeting.other },
        { grant, _ in grant.onlyInsideSkiArea = true },
      ]
      for (number, change) in changes.enumerated() {
        let meeting = try await Meeting(world)
        try await world.insert(meeting.grant { change(&$0, meeting) })
        for progress in EventProgress.allCases { try await meeting.tell(progress) }
        let told = try await meeting.told() + meeting.told(.offRoute)
        #expect(told.isEmpty, "grant \(number)")
      }
      // An arrival that had no reader is reported as soon as there is one.
      try await world.insert(first.grant())
      try await first.tell()
      try await #expect(first.told() == first.both)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a grant for ski areas alone counts while a recent position is inside`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let meeting = try await Meeting(world)
      try await world.insert(meeting.grant { $0.onlyInsideSkiArea = true })
      try await meeting.stand(isInside: false)
      try await meeting.tell()
      try await #expect(meeting.told().isEmpty)
      world.clock.advance(seconds: 1)
      try await meeting.stand(isInside: true)
      world.clock.advance(seconds: 300)
      try await meeting.tell()
      try await #expect(meeting.told().isEmpty)
      try await meeting.stand(isInside: true)
      try await meeting.tell()
      try await #expect(meeting.told() == meeting.both)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `random grants reach those whom an exact one includes and no hidden one`(backend: TripsBackend)
    async throws
  {
    let seed = UInt64.random(in: .min ... .max)
    print("progress: seed \(seed)")
    try await backend.withTrips { world in
      var random = SeededGenerator(seed: seed)
      for round in 0..<20 {
        let meeting = try await Meeting(world)
        let audiences: [ShareAudience] = [
          .trip, .hosts, .people([meeting.author]), .people([meeting.other, meeting.host]),
        ]
        let precisions: [SharePrecision] = [.exact, .exact, .exact, .grid(metres: 250), .areaOnly, .hidden]
        var grants: [ShareGrant] = []
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          var grant = meeting.grant()
          grant.audience = audiences.randomElement(using: &random) ?? .trip
          grant.precision = precisions.randomElement(using: &random) ?? .exact
          let start = Double(Int.random(in: -3...1, using: &random))
          (grant.from, grant.until) = (world.hours(start), world.hours(start + 2))
          grants.append(grant)
          try await world.insert(grant)
        }
        func hears(_ person: UserID) -> Bool {
          let held = grants.filter { grant in
            guard grant.from <= world.clock.now, world.clock.now < grant.until else { return false }
            switch grant.audience {
            case .trip: return true
            case .people(let people): return people.contains(person)
            case .hosts, .link: return false
            }
          }
          return held.contains { $0.precision == .exact } && !held.contains { $0.precision == .hidden }
        }
        try await meeting.tell()
        let told = try await meeting.told()
        let expected = meeting.both.filter { hears($0) }
        #expect(told == expected, "seed \(seed), round \(round): \(grants)")
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a block between two, and the end of sharing, leave nothing`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let meeting = try await Meeting(world)
      try await world.insert(meeting.grant())
      try await world.friends.block(meeting.guest, as: meeting.other)
      try await meeting.tell()
      try await #expect(meeting.told() == [meeting.author])
      _ = try await SharingStorage.sql(world.driver).store.end(.sharing(meeting.guest, meeting.trip))
      try await meeting.tell(.offRoute)
      try await #expect(meeting.told(.offRoute).isEmpty)
      // A later block takes earlier notices along; the guest does not know of the event any more.
      try await world.friends.block(meeting.guest, as: meeting.author)
      try await #expect(meeting.told().isEmpty)
      await expectError(.notFound) { try await meeting.tell() }
    }
  }

  // MARK: Times

  @Test(arguments: TripsBackend.usable)
  func `a way that is left reaches them once in ten minutes`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let meeting = try await Meeting(world)
      try await world.insert(meeting.grant { $0.audience = .people([meeting.author]) })
      // The clock stands 200 s after whole ten minutes.
      for (seconds, count) in [(0.0, 1), (399.0, 1), (1.0, 2), (599.0, 2), (1.0, 3)] {
        world.clock.advance(seconds: seconds)
        for _ in 0..<2 { try await meeting.tell(.offRoute) }
        let told = try await meeting.told(.offRoute)
        #expect(told == Array(repeating: meeting.author, count: count), "after \(seconds) s")
      }
      try await #expect(meeting.told().isEmpty)
      try await meeting.tell()
      try await #expect(meeting.told() == [meeting.author])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `progress is reported from two hours before the start until the end`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let meeting = try await Meeting(world, in: 3)
      for seconds in [0.0, 3599.0] {
        world.clock.advance(seconds: seconds)
        let error = await expectError(.conflict) { try await meeting.tell() }
        #expect(error?.message.contains("120 min") == true)
      }
      // The start is in two hours, in one millisecond less than that, now; the end is in a second.
      for seconds in [1.0, 0.001, 7199.999, 3599.0] {
        world.clock.advance(seconds: seconds)
        for person in [meeting.guest, meeting.author] { try await meeting.tell(.offRoute, as: person) }
      }
      world.clock.advance(seconds: 1)
      for person in [meeting.guest, meeting.author] {
        await expectError(.conflict) { try await meeting.tell(as: person) }
      }
      let cancelled = try await Meeting(world)
      try await cancelled.events.cancel(cancelled.event, as: cancelled.author)
      await expectError(.conflict) { try await cancelled.tell() }
      let ended = try await Meeting(world)
      try await world.trips.end(ended.trip, as: ended.host)
      await expectError(.conflict) { try await ended.tell(as: ended.author) }
    }
  }

  // MARK: Those who tell

  @Test(arguments: TripsBackend.usable)
  func `progress is reported by those who come alone`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let meeting = try await Meeting(world)
      let (member, outsider) = (try await world.person("member"), try await world.person("outsider"))
      try await world.add([member], to: meeting.trip, by: meeting.host)
      for person in [member, outsider, try UserID("unknown")] {
        await expectError(.notFound) { try await meeting.tell(as: person) }
      }
      let unknown = try EventID("unknown")
      await expectError(.notFound) { try await meeting.events.tell(.arrived, of: unknown, as: meeting.guest) }
      await expectError(.notPermitted) { try await meeting.tell(as: meeting.host) }
      for answer in [EventAnswer.maybe, .no] {
        try await meeting.events.answer(answer, to: meeting.event, as: meeting.host)
        await expectError(.notPermitted) { try await meeting.tell(as: meeting.host) }
      }
      // One who does not come any more neither tells nor hears.
      try await meeting.events.answer(.no, to: meeting.event, as: meeting.other)
      await expectError(.notPermitted) { try await meeting.tell(as: meeting.other) }
      try await world.insert(meeting.grant())
      try await meeting.tell()
      try await #expect(meeting.told() == [meeting.author])
      try await world.trips.leave(meeting.trip, as: meeting.guest)
      await expectError(.notFound) { try await meeting.tell() }
      try await #expect(meeting.told().isEmpty)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a follower hears of progress with its readers, and undoes it by failing`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let log = HappeningLog<EventChange>()
      let meeting = try await Meeting(
        world,
        follower: EventFollower { happening, transaction in
          guard case .progressed = happening.kind else { return }
          try NoticeProducers.events.follow?(happening, transaction)
          try log.add(happening)
        })
      try await world.insert(meeting.grant { $0.audience = .people([meeting.other, meeting.host]) })
      log.setFailing(true)
      await expectError(.conflict) { try await meeting.tell() }
      try await #expect(meeting.told().isEmpty)
      log.setFailing(false)
      try await meeting.tell()
      try await meeting.tell(.offRoute, as: meeting.author)
      func happening(_ progress: EventProgress, by actor: UserID, to people: [UserID]) -> EventChange {
        EventChange(
          kind: .progressed(progress), event: meeting.event, trip: meeting.trip, actor: actor, people: people)
      }
      #expect(
        log.all == [
          happening(.arrived, by: meeting.guest, to: [meeting.other]),
          happening(.offRoute, by: meeting.author, to: []),
        ])
      try await #expect(meeting.told() == [meeting.other])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `the number of statements does not depend on those who come`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let meeting = try await Meeting(world)
      try await world.insert(meeting.grant())
      let few = try await world.driver.statements { try await meeting.tell(.arrived) }
      try await world.insertMembers(50, of: meeting.trip)
      try await world.store.write { transaction in
        try transaction.connection.change(
          """
          INSERT INTO trips_event_people (event, person, invited, answer, answered_ms)
          SELECT CAST($1 AS TEXT), m.person, 1, 'yes', 0 FROM trips_members m WHERE m.trip = $2 ON CONFLICT (event, person) DO NOTHING
          """, [.id(meeting.event), .id(meeting.trip)])
      }
      let many = try await world.driver.statements { try await meeting.tell(.offRoute) }
      #expect(many == few)
      try await #expect(meeting.told(.offRoute).count == 52)
    }
  }
}
