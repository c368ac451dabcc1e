import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Workers deliver each notice at least once, whatever channels and workers do.
@Suite struct OutboxWorkerTests {
  private struct Refusal: Error {}

  @Test(arguments: TripsBackend.usable)
  func `a channel receives what is enqueued after it is known, once`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      try await world.enqueue(NoticeDraft(.rsvp, key: "before"), to: ben)
      let (push, mail) = (RecordingChannel("push"), RecordingChannel("mail"))
      let workers = [try await world.worker(push), try await world.worker(mail)]
      try await world.enqueue(NoticeDraft(.rsvp, key: "a", actor: anna), to: ben)
      for worker in workers {
        try await #expect(world.drain(worker).deliveredCount == 1)
        try await #expect(worker.deliverDue().isIdle)
      }
      for channel in [push, mail] {
        #expect(channel.keys == ["\(ben) a"])
        #expect(channel.deliveries.first?.notices.first?.actor == anna)
      }
      try await #expect(world.waitingCount() == 0)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `two workers on one store deliver each notice once`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let people = [try await world.person("anna"), try await world.person("ben")]
      let channel = RecordingChannel("push") { _ in
        await Task.yield()
        return .delivered
      }
      var options = OutboxOptions()
      (options.parallelCount, options.perMinute) = (5, 1e6)
      let workers = [try await world.worker(channel, options), try await world.worker(channel, options)]
      for number in 0..<60 {
        try await world.enqueue(NoticeDraft(.rsvp, key: "n\(number)"), to: people[0], people[1])
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for worker in workers {
          group.addTask {
            // The rate is by the clock, which stands still otherwise.
            while try await world.waitingCount() > 0 {
              try await worker.deliverDue()
              world.clock.advance(seconds: 0.01)
            }
          }
        }
        try await group.waitForAll()
      }
      let expected = people.flatMap { person in (0..<60).map { "\(person) n\($0)" } }.sorted()
      #expect(channel.keys == expected)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a worker that ends between taking and sending loses nothing`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let ben = try await world.person("ben")
      let channel = RecordingChannel()
      let (first, second) = (try await world.worker(channel), try await world.worker(channel))
      for number in 0..<10 { try await world.enqueue(NoticeDraft(.rsvp, key: "n\(number)"), to: ben) }
      // The first worker ends here: what it took is dropped.
      try await #expect(first.take().deliveries.count == 10)
      try await #expect(second.deliverDue().isIdle)
      #expect(channel.deliveries.isEmpty)
      world.clock.advance(seconds: OutboxOptions().leaseSeconds)
      try await #expect(world.drain(second).deliveredCount == 10)
      #expect(channel.keys == (0..<10).map { "\(ben) n\($0)" })
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a worker whose lease is over does not touch what another holds`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let ben = try await world.person("ben")
      let channel = RecordingChannel()
      let worker = try await world.worker(channel)
      try await world.enqueue(NoticeDraft(.rsvp, key: "a"), to: ben)
      let late = try await worker.take()
      world.clock.advance(seconds: OutboxOptions().leaseSeconds)
      let held = try await worker.take()
      #expect(held.deliveries.count == 1 && held.lease != late.lease)
      try await world.store.write { transaction in
        try transaction.fail("push", late.deliveries[0], late.lease, .timedOut, OutboxOptions(), jitter: 0)
        try transaction.rest("push", late.deliveries[0], late.lease, seconds: 1)
      }
      let row = try await world.texts("SELECT lease FROM trips_deliveries")
      #expect(row == [held.lease])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `failed attempts are repeated at growing intervals, then set aside and sent again`(
    backend: TripsBackend
  ) async throws {
    try await backend.withTrips { world in
      let ben = try await world.person("ben")
      let channel = RecordingChannel { _ in throw SkiError(.inputOutput, "the secret address of ben fails") }
      var options = OutboxOptions()
      (options.greatestAttemptCount, options.backoff) = (3, Backoff(firstSeconds: 10, greatestSeconds: 15))
      let worker = try await world.worker(channel, options)
      try await world.enqueue(NoticeDraft(.rsvp, key: "a"), to: ben)
      for (attempt, least, greatest) in [(1, 5.0, 10.0), (2, 7.5, 15.0)] {
        try await #expect(world.drain(worker).failedCount == 1)
        #expect(channel.deliveries.count == attempt)
        world.clock.advance(seconds: least - 0.1)
        try await #expect(worker.deliverDue().isIdle)
        world.clock.advance(seconds: greatest - least + 0.1)
      }
      try await #expect(world.drain(worker).failedCount == 1)
      world.clock.advance(seconds: 86_400)
      try await #expect(worker.deliverDue().isIdle)
      let letters = try await world.deadLetters.list("push")
      let letter = try #require(letters.first)
      #expect(letters.count == 1)
      #expect((letter.recipient, letter.kind, letter.attemptCount) == (ben, .rsvp, 3))
      #expect(letter.failure == "inputOutput")
      for (table, row) in try await world.allRows() { #expect(!row.contains("secret address"), "\(table)") }
      try await #expect(world.deadLetters.list("push", after: letter).isEmpty)
      channel.setAnswer { _ in .delivered }
      try await world.deadLetters.resend(letter.notice, to: ben, through: "push")
      try await #expect(world.drain(worker).deliveredCount == 1)
      #expect(channel.keys == Array(repeating: "\(ben) a", count: 4))
      await expectError(.notFound) {
        try await world.deadLetters.resend(letter.notice, to: ben, through: "push")
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `all dead letters are sent again, and a channel retires with its own`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let (channel, other) = (RecordingChannel { _ in throw Refusal() }, RecordingChannel("mail"))
      var options = OutboxOptions()
      options.greatestAttemptCount = 1
      let worker = try await world.worker(channel, options)
      _ = try await world.worker(other)
      for number in 0..<3 { try await world.enqueue(NoticeDraft(.rsvp, key: "n\(number)"), to: anna, ben) }
      try await world.drain(worker)
      var (seen, last): ([DeadLetter], DeadLetter?) = ([], nil)
      repeat {
        let page = try await world.deadLetters.list("push", after: last, count: 2)
        seen += page
        last = page.last
      } while last != nil
      #expect(seen.count == 6 && Set(seen).count == 6)
      for count in [0, 501] {
        await expectError(.invalidArgument) { _ = try await world.deadLetters.list("push", count: count) }
      }
      try await #expect(world.deadLetters.resendAll(through: "push") == 6)
      try await #expect(world.deadLetters.list("push").isEmpty)
      try await #expect(world.deadLetters.retire("push") == 6)
      try await world.enqueue(NoticeDraft(.rsvp, key: "more"), to: ben)
      let left = try await world.texts("SELECT channel FROM trips_deliveries")
      #expect(left == Array(repeating: "mail", count: 7))
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a busy channel rests, and no attempt counts`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let ben = try await world.person("ben")
      let channel = RecordingChannel { _ in .busy(seconds: 60) }
      var options = OutboxOptions()
      options.greatestAttemptCount = 2
      let worker = try await world.worker(channel, options)
      try await world.enqueue(NoticeDraft(.rsvp, key: "a"), to: ben)
      for round in 1...5 {
        try await #expect(worker.deliverDue().failedCount == 1)
        // Another notice waits for the end of the rest, too.
        try await world.enqueue(NoticeDraft(.rsvp, key: "b\(round)"), to: ben)
        world.clock.advance(seconds: 59)
        try await #expect(worker.deliverDue().deliveredCount == 0)
        #expect(channel.deliveries.count == round)
        try await world.store.write { try $0.withdrawNotices(key: "b\(round)") }
        world.clock.advance(seconds: 1)
      }
      channel.setAnswer { _ in .delivered }
      try await world.drain(worker)
      #expect(channel.keys == Array(repeating: "\(ben) a", count: 6))
      try await #expect(world.deadLetters.list("push").isEmpty)
      try await #expect(world.waitingCount() == 0)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a channel that never answers loses nothing`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let ben = try await world.person("ben")
      let hanging = AsyncStream<Void>.makeStream()
      let channel = RecordingChannel { _ in
        // Deaf to cancellation, since the stream is read by another task.
        await Task { for await _ in hanging.stream {} }.value
        return .delivered
      }
      let worker = try await world.worker(channel, limit: TestLimit.atOnce)
      try await world.enqueue(NoticeDraft(.rsvp, key: "a"), to: ben)
      try await #expect(worker.deliverDue().failedCount == 1)
      let failures = try await world.texts("SELECT failure FROM trips_deliveries")
      #expect(failures == ["timedOut"])
      hanging.continuation.finish()
      channel.setAnswer { _ in .delivered }
      world.clock.advance(seconds: 5)
      let second = try await world.worker(channel)
      try await #expect(world.drain(second).deliveredCount == 1)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a channel's rate holds for all of its workers`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let ben = try await world.person("ben")
      let channel = RecordingChannel()
      var options = OutboxOptions()
      options.perMinute = 2
      let workers = [try await world.worker(channel, options), try await world.worker(channel, options)]
      for number in 0..<10 { try await world.enqueue(NoticeDraft(.rsvp, key: "n\(number)"), to: ben) }
      for minute in 1...5 {
        for worker in workers { try await world.drain(worker) }
        #expect(channel.deliveries.count == 2 * minute)
        world.clock.advance(seconds: 60)
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `muted kinds are not sent, quiet hours wait, and a digest comes at once`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let (anna, ben, cleo) = (
        try await world.person("anna"), try await world.person("ben"), try await world.person("cleo")
      )
      let channel = RecordingChannel()
      let worker = try await world.worker(channel)
      // The clock of the tests begins at 22:13:20 UTC.
      let zone = try TimeZoneName("UTC")
      try await world.notices.setPreferences(NoticePreferences(muted: [.rsvp], zone: zone), as: anna)
      let quiet = QuietHours(fromMinute: 22 * 60, untilMinute: 7 * 60)
      try await world.notices.setPreferences(NoticePreferences(quiet: quiet, zone: zone), as: ben)
      try await world.notices.setPreferences(NoticePreferences(zone: zone, digestMinutes: 60), as: cleo)
      try await world.enqueue(NoticeDraft(.rsvp, key: "a"), to: anna, ben, cleo)
      try await world.enqueue(NoticeDraft(.message, key: "b"), to: anna, ben, cleo)
      try await world.enqueue(NoticeDraft(.offRoute, key: "c"), to: anna, ben, cleo)
      let round = try await world.drain(worker)
      #expect((round.deliveredCount, round.movedCount) == (3, 6))
      #expect(channel.keys == ["\(anna) b", "\(anna) c", "\(cleo) c"].sorted())
      try await #expect(Set(world.keys(of: anna)) == ["a", "b", "c"])

      world.clock.advance(seconds: 46 * 60 + 40)
      try await #expect(world.drain(worker).deliveredCount == 1)
      let digest = try #require(channel.deliveries.last)
      #expect(digest.recipient == cleo && Set(digest.notices.map(\.key)) == ["a", "b"])

      world.clock.advance(seconds: 8 * 3600)
      try await #expect(world.drain(worker).deliveredCount == 3)
      #expect(channel.keys.filter { $0.hasPrefix(ben.rawValue) } == ["a", "b", "c"].map { "\(ben) \($0)" })
      try await #expect(world.waitingCount() == 0)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a worker runs until it is cancelled`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let ben = try await world.person("ben")
      let channel = RecordingChannel()
      let (rests, rested) = AsyncStream<Void>.makeStream()
      let worker = try await world.worker(
        channel,
        limit: { milliseconds in
          if milliseconds == OutboxOptions().idleMilliseconds { rested.yield() }
          try await TestLimit.never(milliseconds)
        })
      try await world.enqueue(NoticeDraft(.rsvp, key: "a"), to: ben)
      let running = Task { await worker.run() }
      for await _ in rests { break }
      #expect(channel.keys == ["\(ben) a"])
      running.cancel()
      await running.value
    }
  }

  @Test func `names and options without a meaning are refused`() async throws {
    try await TripsBackend.sqliteInMemory.withTrips { world in
      for name in ["", "Push", "a b", String(repeating: "a", count: 41)] {
        await expectError(.invalidArgument) {
          _ = try OutboxWorker(world.store, channel: RecordingChannel(name))
        }
      }
      for change in [
        { $0.parallelCount = 0 }, { $0.digestCount = 0 }, { $0.greatestAttemptCount = 0 },
        { $0.timeoutSeconds = .nan }, { $0.perMinute = 0 },
      ] as [(inout OutboxOptions) -> Void] {
        var options = OutboxOptions()
        change(&options)
        await expectError(.invalidArgument) {
          _ = try OutboxWorker(world.store, channel: RecordingChannel(), options: options)
        }
      }
    }
  }
}
