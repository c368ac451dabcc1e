import CPQ
import SkiBase
import SkiSystem

/// The parameters of a connection: a URL or a list of keywords as libpq reads them, our settings around it.
///
/// A value; `Sendable`. It may contain a password and is never part of a message.
struct PostgresAddress: Sendable {
  private let parameters: [(String, String)]
  /// Statements for a new connection.
  let settings: String
  /// The most milliseconds of waiting for an answer: somewhat longer than a statement may take; nil for no limit.
  let answerMilliseconds: Int64?

  /// The milliseconds after the server's own time limit: its report of that is preferred.
  private static let marginMilliseconds: Int64 = 2_000

  /// Reads an address.
  /// - Throws: `SkiError` with code `.invalidArgument`; the message doesn't repeat the address, which may hold a password.
  init(_ address: String, _ options: PostgresOptions) throws {
    guard !address.utf8.contains(0), let parsed = PQconninfoParse(address, nil) else {
      throw SkiError(
        .invalidArgument,
        "the address of the PostgreSQL store can't be read (it is not repeated here, it may hold a password); write"
          + " postgresql://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=verify-full")
    }
    PQconninfoFree(parsed)
    answerMilliseconds =
      options.statementMilliseconds > 0
      ? Int64(options.statementMilliseconds) + Self.marginMilliseconds : nil
    // Parameters before the address are defaults, those after it can't be changed by it.
    parameters = [
      ("connect_timeout", "5"), ("keepalives_idle", "10"), ("keepalives_interval", "5"),
      ("keepalives_count", "3"),
      ("tcp_user_timeout", "15000"), ("target_session_attrs", "read-write"),
      ("fallback_application_name", PostgresOptions.applicationName), ("dbname", address),
      ("client_encoding", "UTF8"),
    ]
    // Queries are short: compiling one takes longer than running it. Large values are compressed by LZ4 where the server has it:
    // PostgreSQL 14 and newer, if it was built with it.
    settings = """
      SET statement_timeout = \(max(0, options.statementMilliseconds));
      SET lock_timeout = \(max(0, options.lockMilliseconds));
      SET idle_in_transaction_session_timeout = \(max(0, options.idleMilliseconds));
      SET jit = off;
      SELECT set_config('default_toast_compression', 'lz4', false) FROM pg_settings
        WHERE name = 'default_toast_compression' AND 'lz4' = ANY (enumvals);
      SET TimeZone = 'UTC'; SET bytea_output = hex; SET extra_float_digits = 1; SET standard_conforming_strings = on
      """
  }

  /// Connects; blocks for at most 5 s per host.
  func connect() -> OpaquePointer? {
    let names = parameters.map { strdup($0.0) }
    let values = parameters.map { strdup($0.1) }
    defer { for text in names + values { free(text) } }
    let nameList = names.map { UnsafePointer($0) } + [nil]
    let valueList = values.map { UnsafePointer($0) } + [nil]
    return PQconnectdbParams(nameList, valueList, 1)
  }
}

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
  public static let applicationName = "skiroute"
  /// The channel of notices; stores that share a database need different ones.
  public var channel = "skiroute"
  /// Replaces the clock of `SQLConnection.nowMilliseconds`, for tests; nil for PostgreSQL's.
  public var clock: (@Sendable () -> Int64)?

  /// Creates the default settings.
  public init() {}
}
