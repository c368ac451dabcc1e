import SkiAPI
import SkiBase

/// A person as another service vouches for them.
package struct LoginIdentity: Sendable, Hashable {
  /// The service, such as `telegram`; a part of the identity.
  package var provider: String
  /// The identifier of the person at the service; used only to recognise them, and never given to others.
  package var subject: String
  /// The name of the person at the service, the first name of a new user.
  package var name: String

  /// Creates an identity from what a service vouches for.
  package init(provider: String, subject: String, name: String) {
    (self.provider, self.subject, self.name) = (provider, subject, name)
  }

  /// The name of a new user: within the limits, without control characters.
  var userName: String {
    let scalars = TextLimit.visible(name).unicodeScalars.filter { $0.properties.generalCategory != .control }
    var kept = String.UnicodeScalarView()
    kept.append(contentsOf: scalars.prefix(User.nameLimit.greatestCount))
    let text = String(kept)
    return TextLimit.isBlank(text) ? "Skier" : text
  }

  /// Refuses an identity whose parts are too long to be stored.
  func check() throws {
    _ = try TextLimit("provider of the login", atMost: 300).checked(provider)
    _ = try TextLimit("subject of the login", atMost: 300).checked(subject)
  }
}

extension SkiError {
  /// The error for a login that is not valid, the same for each reason but time.
  static func refusedLogin(_ remedy: String = "log in again") -> SkiError {
    SkiError(.notPermitted, "the login is not valid; \(remedy)")
  }

  /// The error for a login of another time.
  static var refusedOldLogin: SkiError { refusedLogin("it is of another time; log in again") }
}
