/// A database that keeps the rows of stores: SQLite by the product SkiSQLite, or PostgreSQL by SkiPostgres.
///
/// Any number of tasks may use it at the same time, and several stores may share it.
public struct StoreDatabase: Sendable {
  /// The driver of the database.
  package let driver: any SQLDriver

  /// Creates a database of a driver.
  package init(_ driver: any SQLDriver) { self.driver = driver }

  /// Waits for running transactions, refuses waiting ones, and closes the database; stores over it end.
  public func close() async { await driver.close() }
}
