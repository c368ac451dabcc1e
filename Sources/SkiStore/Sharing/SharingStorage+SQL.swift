public import SkiSharing

extension SharingStorage {
  /// Opens the storage of live sharing in a database, and brings its schema up to date.
  /// - Parameter driver: The database; it may hold other stores as well. Closing it ends the storage.
  /// - Throws: `SkiError` with code `.unsupportedFormat` if the schema is newer than this program; besides, see
  ///   ``SQLDriver``.
  public static func sql(_ driver: any SQLDriver) async throws -> SharingStorage {
    try await driver.migrate(SharingSchema.migrations)
    try await driver.openDayCounts()
    return SharingStorage(SQLSharingStore(driver))
  }
}
