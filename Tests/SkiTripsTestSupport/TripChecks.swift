import SkiAPI
import SkiBase
import SkiGraph
import SkiPeople

/// `TripServing`: trips and members, each method with a success and each failure.
extension ConformanceCheck {
  /// The checks of trips and members.
  static let tripChecks: [ConformanceCheck] = [
    ConformanceCheck("a trip is created, read, changed, chosen and ended by its host") { world in
      let anna = try await world.logIn("anna")
      let trip = try await world.trip(host: anna)
      try expectEqual(try await world.trips.get(trip, as: anna).name, "Ski week")
      try expectEqual(try await world.trips.get(trip, as: anna).areas, [SourceID("area-1")])
      let changed = try await world.trips.patch(TripPatch(name: "Ski days", zone: "UTC"), of: trip, as: anna)
      try expectEqual(changed.name, "Ski days")
      try expectEqual(try await world.trips.get(trip, as: anna), changed)
      try await world.trips.choose(trip, as: anna)
      let own = try await world.trips.list(as: anna)
      try expectEqual(own.map(\.trip), [changed])
      try expectEqual(own.map(\.role), [.host])
      try expectEqual(own.map(\.isChosen), [true])
      try await world.trips.choose(nil, as: anna)
      try expectEqual(try await world.trips.list(as: anna).map(\.isChosen), [false])
      try await world.trips.end(trip, as: anna)
      try expectEqual(try await world.trips.get(trip, as: anna).ended != nil, true)
      try await expectRefused(.conflict) { try await world.trips.end(trip, as: anna) }
      try await expectRefused(.conflict) { try await world.trips.choose(trip, as: anna) }
      try await expectRefused(.conflict) {
        _ = try await world.trips.patch(TripPatch(name: "x"), of: trip, as: anna)
      }
    },
    ConformanceCheck("values of a trip that are not allowed are refused") { world in
      let anna = try await world.logIn("anna")
      func create(_ name: String = "Ski", zone: String = "UTC", areas: Int = 1, until: Double = 24)
        async throws
      {
        _ = try await world.trips.create(
          name: name, zone: zone, areas: (0..<areas).map { SourceID("a\($0)") }, from: world.hours(-1),
          until: world.hours(until), as: anna)
      }
      try await expectRefused(.invalidArgument) { try await create("") }
      try await expectRefused(.limitExceeded) { try await create(String(repeating: "x", count: 81)) }
      try await expectRefused(.invalidArgument) { try await create(zone: "Mars/Base") }
      try await expectRefused(.limitExceeded) { try await create(areas: 21) }
      try await expectRefused(.invalidArgument) { try await create(until: -2) }
      try await expectRefused(.limitExceeded) { try await create(until: 24 * 500) }
      try expectEqual(try await world.trips.list(as: anna), [])
    },
    ConformanceCheck("strangers find no trip, and travellers change none") { world in
      let (anna, ben, cleo) = (
        try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
      )
      let trip = try await world.trip(host: anna, ben)
      for id in [trip, try TripID("unknown")] {
        try await expectRefused(.notFound) { _ = try await world.trips.get(id, as: cleo) }
        try await expectRefused(.notFound) { _ = try await world.trips.members(of: id, as: cleo) }
        try await expectRefused(.notFound) {
          _ = try await world.trips.patch(TripPatch(name: "x"), of: id, as: cleo)
        }
        try await expectRefused(.notFound) { try await world.trips.end(id, as: cleo) }
        try await expectRefused(.notFound) { try await world.trips.choose(id, as: cleo) }
        try await expectRefused(.notFound) { try await world.trips.leave(id, as: cleo) }
        try await expectRefused(.notFound) { try await world.trips.remove(ben, from: id, as: cleo) }
        try await expectRefused(.notFound) { try await world.trips.setRole(.host, of: ben, in: id, as: cleo) }
        try await expectRefused(.notFound) { _ = try await world.trips.invitations(to: id, as: cleo) }
        try await expectRefused(.notFound) {
          _ = try await world.trips.invite(to: id, uses: 1, expires: world.hours(1), by: cleo)
        }
      }
      try await expectRefused(.notPermitted) {
        _ = try await world.trips.patch(TripPatch(name: "x"), of: trip, as: ben)
      }
      try await expectRefused(.notPermitted) { try await world.trips.end(trip, as: ben) }
      try await expectRefused(.notPermitted) { try await world.trips.remove(anna, from: trip, as: ben) }
      try await expectRefused(.notPermitted) {
        try await world.trips.setRole(.host, of: ben, in: trip, as: ben)
      }
      try await expectRefused(.notPermitted) { _ = try await world.trips.invitations(to: trip, as: ben) }
    },
    ConformanceCheck("members are listed, given roles, removed, and leave; the last host stays") { world in
      let (anna, ben, cleo) = (
        try await world.logIn("anna"), try await world.logIn("ben"), try await world.logIn("cleo")
      )
      let trip = try await world.trip(host: anna, ben, cleo)
      try expectEqual(
        Set(try await world.trips.members(of: trip, as: cleo).map(\.user)), [anna, ben, cleo])
      try await expectRefused(.conflict) { try await world.trips.leave(trip, as: anna) }
      try await expectRefused(.conflict) {
        try await world.trips.setRole(.traveller, of: anna, in: trip, as: anna)
      }
      try await world.trips.setRole(.host, of: ben, in: trip, as: anna)
      try expectEqual(
        try await world.trips.members(of: trip, as: ben).map(\.role), [.host, .host, .traveller])
      try await expectRefused(.invalidArgument) { try await world.trips.remove(ben, from: trip, as: ben) }
      try await expectRefused(.notFound) {
        try await world.trips.remove(UserID("unknown"), from: trip, as: ben)
      }
      try await expectRefused(.notFound) {
        try await world.trips.setRole(.host, of: UserID("unknown"), in: trip, as: ben)
      }
      try await world.trips.remove(cleo, from: trip, as: ben)
      try await expectRefused(.notFound) { _ = try await world.trips.get(trip, as: cleo) }
      try await world.trips.leave(trip, as: anna)
      try expectEqual(try await world.trips.members(of: trip, as: ben).map(\.user), [ben])
    },
    ConformanceCheck("changes of a trip that are not allowed change nothing", refuseTripChanges),
    ConformanceCheck("a trip that is over keeps its roles, and goes with its last member", endTrip),
    ConformanceCheck("a user belongs to a limited number of trips", limitTrips),
  ]

