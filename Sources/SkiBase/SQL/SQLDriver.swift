/// A database that keeps the rows of a store.
///
/// Repositories are written once over this protocol, in SQL that both drivers run; see the module's README for its rules.
/// `Sendable`: any number of tasks may use a driver at the same time. Bodies run outside of Swift's task pool, on a thread of
/// the driver, and may run more than once; they must have no effects besides those on the connection.
///
/// Every failure of the database is a `SkiError`:
/// - `.unavailable`: the store can't be reached, a connection was lost, the disk is full, a time limit was exceeded, or the
///   driver is closed;
/// - `.conflict`: a constraint is violated;
/// - `.malformedData`: the database file is corrupted, or a row has values of other types than expected;
/// - `.invalidArgument`: a wrong number of values, a text with U+0000, a real that is not a number, a wrong placeholder;
/// - `.limitExceeded`: too many or too long values;
/// - `.cancelled`: the calling task was cancelled, and nothing is changed;
/// - `.internalInconsistency`: a statement that the database doesn't understand, or a change in a reading transaction.
///
/// Messages and subjects contain names of tables and constraints and the beginning of statements, never values of rows.
package protocol SQLDriver: Sendable {
  /// Runs a read-only transaction, whose statements all see one snapshot.
  /// - Parameter body: Receives the connection, which is valid until the body returns.
  /// - Returns: The result of the body.
  /// - Throws: `SkiError`, see ``SQLDriver``, and errors of the body unchanged.
  func read<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T

  /// Runs a transaction: all of its changes are kept, or none.
  ///
  /// The body runs again (up to 8 times, with pauses in between) after a deadlock or a failure of serialisation. An error of
  /// the body, and an error of any statement even if the body catches it, undoes all changes. After `.unavailable` with a
  /// message that says so, a connection was lost while committing, and the changes may be kept.
  /// - Parameter body: Receives the connection, which is valid until the body returns.
  /// - Returns: The result of the body.
  /// - Throws: `SkiError`, see ``SQLDriver``, and errors of the body unchanged.
  @discardableResult
  func write<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T

  /// Runs a transaction as ``write(_:)`` that excludes other maintenance of the same store, by any process, and whose
  /// statements have no time limits: for changes of the schema.
  /// - Parameter body: Receives the connection, which is valid until the body returns.
  /// - Returns: The result of the body.
  /// - Throws: `SkiError`, see ``SQLDriver``, and errors of the body unchanged.
  @discardableResult
  func maintain<T: Sendable>(_ body: @escaping @Sendable (any SQLConnection) throws -> T) async throws -> T

  /// Begins to report the notices of transactions that commit after this method returns, by any process, in the order of
  /// their commits.
  ///
  /// A notice may be lost with a connection: readers poll as well, and read again after ``StoreNotice/reconnected``.
  /// - Parameter handler: Called on a thread of the driver, one call at a time; it must return soon and not wait for the driver.
  /// - Returns: A token that ends the reports.
  /// - Throws: `SkiError` with code `.unavailable` if the store can't be reached.
  func listen(_ handler: @escaping @Sendable (StoreNotice) -> Void) async throws -> any StoreListening

  /// Removes what deleted rows left in the files of the store, as far as the database can.
  /// - Returns: The places where bytes of deleted rows may remain, each with the reason and the remedy; empty when there are
  ///   none.
  /// - Throws: `SkiError`, see ``SQLDriver``.
  /// - Complexity: O(bytes of the store); others may wait.
  func purge() async throws -> [String]

  /// Waits for running transactions, refuses waiting ones, and ends all reports, threads and connections.
  ///
  /// Later uses fail with `.unavailable`. Closing again has no effect.
  func close() async
}

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
