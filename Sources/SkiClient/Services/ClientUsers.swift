package import SkiAPI

/// The acting user at a server; see `UserServing`.
package struct ClientUsers: UserServing {
  private let source: any SessionSource

  /// Creates the service of the users of a source.
  package init(_ source: any SessionSource) { self.source = source }

  /// Returns the acting user; see `UserServing`.
  package func get(as user: UserID) async throws -> User {
    try await source.value(.get("me"), "user", as: user)
  }

  /// Changes the acting user; see `UserServing`.
  @discardableResult
  package func patch(_ patch: UserPatch, as user: UserID) async throws -> User {
    try await source.value(.patch("me", body: patch.json), "user", as: user)
  }

  /// Returns all that is stored of the acting user; see `UserServing`.
  package func export(as user: UserID) async throws -> [UInt8] {
    try await source.session(of: user).send(.get("me", "export")).body
  }

  /// Removes the acting user; see `UserServing`.
  package func delete(as user: UserID) async throws {
    try await source.act(.delete("me"), as: user)
  }
}