  private static func refuseTripChanges(_ world: ServedWorld) async throws {
    let anna = try await world.logIn("anna")
    let trip = try await world.trip(host: anna)
    let before = try await world.trips.get(trip, as: anna)
    let areas = (0...Trip.greatestAreaCount).map { SourceID("a\($0)") }
    for (code, patch) in [
      (.invalidArgument, TripPatch(name: "")), (.invalidArgument, TripPatch(name: "a\u{7}")),
      (.limitExceeded, TripPatch(name: String(repeating: "x", count: 81))),
      (.invalidArgument, TripPatch(zone: "Mars/Base")), (.limitExceeded, TripPatch(areas: areas)),
      (.invalidArgument, TripPatch(areas: [SourceID("")])),
      (.invalidArgument, TripPatch(until: world.hours(-0.5))),
      (.invalidArgument, TripPatch(from: world.hours(200))),
      (.limitExceeded, TripPatch(until: world.hours(24 * 500))),
    ] as [(SkiError.Code, TripPatch)] {
      try await expectRefused(code) { try await world.trips.patch(patch, of: trip, as: anna) }
    }
    try expectEqual(try await world.trips.get(trip, as: anna), before)
  }

  private static func endTrip(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let trip = try await world.trip(host: anna, ben)
    try await world.trips.end(trip, as: anna)
    try await expectRefused(.conflict) { try await world.trips.setRole(.host, of: ben, in: trip, as: anna) }
    let hosts = try await world.trips.members(of: trip, as: ben).filter { $0.role == .host }
    try expectEqual(hosts.map(\.user), [anna])
    // The last host may leave a trip that is over.
    try await world.trips.leave(trip, as: anna)
    try expectEqual(try await world.trips.members(of: trip, as: ben).map(\.user), [ben])
    try await world.trips.leave(trip, as: ben)
    for user in [anna, ben] {
      try await expectRefused(.notFound) { _ = try await world.trips.get(trip, as: user) }
      try expectEqual(try await world.trips.list(as: user), [])
    }
  }

  private static func limitTrips(_ world: ServedWorld) async throws {
    let (anna, ben) = (try await world.logIn("anna"), try await world.logIn("ben"))
    let other = try await world.trip(host: ben)
    let link = try await world.trips.invite(to: other, uses: 1, expires: world.hours(1), by: ben)
    for _ in 0..<Quota.trips.standard { _ = try await world.trip(host: anna) }
    try await expectRefused(.limitExceeded) { _ = try await world.trip(host: anna) }
    try await expectRefused(.limitExceeded) { try await world.trips.join(link.secret, as: anna) }
    let own = try await world.trips.list(as: anna)
    try expectEqual(own.count, Quota.trips.standard)
    // A refused use is not used up.
    try expectEqual(try await world.trips.invitations(to: other, as: ben).map(\.usesLeft), [1])
    try await world.trips.end(own[0].trip.id, as: anna)
    try await world.trips.leave(own[0].trip.id, as: anna)
    try expectEqual(try await world.trips.join(link.secret, as: anna).id, other)
  }
}
