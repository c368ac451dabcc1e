import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

/// `DayServing`: what becomes of received recordings, each method with a success and each failure.
extension ConformanceCheck {
  /// The checks of matched days.
  static let dayMatchingChecks: [ConformanceCheck] = [
    ConformanceCheck("a recording becomes a day with laps, totals and achievements", matchDay),
    ConformanceCheck("an earlier day is the first, whenever it was uploaded", firstDay),
    ConformanceCheck("a recording that can't be matched fails, and is tried again", failDay),
    ConformanceCheck("the files of a day are read by links", readFiles),
    ConformanceCheck("the same recording again is the same day, and another's does not count", copyDay),
    ConformanceCheck("a removed day is gone, and another of the same time counts instead", removeDay),
  ]

  private static func matchDay(_ world: ServedWorld) async throws {
    let ben = try await world.logIn("ben")
    let day = try await world.recordDay(as: ben)
    try expectEqual(day.owner, ben)
    try expectEqual(day.failure, nil)
    try expectEqual(day.trips, [])
    let laps = try await world.days.laps(of: day.id, as: ben)
    try expectEqual(Set(laps.map(\.kind)), [.lift, .run])
    try expectEqual(laps.compactMap(\.fault), [])
    try expectEqual(day.lapCount, laps.count)
    try expectEqual(laps.map(\.start), laps.map(\.start).sorted())
    try expectEqual(day.from, laps.map(\.start).min())
    try expectEqual(day.until, laps.map(\.end).max())
    let descent = laps.filter { $0.kind == .run }.reduce(0) { $0 + $1.descentMetres }
    try expectTrue(descent > 0 && abs(descent - day.descentMetres) < 0.01, "runs make the metres of the day")
    let achievements = try await world.days.achievements(of: day.id, as: ben)
    try expectTrue(achievements.contains(DayAchievement(.firstDay, value: 1)), "it is the first day")
    try expectEqual(try await world.days.list(as: ben), [day])
    try await expectRefused(.conflict) { try await world.days.retry(day.id, as: ben) }
  }

  private static func firstDay(_ world: ServedWorld) async throws {
    let ben = try await world.logIn("ben")
    let later = try await world.recordDay(as: ben)
    let earlier = try await world.recordDay(as: ben)
    try expectEqual(Set(try await world.days.list(as: ben).map(\.id)), [later.id, earlier.id])
    let first = try await world.days.achievements(of: earlier.id, as: ben)
    try expectTrue(first.contains { $0.kind == .firstDay }, "the earlier day is the first")
    let second = try await world.days.achievements(of: later.id, as: ben)
    try expectTrue(!second.contains { $0.kind == .firstDay }, "the later day is not the first")
  }

  private static func failDay(_ world: ServedWorld) async throws {
    let ben = try await world.logIn("ben")
    let trip = try await world.trip(host: ben)
    let id = try await world.upload(world.newJunk(), as: ben)
    let failed = try await world.settled(id, as: ben)
    try expectEqual(failed.state, .failed)
    try expectTrue(failed.failure != nil, "the reason is stated")
    try expectEqual(failed.from, nil)
    try expectEqual(try await world.days.laps(of: id, as: ben), [])
    try expectEqual(try await world.days.achievements(of: id, as: ben), [])
    try await expectRefused(.conflict) { try await world.days.share(id, with: trip, as: ben) }
    for kind in [DayFileKind.gpx, .thumbnail] {
      try await expectRefused(.conflict) { _ = try await world.days.link(to: kind, of: id, as: ben) }
    }
    try await world.days.retry(id, as: ben)
    try expectEqual(try await world.settled(id, as: ben), failed)
    try await world.days.delete(id, as: ben)
    try await expectRefused(.notFound) { try await world.days.retry(id, as: ben) }
  }

