public import SkiAPI
import SkiBase

/// The sessions by which services act as users.
package protocol SessionSource: Sendable {
  /// The server.
  var server: ServerConnection { get }

  /// Returns the session of a user.
  /// - Throws: `SkiError` with code `.notPermitted` for a user without one.
  func session(of user: UserID) throws -> ClientSession
}

extension ClientSession: SessionSource {
  /// Returns this session, for its own user alone.
  /// - Throws: `SkiError` with code `.notPermitted` for another user.
  package nonisolated func session(of user: UserID) throws -> ClientSession {
    guard user == self.user else { throw SkiError.noSession }
    return self
  }
}

/// The sessions of several users at one server, as a service or a test has them.
public final class SessionDirectory: SessionSource {
  /// The server.
  public let server: ServerConnection
  private let sessions = Locked<[UserID: ClientSession]>([:])

  /// Creates a directory without users.
  public init(at server: ServerConnection) { self.server = server }

  /// Adds the session of a user, which replaces another of the same user.
  public func add(_ session: ClientSession) { sessions.withLock { $0[session.user] = session } }

  /// Takes the session of a user out; it is not ended at the server.
  public func remove(_ user: UserID) { sessions.withLock { _ = $0.removeValue(forKey: user) } }

  /// Returns the session of a user.
  /// - Throws: `SkiError` with code `.notPermitted` for a user without one.
  public func session(of user: UserID) throws -> ClientSession {
    guard let found = sessions.withLock({ $0[user] }) else { throw SkiError.noSession }
    return found
  }
}

extension SkiError {
  /// The error for a user who has not logged in here.
  fileprivate static var noSession: SkiError {
    SkiError(.notPermitted, "the acting user has no session here; log in as that user")
  }
}

/// Requests as users, with their results.
///
/// All throw `SkiError`: the server's problem, `.notPermitted` without a session, `.malformedData` for a result that can't be
/// read, and as ``ClientTransport/send(_:)``.
extension SessionSource {
  /// Sends a request without a result.
  func act(_ call: ServerCall, as user: UserID) async throws {
    _ = try await session(of: user).send(call)
  }

  /// Returns the document of a result.
  func document(_ call: ServerCall, _ noun: String, as user: UserID) async throws -> DocumentReader {
    try await session(of: user).send(call).document(noun)
  }

  /// Returns a result that is one value.
  func value<Value: ContractDocument>(
    _ call: ServerCall, _ noun: String, as user: UserID, _ type: Value.Type = Value.self
  ) async throws -> Value {
    let document = try await document(call, noun, as: user)
    return try ServerDocument.read { try Value(document) }
  }

  /// Returns the values of a list of the result.
  func values<Value: ContractDocument>(
    _ call: ServerCall, _ name: String, as user: UserID, _ type: Value.Type = Value.self
  ) async throws -> [Value] {
    let document = try await document(call, "list of \(name)", as: user)
    return try ServerDocument.read { try document.documents(name, Value.self) ?? [] }
  }
}
