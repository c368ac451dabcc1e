import SkiAPI
import SkiBase

/// A login without another service, for development: whoever gives a name is that person.
///
/// A server offers it on its loopback address only, and only when asked to.
package struct DevelopmentLogin: Sendable {
  /// The provider of its people, whom no other login knows.
  package static let provider = "development"
  private static let limit = TextLimit("name of the login", atMost: 40)

  /// Creates the login.
  package init() {}

  /// Returns the person of a name.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded` for a name that is not allowed.
  func check(_ name: String) throws -> LoginIdentity {
    LoginIdentity(provider: Self.provider, subject: try Self.limit.checked(name), name: name)
  }
}
