import SkiBase

@testable import SkiAPI
@testable import SkiPeople

extension TripsWorld {
  /// Stores a grant of live sharing.
  func insert(_ grant: ShareGrant) async throws {
    _ = try await SharingStorage.sql(driver).store.insert(grant)
  }

  /// Returns the grants of a user in live sharing that have not ended.
  func grants(of user: UserID) async throws -> [ShareGrant] {
    try await SharingStorage.sql(driver).store.grants(of: user)
  }

  /// Returns all rows of all tables of the store, each as its table and its values in one text.
  func allRows() async throws -> [(table: String, row: String)] {
    let statements = store.parts.flatMap(\.migrations).flatMap(\.statements)
    let tables =
      statements.compactMap { statement -> String? in
        let words = statement.split { !$0.isLetter && $0 != "_" }
        return words.starts(with: ["CREATE", "TABLE"]) ? String(words[2]) : nil
      } + ["grants", "mentions", "positions", "audit", "trips", "quota_days"]
    return try await store.read { connection in
      try tables.flatMap { table in
        try connection.rows("SELECT * FROM \(table)").map { (table, "\($0.values)") }
      }
    }
  }
}

extension TripsWorld {
  /// Returns a grant of a member to the whole trip, for an hour from now.
  func grant(of owner: UserID, in trip: TripID) -> ShareGrant {
    ShareGrant(
      owner: owner, trip: trip, audience: .trip, precision: .exact, from: clock.now,
      until: clock.now.advanced(bySeconds: 3600), onlyInsideSkiArea: false)
  }

  /// Inserts users as travellers of a trip, in one transaction.
  func insertMembers(_ count: Int, of trip: TripID) async throws {
    try await store.write { transaction in
      for number in 0..<count {
        let user = User(
          id: try transaction.newID(), name: "Person \(number)", links: [], skier: SkierSettings(),
          created: transaction.now)
        try transaction.connection.insert(user)
        try transaction.connection.change(
          "INSERT INTO trips_members (trip, person, role, joined_ms) VALUES ($1, $2, 'traveller', $3)",
          [.id(trip), .id(user.id), .time(transaction.now)])
      }
    }
  }
}
