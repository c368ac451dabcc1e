import SkiBase
import SkiGraph
import SkiTestSupport
import SkiTripsTestSupport

@testable import SkiAPI
@testable import SkiPeople

extension ServedWorld {
  /// The services over a store, whose clock stands still; its map is a book of recordings.
  init(_ world: TripsWorld) {
    let days = DaysWorld(world)
    self.init(
      users: world.users, sessions: world.sessions, trips: world.trips, friends: world.friends,
      favourites: world.favourites, events: world.events, chats: world.chats,
      notices: NoticeService(world.store), days: days.days, challenges: days.challenges,
      recordings: ServedRecordings(
        record: { start, title in
          let recording = DrawnRecording(
            name: "<gpx> \(title) \(start.milliseconds)", laps: DayLap.day(from: start))
          days.book.add(recording)
          return recording.bytes
        },
        settle: { try await days.matchAll() },
        file: { link in try await days.days.file(link.text).bytes }),
      begin: { name in try await world.logins.logIn(development: name) }, now: { world.clock.now })
  }
}

extension DayLap {
  /// Returns two rides on a lift, each with a run after it.
  fileprivate static func day(from start: UniversalTime) -> [DayLap] {
    [
      .lift("BT", start), .run("TRSQB", start.advanced(bySeconds: 400), descent: 400),
      .lift("BT", start.advanced(bySeconds: 800)),
      .run("TRSQB", start.advanced(bySeconds: 1200), descent: 398.25),
    ]
  }
}
