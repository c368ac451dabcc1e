import SkiBase

/// A kind of transaction.
enum PostgresTransaction {
  case read
  case write
  case maintain

  /// The command that begins it.
  var begin: String {
    switch self {
    case .read: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    case .write, .maintain: "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE"
    }
  }

  /// The commands that follow: maintenance is alone and without limits.
  ///
  /// The number of the lock is "SkiRoute" in ASCII.
  var preparation: [String] {
    switch self {
    case .read, .write: []
    case .maintain:
      [
        "SET LOCAL statement_timeout = 0", "SET LOCAL lock_timeout = 0",
        "SELECT pg_advisory_xact_lock(x'536B69526F757465'::bigint)",
      ]
    }
  }
}

/// The end of an attempt to run a transaction.
enum PostgresOutcome<Value: Sendable>: Sendable {
  case committed(Value)
  /// An error after which nothing is kept, unless its message says otherwise.
  case failed(any Error)
  /// An error after which the transaction may run again.
  case hindered(any Error)
}
