/// The state of a transaction that is the same for all drivers: the error that ended it, its notices, its end.
///
/// Not `Sendable`; it belongs to the thread of its transaction.
package final class SQLTransactionState {
  /// The first error of a statement; nil while there is none.
  package private(set) var failure: (any Error)?
  /// The payloads to report at the commit, each once.
  package private(set) var notices: [String] = []
  private var isEnded = false

  /// The most bytes of a payload: PostgreSQL's limit.
  package static let payloadLimit = 7_999

  /// Creates the state of a transaction that has begun.
  package init() {}

  /// Checks that the transaction can run a statement.
  /// - Throws: The error of an earlier statement; `SkiError` with code `.internalInconsistency` after the end.
  package func check() throws {
    guard !isEnded else {
      throw SkiError(
        .internalInconsistency,
        "a connection is used after its transaction; use it within the body that receives it")
    }
    if let failure { throw failure }
  }

  /// Keeps the error of a statement, which ends the transaction.
  package func fail(_ error: any Error) {
    if failure == nil { failure = error }
  }

  /// Runs a statement, unless an earlier one failed or the transaction has ended.
  package func run<T>(_ statement: () throws -> T) throws -> T {
    try check()
    do {
      return try statement()
    } catch {
      fail(error)
      throw error
    }
  }

  /// Calls the body of the transaction.
  /// - Throws: The error of the body, or the one of a statement that the body caught.
  package func call<T>(
    _ body: (any SQLConnection) throws -> T, with connection: any SQLConnection
  ) throws -> T {
    defer { isEnded = true }
    let value = try body(connection)
    if let failure { throw failure }
    return value
  }

  /// Adds a notice; returns false if the transaction has it already.
  /// - Throws: `SkiError` with code `.limitExceeded` or `.invalidArgument`.
  package func addNotice(_ payload: String) throws -> Bool {
    let count = payload.utf8.count
    guard count <= Self.payloadLimit else {
      throw SkiError(
        .limitExceeded,
        "a notice has \(count) bytes, at most \(Self.payloadLimit) are allowed; name the rows to read instead"
      )
    }
    guard count > 0, !payload.utf8.contains(0) else {
      throw SkiError(.invalidArgument, "a notice is empty or contains U+0000; name the rows to read")
    }
    guard !notices.contains(payload) else { return false }
    notices.append(payload)
    return true
  }
}
