import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Laps count once, and only those that a person can have skied.
@Suite struct LapCountingTests {
  @Test(arguments: TripsBackend.usable)
  func `laps in the future and with impossible speeds don't count`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let start = world.now.advanced(bySeconds: -7200)
      var (fast, far, steep, flying) = (
        DayLap.run("r", start), DayLap.run("r", start.advanced(bySeconds: 400)),
        DayLap.run("r", start.advanced(bySeconds: 800)), DayLap.lift("l", start.advanced(bySeconds: 1200))
      )
      fast.topSpeedMetresPerSecond = 40.001
      far.lengthMetres = 300 * 30.001
      (steep.descentMetres, steep.lengthMetres) = (300 * 15.001, 300 * 16)
      flying.topSpeedMetresPerSecond = 15.001
      var limit = DayLap.run("r", start.advanced(bySeconds: 1600))
      (limit.topSpeedMetresPerSecond, limit.lengthMetres, limit.descentMetres) = (40, 300 * 30, 300 * 15)
      let ahead = DayLap.run("r", world.now.advanced(bySeconds: 1), minutes: 5)
      let justNow = DayLap.run("r", world.now, minutes: 5)
      let day = try await world.add("one", [fast, far, steep, flying, limit, justNow, ahead], as: ben)
      try await #expect(
        world.faults(day, as: ben) == [.speed, .speed, .speed, .speed, nil, nil, .future])
      let found = try await world.days.get(day, as: ben)
      #expect((found.lapCount, found.descentMetres) == (2, 5000))
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a recording of another counts for who uploaded it first`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let (anna, ben, cleo) = (
        try await world.world.person("anna"), try await world.world.person("ben"),
        try await world.world.person("cleo")
      )
      let start = world.now.advanced(bySeconds: -7200)
      let laps = [DayLap.lift("l1", start), .run("r1", start.advanced(bySeconds: 400))]
      let first = try await world.upload(DrawnRecording(name: "one", laps: laps), as: anna)
      world.world.clock.advance(seconds: 1)
      // The same bytes, and the same laps in other bytes; both are matched before the first.
      let same = try await world.upload(DrawnRecording(name: "one", laps: laps), as: ben)
      let equal = try await world.upload(DrawnRecording(name: "two", laps: laps), as: cleo)
      try await world.world.store.write { transaction in
        try transaction.connection.change(
          "UPDATE trips_days SET due_ms = $1 WHERE id = $2",
          [.time(transaction.now.advanced(bySeconds: 10)), .id(first)])
      }
      try await world.matchAll()
      world.world.clock.advance(seconds: 20)
      try await world.matchAll()
      try await #expect(world.faults(first, as: anna) == [nil, nil])
      try await #expect(world.faults(same, as: ben) == [.copied, .copied])
      try await #expect(world.faults(equal, as: cleo) == [.copied, .copied])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `some laps taken from another's recording don't count, those side by side do`(
    backend: TripsBackend
  ) async throws {
    try await backend.withDays { world in
      let (anna, ben, cleo) = (
        try await world.world.person("anna"), try await world.world.person("ben"),
        try await world.world.person("cleo")
      )
      let start = world.now.advanced(bySeconds: -36_000)
      let laps = (0..<10).map { DayLap.run("r\($0)", start.advanced(bySeconds: Double($0) * 600)) }
      try await world.add("anna", laps, as: anna)
      world.world.clock.advance(seconds: 1)
      // Two laps of Anna's among eight others.
      let own = (2..<10).map { DayLap.run("s\($0)", start.advanced(bySeconds: Double($0) * 600)) }
      let mixed = try await world.add("ben", Array(laps[..<2]) + own, as: ben)
      let two: [LapFault?] = [.copied, .copied] + Array(repeating: nil, count: 8)
      try await #expect(world.faults(mixed, as: ben) == two)
      // One chair together, at the same second, with another speed.
      var beside = laps[3]
      beside.topSpeedMetresPerSecond = 17
      let alone = (4..<8).map { DayLap.run("t\($0)", start.advanced(bySeconds: Double($0) * 600)) }
      let friend = try await world.add("cleo", [beside] + alone, as: cleo)
      let none: [LapFault?] = Array(repeating: nil, count: 5)
      try await #expect(world.faults(friend, as: cleo) == none)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a copy with changed speeds doesn't count as a whole`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let (anna, ben) = (try await world.world.person("anna"), try await world.world.person("ben"))
      let start = world.now.advanced(bySeconds: -36_000)
      var laps = (0..<10).map { DayLap.run("r\($0)", start.advanced(bySeconds: Double($0) * 600)) }
      try await world.add("anna", laps, as: anna)
      world.world.clock.advance(seconds: 1)
      for index in laps.indices { laps[index].topSpeedMetresPerSecond = 10 + Double(index) }
      for index in 5..<10 { laps[index].source = SourceID("other") }
      let day = try await world.add("ben", laps, as: ben)
      let all: [LapFault?] = Array(repeating: .copied, count: 10)
      try await #expect(world.faults(day, as: ben) == all)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `recordings of the same time count once, and the rest when the first is removed`(
    backend: TripsBackend
  ) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let start = world.now.advanced(bySeconds: -36_000)
      func lap(_ source: String, _ minute: Double) -> DayLap {
        .run(source, start.advanced(bySeconds: minute * 60), minutes: 10)
      }
      let first = try await world.add("watch", [lap("a", 0), lap("b", 10), lap("c", 20)], as: ben)
      world.world.clock.advance(seconds: 1)
      let second = try await world.add("phone", [lap("a", 1), lap("d", 30), lap("e", 40)], as: ben)
      world.world.clock.advance(seconds: 1)
      let third = try await world.add("other", [lap("f", 5), lap("g", 45)], as: ben)
      try await #expect(world.faults(first, as: ben) == [nil, nil, nil])
      try await #expect(world.faults(second, as: ben) == [.overlap, nil, nil])
      try await #expect(world.faults(third, as: ben) == [.overlap, .overlap])
      try await world.days.delete(first, as: ben)
      try await #expect(world.faults(second, as: ben) == [nil, nil, nil])
      try await #expect(world.faults(third, as: ben) == [.overlap, .overlap])
      try await world.days.delete(second, as: ben)
      try await #expect(world.faults(third, as: ben) == [nil, nil])
    }
  }

  @Test func `spans of time agree with a set of minutes`() {
    let seed = UInt64.random(in: .min ... .max)
    print("spans: seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      var (spans, minutes) = (TimeSpans(), Set<Int64>())
      for _ in 0..<40 {
        let from = Int64.random(in: 0..<300, using: &random)
        let until = from + Int64.random(in: 1...20, using: &random)
        let overlaps = !minutes.isDisjoint(with: from..<until)
        #expect(spans.intersects(from, until) == overlaps, "seed \(seed)")
        guard Bool.random(using: &random) else { continue }
        spans.insert(from, until)
        minutes.formUnion(from..<until)
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `no moment counts twice in random recordings, removed at random`(backend: TripsBackend) async throws {
    let seed = UInt64.random(in: .min ... .max)
    print("laps: seed \(seed)")
    try await backend.withDays { world in
      var random = SeededGenerator(seed: seed)
      let people = [try await world.world.person("anna"), try await world.world.person("ben")]
      var days: [(id: DayID, user: UserID)] = []
      for step in 0..<25 {
        world.world.clock.advance(seconds: 1)
        if days.count > 3, Int.random(in: 0..<4, using: &random) == 0 {
          let removed = days.remove(at: Int.random(in: 0..<days.count, using: &random))
          try await world.days.delete(removed.id, as: removed.user)
        } else {
          let user = people[Int.random(in: 0..<2, using: &random)]
          var time = Double(Int.random(in: 0..<40, using: &random)) * 300
          let laps = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            defer { time += Double(Int.random(in: 2...4, using: &random)) * 300 }
            return DayLap.run(
              "r\(Int.random(in: 0..<3, using: &random))", UniversalTime(secondsSince1970: 1.6e9 + time),
              minutes: 10)
          }
          days.append((try await world.add("\(step)", laps, as: user), user))
        }
        for user in people {
          var (spans, total) = (TimeSpans(), 0.0)
          for day in days where day.user == user {
            for lap in try await world.days.laps(of: day.id, as: user) where lap.fault == nil {
              let (from, until) = (lap.start.milliseconds, lap.end.milliseconds)
              #expect(!spans.intersects(from, until), "seed \(seed), step \(step)")
              spans.insert(from, until)
              total += lap.descentMetres
            }
          }
          let sum = try await world.days.list(as: user).reduce(0) { $0 + $1.descentMetres }
          #expect(sum == total, "seed \(seed), step \(step)")
        }
      }
    }
  }
}