  private static func readFiles(_ world: ServedWorld) async throws {
    let ben = try await world.logIn("ben")
    let bytes = world.newRecording()
    let day = try await world.settled(try await world.upload(bytes, as: ben), as: ben)
    let recording = try await world.days.link(to: .recording, of: day.id, as: ben)
    try expectTrue(recording.expires > world.now(), "the link has not ended")
    try expectTrue(!recording.text.contains(day.id.rawValue), "the link does not tell the day")
    try expectEqual(try await world.recordings.file(recording), bytes)
    let gpx = try await world.recordings.file(try await world.days.link(to: .gpx, of: day.id, as: ben))
    try expectTrue(String(decoding: gpx, as: UTF8.self).contains("<gpx"), "the corrected recording is GPX")
    let thumbnail = try await world.days.link(to: .thumbnail, of: day.id, as: ben)
    try expectTrue(!(try await world.recordings.file(thumbnail)).isEmpty, "there is a picture")
    for text in ["none", String(recording.text.dropLast(2)), String(recording.text.reversed())] {
      let forged = DayLink(
        received: text, day: day.id, kind: .recording, viewer: ben, expires: recording.expires)
      try await expectRefused(.notFound) { _ = try await world.recordings.file(forged) }
    }
    try await world.days.delete(day.id, as: ben)
    try await expectRefused(.notFound) { _ = try await world.recordings.file(recording) }
  }

  /// Returns two days, the one that counts first.
  private static func inOrder(
    _ world: ServedWorld, _ one: (DayID, UserID), _ other: (DayID, UserID)
  ) async throws -> (counting: RecordedDay, silent: RecordedDay) {
    _ = try await world.settled(one.0, as: one.1)
    let second = try await world.settled(other.0, as: other.1)
    // The other may have taken the laps from the one.
    let first = try await world.days.get(one.0, as: one.1)
    return first.lapCount > second.lapCount ? (first, second) : (second, first)
  }

  private static func copyDay(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let bytes = world.newRecording()
    let own = try await world.upload(bytes, as: ben)
    try expectEqual(try await world.upload(bytes, as: ben), own)
    try expectEqual(try await world.days.list(as: ben).map(\.id), [own])
    let copy = try await world.upload(bytes, as: anna)
    try expectTrue(copy != own, "another's day is another day")
    let (counting, silent) = try await inOrder(world, (own, ben), (copy, anna))
    let laps = try await world.days.laps(of: silent.id, as: silent.owner)
    try expectEqual(laps.count, counting.lapCount)
    try expectEqual(Set(laps.map(\.fault)), [.copied])
    try expectEqual(silent.lapCount, 0)
    try expectEqual(silent.descentMetres, 0)
    try expectEqual(try await world.days.achievements(of: silent.id, as: silent.owner), [])
  }

  private static func removeDay(_ world: ServedWorld) async throws {
    let ben = try await world.logIn("ben")
    let morning = world.newMorning()
    let one = try await world.upload(world.recordings.record(morning, "One"), as: ben)
    let other = try await world.upload(world.recordings.record(morning, "Other"), as: ben)
    let (counting, silent) = try await inOrder(world, (one, ben), (other, ben))
    try expectEqual(silent.lapCount, 0)
    let hidden = try await world.days.laps(of: silent.id, as: ben)
    try expectEqual(Set(hidden.map(\.fault)), [.overlap])
    try await world.days.delete(counting.id, as: ben)
    try await expectRefused(.notFound) { _ = try await world.days.get(counting.id, as: ben) }
    try await expectRefused(.notFound) { _ = try await world.days.laps(of: counting.id, as: ben) }
    try await expectRefused(.notFound) { try await world.days.delete(counting.id, as: ben) }
    let left = try await world.days.list(as: ben)
    try expectEqual(left.map(\.id), [silent.id])
    try expectEqual(left.map(\.lapCount), [counting.lapCount])
    try expectEqual(left.map(\.descentMetres), [counting.descentMetres])
  }
}
