public import SkiStore

extension StoreDatabase {
  /// Creates a database of PostgreSQL for any number of servers, which connects at its first use.
  ///
  /// TLS is a parameter of the address: `sslmode=verify-full` for a server that isn't on the same machine. Connection poolers
  /// between must keep sessions, not only transactions, since statements are prepared.
  /// - Parameters:
  ///   - address: A URL (`postgresql://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…`) or keywords as libpq reads them.
  ///   - options: The settings.
  /// - Throws: `SkiError` with code `.invalidArgument` for an address that can't be read (which is not repeated, since it may
  ///   hold a password), or a channel with other characters than a–z, 0–9 and _, or more than 60; `.unavailable`.
  public static func postgres(_ address: String, options: PostgresOptions = PostgresOptions()) throws
    -> StoreDatabase
  {
    StoreDatabase(try PostgresDriver(address, options: options))
  }
}
