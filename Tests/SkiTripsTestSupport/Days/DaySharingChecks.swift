import SkiAPI
import SkiBase
import SkiPeople

/// `DayServing`: private and shared days, each method with a success and each failure.
extension ConformanceCheck {
  /// The checks of shared days.
  static let daySharingChecks: [ConformanceCheck] = [
    ConformanceCheck("a day is its owner's alone until it is shared", keepPrivate),
    ConformanceCheck("members see a shared day without its owner's matters", seeShared),
    ConformanceCheck("a shared day is changed by its owner alone", refuseMembers),
    ConformanceCheck("a shared day ends with its share, a block and a membership", endShare),
    ConformanceCheck("a day is shared with trips of its owner", refuseTrips),
    ConformanceCheck("shared days come in pages, the latest first", pageShared),
  ]

  private static func keepPrivate(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let trip = try await world.trip(host: anna, ben)
    let day = try await world.recordDay(as: ben)
    for id in [day.id, try DayID("unknown")] {
      try await expectRefused(.notFound) { _ = try await world.days.get(id, as: anna) }
      try await expectRefused(.notFound) { _ = try await world.days.laps(of: id, as: anna) }
      try await expectRefused(.notFound) { _ = try await world.days.achievements(of: id, as: anna) }
      for kind in DayFileKind.allCases {
        try await expectRefused(.notFound) { _ = try await world.days.link(to: kind, of: id, as: anna) }
      }
      try await expectRefused(.notFound) { try await world.days.share(id, with: trip, as: anna) }
      try await expectRefused(.notFound) { try await world.days.unshare(id, from: trip, as: anna) }
      try await expectRefused(.notFound) { try await world.days.delete(id, as: anna) }
      try await expectRefused(.notFound) { try await world.days.retry(id, as: anna) }
    }
    try expectEqual(try await world.days.list(as: anna), [])
    try expectEqual(try await world.days.shared(with: trip, as: anna), [])
    try expectEqual(try await world.days.list(as: ben), [day])
  }

  private static func seeShared(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let trip = try await world.trip(host: anna, ben)
    let day = try await world.recordDay(as: ben)
    for _ in 0..<2 { try await world.days.share(day.id, with: trip, as: ben) }
    try expectEqual(try await world.days.get(day.id, as: ben).trips, [trip])
    let seen = try await world.days.get(day.id, as: anna)
    var expected = day
    expected.received = nil
    try expectEqual(seen, expected)
    try expectEqual(try await world.days.shared(with: trip, as: anna), [seen])
    try expectEqual(try await world.days.shared(with: trip, as: ben), [seen])
    let own = try await world.days.laps(of: day.id, as: ben)
    try expectEqual(try await world.days.laps(of: day.id, as: anna), own)
    try await seeSharedFiles(world, day.id, of: ben, as: anna)
  }

  /// Looks whether another sees the files of a shared day without its ends, and not the recording.
  private static func seeSharedFiles(
    _ world: ServedWorld, _ day: DayID, of owner: UserID, as user: UserID
  ) async throws {
    let whole = try await world.recordings.file(try await world.days.link(to: .gpx, of: day, as: owner))
    let shared = try await world.recordings.file(try await world.days.link(to: .gpx, of: day, as: user))
    try expectTrue(String(decoding: shared, as: UTF8.self).contains("<gpx"), "the shared recording is GPX")
    try expectTrue(shared != whole, "the shared recording is not the whole one")
    let picture = try await world.days.link(to: .thumbnail, of: day, as: user)
    try expectTrue(!(try await world.recordings.file(picture)).isEmpty, "there is a picture")
    try await expectRefused(.notFound) { _ = try await world.days.link(to: .recording, of: day, as: user) }
  }

