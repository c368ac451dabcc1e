package import SkiBase

/// The claims of an `id_token` whose signature was verified.
package struct OpenIDClaims: Sendable, Hashable {
  /// The claim `iss`.
  package var issuer: String
  /// The claim `aud`, one or several.
  package var audience: [String]
  /// The claim `azp`: the client to which the token was issued.
  package var authorizedParty: String?
  /// The claim by which the issuer's people are told apart: `sub`, or another that is configured.
  package var subject: String
  /// The claim `nonce`; nil for a token without one.
  package var nonce: String?
  /// The claim `exp`.
  package var expires: UniversalTime
  /// The claim `iat`.
  package var issued: UniversalTime?
  /// The claim `nbf`.
  package var notBefore: UniversalTime?
  /// The claim `name`.
  package var name: String?

  /// Creates claims from their values.
  package init(
    issuer: String, audience: [String], authorizedParty: String? = nil, subject: String, nonce: String?,
    expires: UniversalTime, issued: UniversalTime? = nil, notBefore: UniversalTime? = nil, name: String? = nil
  ) {
    (self.issuer, self.audience, self.authorizedParty) = (issuer, audience, authorizedParty)
    (self.subject, self.nonce, self.expires) = (subject, nonce, expires)
    (self.issued, self.notBefore, self.name) = (issued, notBefore, name)
  }
}

/// The verification of the signature of an `id_token`, by the key set of its issuer alone.
package protocol OpenIDVerifier: Sendable {
  /// Returns the claims of a token whose signature is valid; time, issuer, audience and nonce are checked by others.
  /// - Throws: `SkiError` with code `.notPermitted` for a token that is malformed, of another algorithm, of an unknown key
  ///   or with a wrong signature; `.unavailable` when the keys can't be read now.
  func claims(of token: String) async throws -> OpenIDClaims
}

/// The check of the `id_token` of an OpenID Connect login.
///
/// A token is for one login: by a nonce of ours, which is used once. Where the issuer's tokens carry none, a token must be younger
/// than ``greatestAgeSeconds``, and is itself used once; one that carries a nonce is held to it all the same.
///
/// **Source:** OpenID Connect Core 1.0, section 3.1.3.7, "ID Token Validation".
package struct OpenIDLogin: Sendable {
  private let provider: String
  private let issuer: String
  private let client: String
  private let requiresNonce: Bool
  private let verifier: any OpenIDVerifier

  /// The greatest difference of clocks, in seconds.
  package static let clockSeconds = 30.0
  /// The time for which a nonce may be used, in seconds.
  package static let nonceSeconds = 600.0
  /// The greatest age of a token without a nonce, in seconds.
  package static let greatestAgeSeconds = 300.0
  private static let greatestTokenByteCount = 16_384

  /// Creates the check.
  /// - Parameters:
  ///   - provider: The name of the service in identities; "telegram" where subjects are those of the widget, so that
  ///     both logins meet the same user.
  ///   - issuer: The issuer that tokens must name.
  ///   - client: Our client identifier, which tokens must name as audience.
  ///   - requiresNonce: `false` for an issuer whose tokens carry no nonce.
  ///   - verifier: The verification of signatures.
  package init(
    provider: String, issuer: String, client: String, requiresNonce: Bool = true,
    verifier: any OpenIDVerifier
  ) {
    (self.provider, self.issuer) = (provider, issuer)
    (self.client, self.requiresNonce, self.verifier) = (client, requiresNonce, verifier)
  }

  /// A login whose claims are valid, and which has not been compared with those before.
  struct Checked: Sendable {
    /// The person.
    var identity: LoginIdentity
    /// The proof that the token is for this login alone.
    var proof: Proof
  }

  /// The proof that a token is for one login, which the store decides.
  enum Proof: Sendable {
    /// The digest of a nonce, which must be ours.
    case nonce(SecretDigest)
    /// The digest of a token without a nonce, which must be new, and the time until which it must be remembered.
    case token(SecretDigest, until: UniversalTime)
  }

  /// Returns the person of a token.
  /// - Throws: `SkiError` with code `.notPermitted` for a token that is not valid, `.unavailable` when the keys can't be read.
  func check(_ token: String, now: UniversalTime) async throws -> Checked {
    guard token.utf8.count <= Self.greatestTokenByteCount else { throw SkiError.refusedLogin() }
    let claims = try await verifier.claims(of: token)
    guard claims.issuer == issuer, isOurs(claims), !claims.subject.isEmpty else {
      throw SkiError.refusedLogin()
    }
    let latest = now.advanced(bySeconds: Self.clockSeconds)
    guard now < claims.expires.advanced(bySeconds: Self.clockSeconds),
      [claims.issued, claims.notBefore].allSatisfy({ $0.map { $0 <= latest } ?? true })
    else { throw SkiError.refusedOldLogin }
    return Checked(
      identity: LoginIdentity(provider: provider, subject: claims.subject, name: claims.name ?? ""),
      proof: try proof(of: token, claims, now: now))
  }

  /// Returns what proves that a token is for one login.
  private func proof(of token: String, _ claims: OpenIDClaims, now: UniversalTime) throws -> Proof {
    if let nonce = claims.nonce {
      guard !nonce.isEmpty else { throw SkiError.refusedLogin() }
      return .nonce(SecretDigest(of: "nonce:" + nonce))
    }
    guard !requiresNonce, let issued = claims.issued else { throw SkiError.refusedLogin() }
    guard now <= issued.advanced(bySeconds: Self.greatestAgeSeconds) else { throw SkiError.refusedOldLogin }
    // Without the signature: one content has many valid signatures of some algorithms.
    let signed = token.prefix(upTo: token.lastIndex(of: ".") ?? token.endIndex)
    let digest = SecretDigest(of: "token:" + signed)
    // Servers whose clocks are behind take the token for longer, and those whose clocks are ahead forget it earlier.
    return .token(digest, until: claims.expires.advanced(bySeconds: 2 * Self.clockSeconds))
  }

  /// Returns whether a token was issued to us: named alone, or as the authorized party among several.
  private func isOurs(_ claims: OpenIDClaims) -> Bool {
    guard claims.audience.contains(client) else { return false }
    return claims.audience.count == 1
      ? claims.authorizedParty.map { $0 == client } ?? true : claims.authorizedParty == client
  }
}
