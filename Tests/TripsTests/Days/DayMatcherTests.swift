import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Received days are matched in the background, whatever becomes of matchers.
@Suite struct DayMatcherTests {
  private struct Refusal: Error {}

  @Test(arguments: TripsBackend.usable)
  func `a matched day has laps, totals and files`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let start = world.now.advanced(bySeconds: -7200)
      let laps = [
        DayLap.lift("l1", start), .run("r1", start.advanced(bySeconds: 400), descent: 640.5),
        .run("r2", start.advanced(bySeconds: 800), descent: 100),
      ]
      let id = try await world.add("one", laps, as: ben)
      let day = try await world.days.get(id, as: ben)
      #expect((day.state, day.failure, day.lapCount, day.descentMetres) == (.matched, nil, 3, 740.5))
      #expect(day.from == start && day.until == laps[2].end)
      try await #expect(world.days.laps(of: id, as: ben) == laps)
      for (kind, text) in [(DayFileKind.gpx, "whole one"), (.recording, "recording one")] {
        let link = try await world.days.link(to: kind, of: id, as: ben)
        let file = try await world.days.file(link.text)
        #expect(file == DayFile(kind: kind, bytes: Array(text.utf8)))
      }
      let thumbnail = try await world.days.file(
        try await world.days.link(to: .thumbnail, of: id, as: ben).text)
      #expect(thumbnail.bytes == [1] && thumbnail.mediaType == "image/png")
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a recording that can't be matched fails with a code, and may be tried again`(backend: TripsBackend)
    async throws
  {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let bytes = Array("unknown".utf8)
      let day = try await world.days.receive(try await world.permit(bytes, as: ben).text, bytes)
      await expectError(.conflict) { try await world.days.retry(day, as: ben) }
      try await world.matchAll()
      let failed = try await world.days.get(day, as: ben)
      #expect((failed.state, failed.failure) == (.failed, "unsupportedFormat"))
      for (table, row) in try await world.world.allRows() { #expect(!row.contains("at home"), "\(table)") }
      await expectError(.conflict) { _ = try await world.days.link(to: .gpx, of: day, as: ben) }
      try await world.days.retry(day, as: ben)
      try await #expect(world.days.get(day, as: ben).state == .waiting)
      let better = DayMatcher(world.world.store, sleep: TestLimit.never) { _ in
        DrawnRecording(name: "x", laps: [.lift("l1", UniversalTime(secondsSince1970: 1000))]).facts
      }
      try await #expect(better.matchNext())
      try await #expect(world.days.get(day, as: ben).state == .matched)
      await expectError(.conflict) { try await world.days.retry(day, as: ben) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `facts without a meaning fail`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let time = UniversalTime(secondsSince1970: 1_600_000_000)
      let good = DayLap.run("r1", time)
      var (backwards, negative, endless, nameless) = (good, good, good, good)
      backwards.end = backwards.start
      negative.descentMetres = -1
      endless.topSpeedMetresPerSecond = .infinity
      nameless.source = SourceID("")
      let cases: [([DayLap], String)] = [
        ([], "emptyInput"), ([good, backwards], "malformedData"), ([negative], "malformedData"),
        ([endless], "malformedData"), ([nameless], "invalidArgument"),
        (Array(repeating: good, count: 5001), "limitExceeded"),
      ]
      for (number, (laps, failure)) in cases.enumerated() {
        let day = try await world.add("case \(number)", laps, as: ben)
        try await #expect(world.days.get(day, as: ben).failure == failure)
      }
      try await #expect(world.world.texts("SELECT day FROM trips_laps").isEmpty)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a matcher that ends loses no day, and its late result is dropped`(backend: TripsBackend) async throws
  {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let laps = [DayLap.lift("l1", world.now.advanced(bySeconds: -7200))]
      let day = try await world.upload(DrawnRecording(name: "one", laps: laps), as: ben)
      let late = try #require(try await world.matcher.take())
      #expect(late.day == day && late.recording == Array("recording one".utf8))
      try await #expect(!world.matcher.matchNext())
      world.world.clock.advance(seconds: 2 * DayMatcher.Options().timeoutSeconds + 30)
      let held = try #require(try await world.matcher.take())
      try await world.world.store.write { transaction in
        let (isLate, owner) = (try transaction.held(late) == nil, try transaction.held(held)?.owner)
        #expect(isLate)
        #expect(owner == ben)
      }
      world.world.clock.advance(seconds: 2 * DayMatcher.Options().timeoutSeconds + 30)
      try await world.matchAll()
      try await #expect(world.days.get(day, as: ben).lapCount == 1)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `matching that fails for now is repeated, up to a number of attempts`(backend: TripsBackend)
    async throws
  {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let laps = [DayLap.lift("l1", world.now.advanced(bySeconds: -7200))]
      let day = try await world.upload(DrawnRecording(name: "one", laps: laps), as: ben)
      let attempts = Locked(0)
      var options = DayMatcher.Options()
      options.greatestAttemptCount = 3
      let away = DayMatcher(world.world.store, options: options, sleep: TestLimit.never) { _ in
        attempts.withLock { $0 += 1 }
        throw Refusal()
      }
      for attempt in 1...3 {
        try await #expect(world.days.get(day, as: ben).state == .waiting)
        try await #expect(away.matchNext())
        #expect(attempts.withLock { $0 } == attempt)
        try await #expect(!away.matchNext())
        world.world.clock.advance(seconds: 60)
      }
      let failed = try await world.days.get(day, as: ben)
      #expect((failed.state, failed.failure) == (.failed, "unavailable"))
      try await world.days.retry(day, as: ben)
      let slow = DayMatcher(world.world.store, options: options, sleep: TestLimit.atOnce) { _ in
        try await TestLimit.never(0)
        throw Refusal()
      }
      try await #expect(slow.matchNext())
      try await #expect(world.days.get(day, as: ben).state == .waiting)
      world.world.clock.advance(seconds: 60)
      try await world.matchAll()
      try await #expect(world.days.get(day, as: ben).state == .matched)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a recording that ends every matcher is given up`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let laps = [DayLap.lift("l1", world.now.advanced(bySeconds: -7200))]
      let day = try await world.upload(DrawnRecording(name: "one", laps: laps), as: ben)
      for _ in 0..<DayMatcher.Options().greatestAttemptCount {
        try await #expect(world.matcher.take()?.recording != nil)
        world.world.clock.advance(seconds: 2 * DayMatcher.Options().timeoutSeconds + 30)
      }
      try await #expect(world.matcher.matchNext())
      try await #expect(world.days.get(day, as: ben).failure == "abandoned")
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `several matchers match each day once`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let calls = Locked(0)
      for number in 0..<12 {
        let start = world.now.advanced(bySeconds: Double(-1000 * (number + 1)))
        _ = try await world.upload(DrawnRecording(name: "\(number)", laps: [.lift("l1", start)]), as: ben)
      }
      let matcher = DayMatcher(world.world.store, sleep: TestLimit.never) { bytes in
        calls.withLock { $0 += 1 }
        return try world.book.match(bytes)
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask { while try await matcher.matchNext() {} } }
        try await group.waitForAll()
      }
      try await world.matchAll()
      #expect(calls.withLock { $0 } <= 12)
      let days = try await world.days.list(as: ben)
      #expect(days.count == 12 && days.allSatisfy { $0.state == .matched && $0.lapCount == 1 })
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a day removed while it is matched leaves nothing`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let laps = [DayLap.lift("l1", world.now.advanced(bySeconds: -7200))]
      let recording = DrawnRecording(name: "one", laps: laps)
      let day = try await world.upload(recording, as: ben)
      let matcher = DayMatcher(world.world.store, sleep: TestLimit.never) { _ in
        try await world.days.delete(day, as: ben)
        return recording.facts
      }
      try await #expect(matcher.matchNext())
      for (table, row) in try await world.world.allRows() { #expect(!row.contains(day.rawValue), "\(table)") }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a matcher runs until it is cancelled`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let recording = DrawnRecording(name: "one", laps: [.lift("l1", world.now.advanced(bySeconds: -7200))])
      let day = try await world.upload(recording, as: ben)
      let (rests, rested) = AsyncStream<Void>.makeStream()
      let matcher = DayMatcher(
        world.world.store,
        sleep: { milliseconds in
          if milliseconds == DayMatcher.Options().idleMilliseconds { rested.yield() }
          try await TestLimit.never(milliseconds)
        }, match: { _ in recording.facts })
      let running = Task { await matcher.run() }
      for await _ in rests { break }
      try await #expect(world.days.get(day, as: ben).state == .matched)
      running.cancel()
      await running.value
    }
  }
}