  private static func refuseMembers(_ world: ServedWorld) async throws {
    let (anna, ben, cleo) = (
      try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
    )
    let trip = try await world.trip(host: anna, ben)
    let day = try await world.recordDay(as: ben)
    try await world.days.share(day.id, with: trip, as: ben)
    try await expectRefused(.notFound) { _ = try await world.days.achievements(of: day.id, as: anna) }
    try await expectRefused(.notFound) { try await world.days.share(day.id, with: trip, as: anna) }
    try await expectRefused(.notFound) { try await world.days.unshare(day.id, from: trip, as: anna) }
    try await expectRefused(.notFound) { try await world.days.retry(day.id, as: anna) }
    try await expectRefused(.notFound) { try await world.days.delete(day.id, as: anna) }
    try await expectRefused(.notFound) { _ = try await world.days.get(day.id, as: cleo) }
    try await expectRefused(.notFound) { _ = try await world.days.laps(of: day.id, as: cleo) }
    try await expectRefused(.notFound) { _ = try await world.days.link(to: .gpx, of: day.id, as: cleo) }
    try expectEqual(try await world.days.shared(with: trip, as: anna).map(\.id), [day.id])
  }

  private static func endShare(_ world: ServedWorld) async throws {
    let (anna, ben, cleo) = (
      try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
    )
    let trip = try await world.trip(host: anna, ben, cleo)
    let day = try await world.recordDay(as: ben).id
    try await world.days.share(day, with: trip, as: ben)
    let link = try await world.days.link(to: .gpx, of: day, as: cleo)
    try await world.friends.block(cleo, as: ben)
    try await expectRefused(.notFound) { _ = try await world.days.get(day, as: cleo) }
    try await expectRefused(.notFound) { _ = try await world.recordings.file(link) }
    try expectEqual(try await world.days.shared(with: trip, as: cleo), [])
    try await world.friends.unblock(cleo, as: ben)
    try expectEqual(try await world.days.shared(with: trip, as: cleo).map(\.id), [day])
    try await world.days.unshare(day, from: trip, as: ben)
    try await expectRefused(.notFound) { try await world.days.unshare(day, from: trip, as: ben) }
    try await expectRefused(.notFound) { _ = try await world.recordings.file(link) }
    try expectEqual(try await world.days.get(day, as: ben).trips, [])
    try await world.days.share(day, with: trip, as: ben)
    try await world.trips.leave(trip, as: ben)
    try await expectRefused(.notFound) { _ = try await world.days.get(day, as: anna) }
    try expectEqual(try await world.days.shared(with: trip, as: anna), [])
    try expectEqual(try await world.days.get(day, as: ben).trips, [])
  }

  private static func refuseTrips(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let (own, others) = (try await world.trip(host: ben), try await world.trip(host: anna))
    let day = try await world.recordDay(as: ben).id
    for trip in [others, try TripID("unknown")] {
      try await expectRefused(.notFound) { try await world.days.share(day, with: trip, as: ben) }
      try await expectRefused(.notFound) { try await world.days.unshare(day, from: trip, as: ben) }
      try await expectRefused(.notFound) { _ = try await world.days.shared(with: trip, as: ben) }
    }
    try await expectRefused(.notFound) { try await world.days.unshare(day, from: own, as: ben) }
    try await expectRefused(.notFound) {
      try await world.days.share(DayID("unknown"), with: own, as: ben)
    }
    try expectEqual(try await world.days.shared(with: others, as: anna), [])
    try expectEqual(try await world.days.get(day, as: ben).trips, [])
  }

  private static func pageShared(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let trip = try await world.trip(host: anna, ben)
    // Each recording is of an earlier day than the one before it.
    var ids: [DayID] = []
    for _ in 0..<4 { ids.append(try await world.upload(world.newRecording(), as: ben)) }
    for id in ids { try expectEqual(try await world.settled(id, as: ben).state, .matched) }
    let hidden = ids.removeLast()
    for id in ids { try await world.days.share(id, with: trip, as: ben) }
    let first = try await world.days.shared(with: trip, after: nil, count: 2, as: anna)
    try expectEqual(first.map(\.id), Array(ids[..<2]))
    let second = try await world.days.shared(with: trip, after: ids[1], count: 2, as: anna)
    try expectEqual(second.map(\.id), [ids[2]])
    try expectEqual(try await world.days.shared(with: trip, after: ids[2], count: 2, as: anna), [])
    for last in [hidden, try DayID("unknown")] {
      try await expectRefused(.notFound) {
        _ = try await world.days.shared(with: trip, after: last, count: 2, as: anna)
      }
    }
    for count in [0, -1, DayService.greatestPageCount + 1] {
      try await expectRefused(.invalidArgument) {
        _ = try await world.days.shared(with: trip, after: nil, count: count, as: anna)
      }
    }
  }
}
