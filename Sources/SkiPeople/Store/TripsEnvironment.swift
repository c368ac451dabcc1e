package import SkiAPI
package import SkiBase

/// All that the trip services need from outside: a database, a clock, a source of random bytes, and live sharing.
package struct TripsEnvironment: Sendable {
  /// The database; live sharing keeps its tables in the same one.
  package var driver: any SQLDriver
  /// The clocks.
  package var clock: SharingClock
  /// The source of identifiers and secrets.
  package var random: TripsRandom
  /// The work of live sharing that follows a commit.
  package var sharing: SharingFollower
  /// The numbers of what people may make.
  package var quotas: Quotas
  /// The parts of others that follow changes of people and trips in their transactions; their tables are made before.
  package var followers: [TripsPart] = []

  /// Creates an environment.
  /// - Parameters:
  ///   - database: The database; live sharing may keep its tables in the same one.
  ///   - clock: The clocks; the system's by default.
  ///   - shares: The grants of live sharing in this process, which end with memberships, trips and users; nil without it.
  package init(database: StoreDatabase, clock: SharingClock = .system, shares: ShareRepository? = nil) {
    self.init(
      driver: database.driver, clock: clock, sharing: shares.map(SharingFollower.shares) ?? .none)
  }

  /// Creates an environment of a driver.
  /// - Parameters:
  ///   - driver: The database.
  ///   - clock: The clocks; the system's by default.
  ///   - random: The source of random bytes; the system's by default.
  ///   - sharing: The work of live sharing that follows a commit; none by default.
  ///   - quotas: The numbers of what people may make.
  package init(
    driver: any SQLDriver, clock: SharingClock = .system, random: TripsRandom = .system,
    sharing: SharingFollower = .none, quotas: Quotas = .standard
  ) {
    (self.driver, self.clock, self.random, self.sharing) = (driver, clock, random, sharing)
    self.quotas = quotas
  }
}
