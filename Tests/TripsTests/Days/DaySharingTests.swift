import SkiBase
import SkiGraph
import SkiTestSupport
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Days are private; a shared day shows the trip what is inside the ski area, as long as both belong to it.
@Suite struct DaySharingTests {
  private func day(_ world: DaysWorld, _ name: String, as user: UserID, hoursAgo hours: Double = 2)
    async throws
    -> DayID
  {
    let start = world.now.advanced(bySeconds: -hours * 3600)
    return try await world.add(
      name, [.lift("l1", start), .run("r1", start.advanced(bySeconds: 400))], as: user)
  }

  @Test(arguments: TripsBackend.usable)
  func `a day is its owner's alone until it is shared`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let (anna, ben) = (try await world.world.person("anna"), try await world.world.person("ben"))
      let trip = try await world.world.trip(host: anna, ben)
      let id = try await day(world, "one", as: ben)
      for attempt in [
        { _ = try await world.days.get(id, as: anna) }, { _ = try await world.days.laps(of: id, as: anna) },
        { _ = try await world.days.achievements(of: id, as: anna) },
        { _ = try await world.days.link(to: .gpx, of: id, as: anna) },
        { _ = try await world.days.link(to: .recording, of: id, as: anna) },
        { try await world.days.share(id, with: trip, as: anna) },
        { try await world.days.unshare(id, from: trip, as: anna) },
        { try await world.days.delete(id, as: anna) },
        { try await world.days.retry(id, as: anna) },
        { _ = try await world.days.get(DayID("none"), as: anna) },
      ] as [() async throws -> Void] {
        await expectError(.notFound, attempt)
      }
      try await #expect(world.days.list(as: anna).isEmpty)
      try await #expect(world.days.shared(with: trip, as: anna).isEmpty)
      try await #expect(world.days.list(as: ben).map(\.id) == [id])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `members see a shared day without its ends and its owner's matters`(backend: TripsBackend) async throws
  {
    try await backend.withDays { world in
      let (anna, ben, cleo) = (
        try await world.world.person("anna"), try await world.world.person("ben"),
        try await world.world.person("cleo")
      )
      let trip = try await world.world.trip(host: anna, ben)
      let id = try await day(world, "one", as: ben)
      for _ in 0..<2 { try await world.days.share(id, with: trip, as: ben) }
      try await #expect(world.days.get(id, as: ben).trips == [trip])
      let seen = try await world.days.get(id, as: anna)
      #expect((seen.owner, seen.received, seen.trips, seen.descentMetres) == (ben, nil, [], 500))
      try await #expect(world.days.shared(with: trip, as: anna) == [seen])
      try await #expect(world.days.laps(of: id, as: anna).count == 2)
      let links = [
        try await world.days.link(to: .gpx, of: id, as: anna),
        try await world.days.link(to: .thumbnail, of: id, as: anna),
      ]
      try await #expect(world.days.file(links[0].text).bytes == Array("trimmed one".utf8))
      try await #expect(world.days.file(links[1].text).bytes == [2])
      for link in links {
        #expect(!link.text.contains(id.rawValue) && !link.text.contains(anna.rawValue))
        #expect("\(link)" == "link to a file")
      }
      await expectError(.notFound) { _ = try await world.days.link(to: .recording, of: id, as: anna) }
      await expectError(.notFound) { _ = try await world.days.achievements(of: id, as: anna) }
      await expectError(.notFound) { try await world.days.delete(id, as: anna) }
      for attempt in [
        { _ = try await world.days.get(id, as: cleo) },
        { _ = try await world.days.shared(with: trip, as: cleo) },
      ] as [() async throws -> Void] {
        await expectError(.notFound, attempt)
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a shared day ends with sharing, membership, a block and removal`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let people = world.world
      let (anna, ben, cleo, dora) = (
        try await people.person("anna"), try await people.person("ben"), try await people.person("cleo"),
        try await people.person("dora")
      )
      let trip = try await people.trip(host: anna, ben, cleo, dora)
      let id = try await day(world, "one", as: ben)
      try await world.days.share(id, with: trip, as: ben)
      let link = try await world.days.link(to: .gpx, of: id, as: cleo)
      let others = try await world.days.link(to: .gpx, of: id, as: anna)
      // One who leaves, one who is blocked.
      try await people.trips.leave(trip, as: cleo)
      await expectError(.notFound) { _ = try await world.days.get(id, as: cleo) }
      await expectError(.notFound) { _ = try await world.days.file(link.text) }
      try await people.friends.block(dora, as: ben)
      await expectError(.notFound) { _ = try await world.days.get(id, as: dora) }
      try await #expect(world.days.shared(with: trip, as: dora).isEmpty)
      try await #expect(world.days.shared(with: trip, as: anna).count == 1)
      // The end of sharing.
      try await world.days.unshare(id, from: trip, as: ben)
      await expectError(.notFound) { try await world.days.unshare(id, from: trip, as: ben) }
      await expectError(.notFound) { _ = try await world.days.get(id, as: anna) }
      await expectError(.notFound) { _ = try await world.days.file(others.text) }
      // The owner who leaves, and returns.
      try await world.days.share(id, with: trip, as: ben)
      try await people.trips.leave(trip, as: ben)
      await expectError(.notFound) { _ = try await world.days.get(id, as: anna) }
      await expectError(.notFound) { try await world.days.share(id, with: trip, as: ben) }
      try await people.add([ben], to: trip, by: anna)
      try await #expect(world.days.shared(with: trip, as: anna).isEmpty)
      // The removal of the day.
      try await world.days.share(id, with: trip, as: ben)
      try await #expect(world.days.file(others.text).bytes == Array("trimmed one".utf8))
      try await world.days.delete(id, as: ben)
      await expectError(.notFound) { _ = try await world.days.file(others.text) }
      for (table, row) in try await people.allRows() { #expect(!row.contains(id.rawValue), "\(table)") }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a day that is not matched is not shared`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let ben = try await world.world.person("ben")
      let trip = try await world.world.trip(host: ben)
      let recording = DrawnRecording(name: "one", laps: [.lift("l1", world.now.advanced(bySeconds: -7200))])
      let id = try await world.upload(recording, as: ben)
      await expectError(.conflict) { try await world.days.share(id, with: trip, as: ben) }
      await expectError(.conflict) { _ = try await world.days.link(to: .thumbnail, of: id, as: ben) }
      try await world.matchAll()
      await expectError(.notFound) { try await world.days.share(id, with: TripID("none"), as: ben) }
      try await world.days.share(id, with: trip, as: ben)
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `links expire, and forged ones lead nowhere`(backend: TripsBackend) async throws {
    let seed = UInt64.random(in: .min ... .max)
    print("links: seed \(seed)")
    try await backend.withDays { world in
      var random = SeededGenerator(seed: seed)
      let ben = try await world.world.person("ben")
      let id = try await day(world, "one", as: ben)
      let link = try await world.days.link(to: .gpx, of: id, as: ben)
      #expect(link.expires == world.now.advanced(bySeconds: 300))
      let digits = Array("0123456789abcdef")
      for _ in 0..<500 {
        var letters = Array(link.text)
        let place = Int.random(in: 0..<letters.count, using: &random)
        let other = digits[Int.random(in: 0..<16, using: &random)]
        guard letters[place] != other else { continue }
        letters[place] = other
        let text = String(letters)
        await expectError(.notFound) { _ = try await world.days.file(text) }
      }
      for text in ["", "00", "g", String(link.text.dropLast(2)), String(repeating: "0", count: 2002)] {
        await expectError(.notFound) { _ = try await world.days.file(text) }
      }
      try await #expect(world.days.file(link.text).mediaType == "application/gpx+xml")
      world.world.clock.advance(seconds: 300)
      await expectError(.notFound) { _ = try await world.days.file(link.text) }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `shared days come in pages, the latest first`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let (anna, ben) = (try await world.world.person("anna"), try await world.world.person("ben"))
      let trip = try await world.world.trip(host: anna, ben)
      var days: [DayID] = []
      for number in 1...5 {
        days.append(try await day(world, "\(number)", as: ben, hoursAgo: Double(24 * number)))
        try await world.days.share(days[number - 1], with: trip, as: ben)
      }
      let hidden = try await day(world, "hidden", as: ben, hoursAgo: 1)
      var (seen, last): ([DayID], DayID?) = ([], nil)
      repeat {
        let page = try await world.days.shared(with: trip, after: last, count: 2, as: anna).map(\.id)
        seen += page
        last = page.last
      } while last != nil
      #expect(seen == days)
      await expectError(.notFound) { _ = try await world.days.shared(with: trip, after: hidden, as: anna) }
      for count in [0, 201] {
        await expectError(.invalidArgument) {
          _ = try await world.days.shared(with: trip, count: count, as: anna)
        }
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `a removed user leaves no day`(backend: TripsBackend) async throws {
    try await backend.withDays { world in
      let (anna, ben) = (try await world.world.person("anna"), try await world.world.person("ben"))
      let trip = try await world.world.trip(host: ben, anna)
      let id = try await day(world, "planted", as: ben)
      try await world.days.share(id, with: trip, as: ben)
      _ = try await world.permit([1], as: ben)
      let waiting = try await world.upload(DrawnRecording(name: "waits", laps: []), as: ben)
      let challenge = try await world.challenges.create(
        name: "planted", measure: .descent, in: trip, from: world.now,
        until: world.now.advanced(bySeconds: 3600), as: ben)
      try await world.challenges.join(challenge.id, as: ben)
      let exported = String(decoding: try await world.world.users.export(as: ben), as: UTF8.self)
      for text in [id.rawValue, waiting.rawValue, challenge.id.rawValue, "\"r1\""] {
        #expect(exported.contains(text))
      }
      try await world.world.users.delete(as: ben)
      for (table, row) in try await world.world.allRows() {
        for text in [ben.rawValue, id.rawValue, waiting.rawValue, "planted"] {
          #expect(!row.contains(text), "\(table)")
        }
      }
      try await #expect(world.days.shared(with: trip, as: anna).isEmpty)
    }
  }
}
