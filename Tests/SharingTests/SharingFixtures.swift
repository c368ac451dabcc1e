import SkiBase
import SkiBuild
import SkiGraph
import SkiTestSupport
import SkiTracks

@testable import SkiAPI
@testable import SkiPeople

func user(_ name: String) -> UserID { try! UserID(name) }
func trip(_ name: String) -> TripID { try! TripID(name) }
func time(_ seconds: Double) -> UniversalTime { UniversalTime(secondsSince1970: 1_700_000_000 + seconds) }

let (anna, ben, cleo, dora) = (user("anna"), user("ben"), user("cleo"), user("dora"))
let week = trip("week")

/// Memberships in memory.
final class TestMembership: TripMembership {
  private let rosters: Locked<[TripID: TripRoster]>
  private let isAway = Locked(false)

  init(_ rosters: [TripID: TripRoster]) { self.rosters = Locked(rosters) }

  func roster(of trip: TripID) async throws -> TripRoster? {
    if isAway.withLock({ $0 }) { throw SkiError(.unavailable, "memberships are away; try again") }
    return rosters.withLock { $0[trip] }
  }

  func set(_ roster: TripRoster?, of trip: TripID) { rosters.withLock { $0[trip] = roster } }
  func setAway(_ away: Bool) { isAway.withLock { $0 = away } }

  /// One trip of four members until a day after the start; dora is the host.
  static var oneTrip: TestMembership {
    TestMembership([week: TripRoster(members: [anna, ben, cleo], hosts: [dora], until: time(86_400))])
  }
}

/// A clock that stands still, and advances when a task waits.
final class TestClock: Sendable {
  private let milliseconds = Locked<Int64>(1_700_000_000_000)

  var now: UniversalTime { UniversalTime(milliseconds: milliseconds.withLock { $0 }) }
  func advance(_ by: Int64) { milliseconds.withLock { $0 += by } }

  /// The clocks of a server whose time of day is wrong by some milliseconds.
  func sharingClock(wrongBy offset: Int64 = 0) -> TimeSource {
    TimeSource(
      now: { UniversalTime(milliseconds: self.milliseconds.withLock { $0 } + offset) },
      monotonicMilliseconds: { self.milliseconds.withLock { $0 } - 1_600_000_000_000 },
      sleep: { waiting in
        try Task.checkCancellation()
        self.advance(waiting)
        await Task.yield()
      })
  }
}

/// A grant of anna in the trip, from the start to an hour later, unless stated otherwise.
func grant(
  _ owner: UserID = anna, to audience: ShareAudience = .trip, _ precision: SharePrecision = .exact,
  from: Double = 0, until: Double = 3600, onlyInside: Bool = false
) -> ShareGrant {
  ShareGrant(
    owner: owner, trip: week, audience: audience, precision: precision, from: time(from), until: time(until),
    onlyInsideSkiArea: onlyInside)
}

/// A row of a traveller at a coordinate, observed some seconds after the start.
func row(
  _ owner: UserID = anna, at place: Coordinate = Coordinate(latitude: 46.5, longitude: 7.5),
  seconds: Double = 10, revision: Int64 = 1, coarse: CoarsePublisher = CoarsePublisher(),
  isInside: Bool = true
) -> LiveRow {
  LiveRow(
    trip: week, user: owner,
    order: LiveRow.Order(observedMilliseconds: time(seconds).milliseconds, revision: revision),
    expiresMilliseconds: time(seconds + 300).milliseconds,
    position: LiveRow.Position(
      exact: ExactLocation(coordinate: place, place: nil, state: .onRun, speedMetresPerSecond: 9),
      coarse: coarse, isInSkiArea: isInside))
}

/// A publisher that shows the cell of a coordinate since before the time.
func shownPublisher(
  at place: Coordinate, area: SharedArea? = nil, isInside: Bool = true, seconds: Double = 10
) -> CoarsePublisher {
  var publisher = CoarsePublisher()
  var random = SystemRandomNumberGenerator()
  let start = time(seconds).milliseconds - 400_000
  publisher.observe(
    CoarsePublisher.Place(
      cell: GridCell(at: place), area: area, isInSkiArea: isInside,
      fixMilliseconds: time(seconds).milliseconds), now: start, random: &random)
  for second in stride(from: 0, through: 400, by: 20) {
    _ = publisher.performBeat(now: start + Int64(second) * 1000)
  }
  return publisher
}

/// The sample mountain's map, built once.
enum SampleMap {
  private static let built = Task { try await MapMaking.sample(.openskimap).contents.map() }

  static func open() async throws -> SkiMap { try await built.value }
}

extension SharingServer {
  /// Performs steps until other work is done.
  nonisolated func working<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value
  {
    let isDone = Locked(false)
    async let value = {
      defer { isDone.withLock { $0 = true } }
      return try await body()
    }()
    while !isDone.withLock({ $0 }) {
      await step()
      await Task.yield()
    }
    return try await value
  }
}
