import SkiBase
import Testing

@testable import SkiAPI
@testable import SkiPeople

/// Parts add tables, removals, work and exports to the store.
@Suite struct TripsPartTests {
  private static func part(_ name: String, _ log: CallList) -> TripsPart {
    TripsPart(
      name,
      migrations: [
        SQLMigration(1, ["CREATE TABLE trips_\(name) (trip {text} NOT NULL, person {text} NOT NULL)"])
      ],
      removals: TripsPart.Removals(
        ofUser: ["DELETE FROM trips_\(name) WHERE person = $1"],
        ofMember: ["DELETE FROM trips_\(name) WHERE trip = $1 AND person = $2"],
        atEnd: ["UPDATE trips_\(name) SET person = 'ended' WHERE trip = $1"],
        ofTrip: ["DELETE FROM trips_\(name) WHERE trip = $1"]),
      handler: { happening, transaction in
        let count = try transaction.connection.rows("SELECT 1 FROM trips_\(name)").count
        log.add("\(name) \(happening) \(count)")
      },
      exporter: { user, _ in [JSONValue.Member(name, .string(user.rawValue))] })
  }

  @Test(arguments: TripsBackend.usable)
  func `parts follow the last first, before their own rows go`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let log = CallList()
      let store = try await TripsStore(
        world.store.environment, parts: [Self.part("one", log), Self.part("two", log)])
      let (trip, user) = (try TripID("t"), try UserID("u"))
      try await store.write { transaction in
        for name in ["one", "two"] {
          try transaction.connection.change(
            "INSERT INTO trips_\(name) VALUES ('t', 'u'), ('x', 'u'), ('t', 'v')")
        }
        log.clear()
        try transaction.raise(.memberLeft(trip, user))
      }
      #expect(
        log.all == [
          "two \(TripsChange.memberLeft(trip, user)) 3", "one \(TripsChange.memberLeft(trip, user)) 3",
        ])
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_one") == ["2"])
      try await store.write { try $0.raise(.tripEnded(trip)) }
      try await #expect(world.texts("SELECT person FROM trips_two ORDER BY person") == ["ended", "u"])
      try await store.write { try $0.raise(.tripRemoved(trip)) }
      try await store.write { try $0.raise(.userRemoved(user)) }
      try await #expect(world.texts("SELECT COUNT(*) FROM trips_two") == ["0"])
      let members = try await store.read { try store.export(user, $0) }
      #expect(members.map(\.name) == ["one", "two"])
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `opening again keeps the rows, and a part of its own version is added`(backend: TripsBackend)
    async throws
  {
    try await backend.withTrips { world in
      let anna = try await world.person("anna")
      let again = try await TripsStore(
        world.store.environment, parts: TripsSchema.parts + [Self.part("later", CallList())])
      try await #expect(UserService(again).get(as: anna).name == "anna")
      try await #expect(world.texts("SELECT number FROM trips_schema_later") == ["1"])
      await expectError(.unsupportedFormat) {
        _ = try await TripsStore(
          world.store.environment, parts: [TripsPart("later", migrations: [])])
      }
      await expectError(.invalidArgument) {
        _ = try await TripsStore(world.store.environment, parts: [TripsPart("Bad name", migrations: [])])
      }
    }
  }

  @Test(arguments: TripsBackend.usable)
  func `an error of a part undoes the whole transaction`(backend: TripsBackend) async throws {
    try await backend.withTrips { world in
      let (anna, ben) = (try await world.person("anna"), try await world.person("ben"))
      let trip = try await world.trip(host: anna, ben)
      let failing = TripsPart("failing", migrations: []) { happening, _ in
        if case .userRemoved = happening { throw SkiError(.unavailable, "a part fails; try again") }
        if case .memberLeft = happening { throw SkiError(.unavailable, "a part fails; try again") }
      }
      let store = try await TripsStore(world.store.environment, parts: TripsSchema.parts + [failing])
      await expectError(.unavailable) { try await TripService(store).leave(trip, as: ben) }
      await expectError(.unavailable) { try await UserService(store).delete(as: anna) }
      try await #expect(world.trips.members(of: trip, as: ben).count == 2)
      try await #expect(world.users.get(as: anna).name == "anna")
    }
  }

  @Test func `parts have different names, and tables with the prefix`() {
    #expect(Set(TripsSchema.parts.map(\.name)).count == TripsSchema.parts.count)
    for statement in TripsSchema.parts.flatMap(\.migrations).flatMap(\.statements) {
      let words = statement.split { !$0.isLetter && $0 != "_" }
      if words.starts(with: ["CREATE", "TABLE"]) || words.starts(with: ["CREATE", "INDEX"]) {
        #expect(words[2].hasPrefix("trips_"))
      }
    }
  }
}

/// A list of what parts did.
private final class CallList: Sendable {
  private let calls = Locked<[String]>([])
  var all: [String] { calls.withLock { $0 } }
  func add(_ call: String) { calls.withLock { $0.append(call) } }
  func clear() { calls.withLock { $0 = [] } }
}
