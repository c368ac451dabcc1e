import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople
import SkiRouting
import SkiTracks

/// The app's own trips; a real app asks its database.
struct Trips: TripMembership {
  let rosters: [TripID: TripRoster]
  func roster(of trip: TripID) async throws -> TripRoster? { rosters[trip] }
}

let (anna, ben, week) = (try UserID("anna"), try UserID("ben"), try TripID("week-7"))
let now = TimeSource.system.now()
let roster = TripRoster(members: [anna], hosts: [ben], until: now.advanced(bySeconds: 604_800))

// Map, store and services.
let map = try SkiMap.open(path: "sample.skimap")
let environment = SkiEnvironment(map: map, storage: .memory(), membership: Trips(rosters: [week: roster]))
let running = Task { await environment.run() }

// Nothing is shared by default. Anna shares her position with the hosts for an hour, and her cell of 500 m with the trip.
for (audience, precision) in [(ShareAudience.hosts, SharePrecision.exact), (.trip, .grid(metres: 500))] {
  let grant = ShareGrant(
    owner: anna, trip: week, audience: audience, precision: precision, from: now,
    until: now.advanced(bySeconds: 3600))
  try await environment.shares.grant(grant, as: anna)
}

// Ben, a host, listens: first all positions, then each change.
let stream = try await environment.positions.listenForFriendsLocations(
  in: week, as: .member(ben), showing: .all)
let (shown, note) = AsyncStream.makeStream(of: Void.self)
let watching = Task {
  for try await batch in stream {
    for change in batch.changes {
      switch change {
      case .present(let location):
        guard case .exact(let exact) = location.detail else { continue }
        print("ben sees \(location.user): \(exact.state.rawValue), \(location.freshness.rawValue)")
        note.yield()
      case .gone(let user): return print("\(user) is gone")
      }
    }
  }
}

// Anna's phone reports a fix; the outcome is returned when it is durable.
let place = try PlaceFinder(map: map).place("Crête").point.coordinate
let fix = LocationFix(place, time: TimeSource.system.now(), horizontalAccuracyMetres: 5)
print(try await environment.positions.updateCurrentUserLocation([fix], of: anna, in: week).count, "fix taken")
for await _ in shown { break }

// She stops: this returns when no server can deliver anything of her any more.
try await environment.shares.stopSharing(as: anna, in: week)
try await watching.value
for record in try await environment.shares.audit(of: anna) { print("audit: \(record.viewer) was shown anna") }
running.cancel()
await running.value
