import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

/// The trips of a measurement, of equal size: travellers, hosts, and one person whose sharing ends again and again.
struct LoadTrips: TripMembership {
  let tripCount: Int
  /// The number of travellers of each trip.
  let size: Int
  /// The number of hosts of each trip.
  let hostCount: Int
  private let rosters: [TripID: TripRoster]

  init(_ settings: Settings) throws {
    tripCount = try settings.count("trips", 1)
    size = try settings.count("travellers") / tripCount
    hostCount = try settings.count("hosts", 0)
    let until = UniversalTime(secondsSince1970: (nowMilliseconds() / 1000 + 86_400 * 7).rounded())
    var rosters: [TripID: TripRoster] = [:]
    for trip in 0..<tripCount {
      let travellers = try (0..<size).map { try Self.traveller($0, of: trip) }
      let hosts = try (0..<hostCount).map { try Self.host($0, of: trip) }
      rosters[try Self.trip(trip)] = TripRoster(
        members: Set(travellers + [try Self.leaver(of: trip)]), hosts: Set(hosts), until: until)
    }
    self.rosters = rosters
  }

  func roster(of trip: TripID) async throws -> TripRoster? { rosters[trip] }

  static func trip(_ number: Int) throws -> TripID { try TripID("trip-\(number)") }
  static func traveller(_ number: Int, of trip: Int) throws -> UserID { try UserID("user-\(trip)-\(number)") }
  static func host(_ number: Int, of trip: Int) throws -> UserID { try UserID("host-\(trip)-\(number)") }
  static func leaver(of trip: Int) throws -> UserID { try UserID("leaver-\(trip)") }

  /// Returns a grant that shows a person exactly to the trip for a day.
  static func grant(_ owner: UserID, in trip: TripID) -> ShareGrant {
    let now = nowMilliseconds() / 1000
    return ShareGrant(
      owner: owner, trip: trip, audience: .trip, precision: .exact,
      from: UniversalTime(secondsSince1970: (now - 60).rounded()),
      until: UniversalTime(secondsSince1970: (now + 86_400).rounded()), onlyInsideSkiArea: false)
  }
}

/// Stores the grants of all travellers.
enum Preparation {
  static func run(_ settings: Settings) async throws {
    let driver = try await settings.driver()
    let store = try await SharingStorage.sql(driver).store
    let trips = try LoadTrips(settings)
    for trip in 0..<trips.tripCount {
      let id = try LoadTrips.trip(trip)
      for number in 0..<trips.size {
        _ = try await store.insert(LoadTrips.grant(try LoadTrips.traveller(number, of: trip), in: id))
      }
    }
    await driver.close()
  }
}
