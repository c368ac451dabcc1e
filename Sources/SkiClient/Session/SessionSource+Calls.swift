import SkiAPI
import SkiBase

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
