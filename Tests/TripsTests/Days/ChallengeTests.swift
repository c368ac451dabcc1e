import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Challenges of a trip: for members who opt in, from laps that count within the window.
@Suite struct ChallengeTests {
  @Test(arguments: TripsBackend.usable)
  func `hosts make and remove challenges, members take part`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let (anna, ben, cleo) = (
        try await world.world.person("anna"), try await world.world.person("ben"),
        try await world.world.person("cleo")
      )
      let trip = try await world.world.trip(host: anna, ben)
      let until = world.now.advanced(bySeconds: 3600)
      func make(_ name: String, _ measure: ChallengeMeasure, as user: UserID) async throws -> Challenge {
        try await world.challenges.create(
          name: name, measure: measure, in: trip, from: world.now, until: until, as: user)
      }
      await expectError(.notPermitted) { _ = try await make("Most", .descent, as: ben) }
      await expectError(.notFound) { _ = try await make("Most", .descent, as: cleo) }
      let lifts = [SourceID("l2"), SourceID("l1")]
      var every = try await make("Every lift", .everyLift(lifts + [lifts[0]]), as: anna)
      #expect(every.measure == .everyLift(lifts) && !every.isJoined)
      let id = every.id
      for attempt in [
        { _ = try await world.challenges.list(of: trip, as: cleo) },
        { _ = try await world.challenges.get(id, as: cleo) },
        { try await world.challenges.join(id, as: cleo) },
        { try await world.challenges.leave(id, as: cleo) }, { try await world.challenges.leave(id, as: ben) },
        { _ = try await world.challenges.ranking(of: id, as: cleo) },
        { try await world.challenges.remove(id, as: cleo) },
        { _ = try await world.challenges.get(ChallengeID("none"), as: anna) },
      ] as [() async throws -> Void] {
        await expectError(.notFound, attempt)
      }
      await expectError(.notPermitted) { try await world.challenges.remove(id, as: ben) }
      try await #expect(world.challenges.ranking(of: id, as: ben).isEmpty)
      for _ in 0..<2 { try await world.challenges.join(id, as: ben) }
      try await #expect(world.challenges.ranking(of: id, as: anna).map(\.user) == [ben])
      try await #expect(world.challenges.get(id, as: anna) == every)
      every.isJoined = true
      try await #expect(world.challenges.list(of: trip, as: ben) == [every])
      try await world.challenges.leave(id, as: ben)
      try await #expect(world.challenges.ranking(of: id, as: anna).isEmpty)
      try await world.challenges.remove(id, as: anna)
      try await #expect(world.challenges.list(of: trip, as: anna).isEmpty)
      await expectError(.notFound) { _ = try await world.challenges.get(id, as: anna) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `values of a challenge have limits`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let anna = try await world.world.person("anna")
      let trip = try await world.world.trip(host: anna)
      let (now, later) = (world.now, world.now.advanced(bySeconds: 3600))
      let many = (0...200).map { SourceID("l\($0)") }
      let cases: [(String, ChallengeMeasure, UniversalTime, UniversalTime, SkiError.Code)] = [
        ("", .descent, now, later, .invalidArgument),
        (String(repeating: "a", count: 81), .descent, now, later, .limitExceeded),
        ("a", .everyLift([]), now, later, .invalidArgument),
        ("a", .everyLift(many), now, later, .limitExceeded),
        ("a", .everyLift([SourceID("")]), now, later, .invalidArgument),
        ("a", .lifts, later, now, .invalidArgument),
        ("a", .lifts, now.advanced(bySeconds: -1), later, .invalidArgument),
        ("a", .lifts, now, now.advanced(bySeconds: 8 * 86_400), .invalidArgument),
      ]
      for (name, measure, from, until, code) in cases {
        await expectError(code) {
          _ = try await world.challenges.create(
            name: name, measure: measure, in: trip, from: from, until: until, as: anna)
        }
      }
      for number in 0..<Quota.challenges.standard {
        _ = try await world.challenges.create(
          name: "\(number)", measure: .lifts, in: trip, from: now, until: later, as: anna)
      }
      await expectError(.limitExceeded) {
        _ = try await world.challenges.create(
          name: "more", measure: .lifts, in: trip, from: now, until: later, as: anna)
      }
      let list = try await world.challenges.list(of: trip, as: anna)
      #expect(list.count == Quota.challenges.standard)
      try await world.world.trips.end(trip, as: anna)
      await expectError(.conflict) { try await world.challenges.join(list[0].id, as: anna) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `scores count laps within the window, without cheats, and equal ones share a rank`(
    backend: TripsBackend
  ) async throws {
    try await backend.withDays { world in
      let people = world.world
      var users: [UserID] = []
      for name in ["anna", "ben", "cleo", "dora", "emil"] { users.append(try await people.person(name)) }
      let (anna, ben, cleo, dora, emil) = (users[0], users[1], users[2], users[3], users[4])
      let trip = try await people.trip(host: anna, ben, cleo, dora, emil)
      let from = world.now.advanced(bySeconds: 3600)
      var challenges: [Challenge] = []
      let listed = [SourceID("l1"), SourceID("l2"), SourceID("l3")]
      for measure in [ChallengeMeasure.descent, .lifts, .everyLift(listed)] {
        let made = try await world.challenges.create(
          name: measure.word, measure: measure, in: trip, from: from, until: from.advanced(bySeconds: 36_000),
          as: anna)
        for user in [anna, ben, cleo, dora] { try await world.challenges.join(made.id, as: user) }
        challenges.append(made)
      }
      people.clock.advance(seconds: 3600 + 18_000)
      func at(_ minute: Double) -> UniversalTime { from.advanced(bySeconds: minute * 60) }
      let honest: [DayLap] = [
        .lift("l1", at(0)), .run("r1", at(10), descent: 400), .lift("l9", at(20)), .lift("l1", at(30)),
        .run("r1", at(40), descent: 300.25),
      ]
      try await world.add("anna", honest, as: anna)
      people.clock.advance(seconds: 1)
      var jump = DayLap.run("r2", at(50), descent: 2000)
      jump.topSpeedMetresPerSecond = 200
      // Outside of the window, across its beginning, in the future, impossible; one lap counts.
      let tricks: [DayLap] = [
        .run("r2", at(-60)), .run("r2", at(-2)), .run("r2", at(600)), jump,
        .run("r2", at(70), descent: 700.25),
        .lift("l2", at(80)), .lift("l3", at(90)),
      ]
      try await world.add("ben", tricks, as: ben)
      // Anna's recording again, in other bytes; and one's own day twice.
      try await world.add("stolen", honest, as: cleo)
      try await world.add("dora", [.run("r3", at(100), descent: 100)], as: dora)
      people.clock.advance(seconds: 1)
      try await world.add("dora again", [.run("r4", at(101), descent: 900)], as: dora)
      // Emil does not take part.
      try await world.add("emil", [.run("r5", at(100), descent: 3000)], as: emil)

      let descent = try await world.challenges.ranking(of: challenges[0].id, as: emil)
      #expect(descent.map(\.rank) == [1, 1, 3, 4])
      #expect(descent.map(\.score) == [700.25, 700.25, 100, 0])
      #expect(Set(descent[..<2].map(\.user)) == [anna, ben] && descent[2...].map(\.user) == [dora, cleo])
      #expect(descent.map(\.name).sorted() == ["anna", "ben", "cleo", "dora"])
      let lifts = try await world.challenges.ranking(of: challenges[1].id, as: anna)
      #expect(lifts.map(\.score) == [2, 2, 0, 0])
      let every = try await world.challenges.ranking(of: challenges[2].id, as: anna)
      #expect(every.map(\.score) == [2, 1, 0, 0] && every.first?.user == ben)

      let few = try await people.driver.statements {
        _ = try await world.challenges.ranking(of: challenges[0].id, as: emil)
      }
      #expect(few <= 3)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `blocked and former members are in no ranking`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let people = world.world
      let (anna, ben, cleo) = (
        try await people.person("anna"), try await people.person("ben"), try await people.person("cleo")
      )
      let trip = try await people.trip(host: anna, ben, cleo)
      let made = try await world.challenges.create(
        name: "Most", measure: .descent, in: trip, from: world.now,
        until: world.now.advanced(bySeconds: 3600),
        as: anna)
      for user in [anna, ben, cleo] { try await world.challenges.join(made.id, as: user) }
      try await people.friends.block(ben, as: cleo)
      try await #expect(Set(world.challenges.ranking(of: made.id, as: cleo).map(\.user)) == [anna, cleo])
      try await #expect(Set(world.challenges.ranking(of: made.id, as: ben).map(\.user)) == [anna, ben])
      try await people.trips.leave(trip, as: ben)
      try await #expect(Set(world.challenges.ranking(of: made.id, as: anna).map(\.user)) == [anna, cleo])
      await expectError(.notFound) { _ = try await world.challenges.ranking(of: made.id, as: ben) }
      try await people.add([ben], to: trip, by: anna)
      try await #expect(!world.challenges.get(made.id, as: ben).isJoined)
      try await people.trips.end(trip, as: anna)
      for user in [ben, cleo, anna] { try await people.trips.leave(trip, as: user) }
      for (table, row) in try await people.allRows() where table != "trips" {
        #expect(!row.contains(trip.rawValue) && !row.contains(made.id.rawValue), "\(table)")
      }
    }
  }
}
