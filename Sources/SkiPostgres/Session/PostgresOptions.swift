/// The settings of a database in PostgreSQL.
public struct PostgresOptions: Sendable {
  /// The number of connections and of their threads, at least 1; one more is used for notices.
  public var connections = 8
  /// The most seconds from a call to the begin of its transaction: waiting for a connection, and reconnecting.
  public var waitSeconds = 3.0
  /// The most calls that wait for a connection; the next one fails at once.
  public var waitingLimit = 1_000
  /// The most milliseconds of one statement; 0 for no limit.
  public var statementMilliseconds = 10_000
  /// The most milliseconds that a statement waits for a lock; 0 for no limit.
  public var lockMilliseconds = 5_000
  /// The most milliseconds between two statements of a transaction; 0 for no limit.
  public var idleMilliseconds = 1_000
  /// The name that PostgreSQL shows for the connections, unless the address has one.
  public var applicationName = "skiroute"
  /// The channel of notices; stores that share a database need different ones.
  public var channel = "skiroute"
  /// Replaces the clock of `SQLConnection.nowMilliseconds`, for tests; nil for PostgreSQL's.
  public var clock: (@Sendable () -> Int64)?

  /// Creates the default settings.
  public init() {}
}
