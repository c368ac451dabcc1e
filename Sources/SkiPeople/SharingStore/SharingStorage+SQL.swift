import SkiAPI
public import SkiBase

extension SharingStorage {
  /// Opens the storage of live sharing in a database, and brings its schema up to date.
  /// - Parameter database: The database; it may hold other stores as well. Closing it ends the storage.
  /// - Throws: `SkiError` with code `.unsupportedFormat` if the schema is newer than this program, `.unavailable`
  ///   if the database can't be reached.
  public static func database(_ database: StoreDatabase) async throws -> SharingStorage {
    try await sql(database.driver)
  }

  /// Opens the storage of live sharing in the database of a driver.
  package static func sql(_ driver: any SQLDriver) async throws -> SharingStorage {
    try await driver.migrate(SharingSchema.migrations)
    try await driver.openDayCounts()
    return SharingStorage(SQLSharingStore(driver))
  }
}
