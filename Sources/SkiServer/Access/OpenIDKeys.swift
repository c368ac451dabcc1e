import SkiAPI
package import SkiBase
package import SkiPeople

/// The verification of `id_token`s by the key set of their issuer: RS256, ES256 or EdDSA, as the key is.
///
/// Keys are read at the first token, and again for a token of an unknown key, at most once a minute. The keys before stay
/// when they can't be read.
///
/// **Source:** OpenID Connect Core 1.0, section 3.1.3.7; RFC 7517.
package actor OpenIDKeys: OpenIDVerifier {
  /// The place of a key set.
  package enum Source: Sendable {
    /// A file.
    case file(String)
    /// The address of the issuer's key set.
    case address(FeedAddress, any HTTPClient)
  }

  private let source: Source
  private let identifier: String
  private let clock: TimeSource
  private var keys: [String: KeySet.Key] = [:]
  private var readAt: Int64?
  private var reading: Task<[String: KeySet.Key], any Error>?

  /// The greatest size of a key set in bytes.
  private static let limitBytes = 1 << 20
  /// The least time between two readings in milliseconds.
  private static let restMilliseconds: Int64 = 60_000
  private static let tokenBytes = 16_384

  /// Creates a verification; no key is read yet.
  /// - Parameters:
  ///   - source: The place of the key set.
  ///   - identifier: The claim by which the issuer's people are told apart, a text or a whole number.
  ///   - clock: The clocks.
  package init(_ source: Source, identifier: String = "sub", clock: TimeSource) {
    (self.source, self.identifier, self.clock) = (source, identifier, clock)
  }

  package func claims(of text: String) async throws -> OpenIDClaims {
    guard let token = JSONWebToken(text, atMostBytes: Self.tokenBytes), let id = token.keyID else {
      throw Self.refused
    }
    guard let key = try await key(id), token.isSigned(by: key) else { throw Self.refused }
    let claims = token.claims
    let hasNonce = claims.member("nonce").map { $0 != .null } ?? false
    guard let issuer = claims.text("iss"), let subject = claims.identifier(identifier),
      let expires = try Self.time("exp", of: claims), !hasNonce || claims.text("nonce") != nil
    else { throw Self.refused }
    return OpenIDClaims(
      issuer: issuer, audience: token.audiences, authorizedParty: claims.text("azp"), subject: subject,
      nonce: claims.text("nonce"), expires: expires, issued: try Self.time("iat", of: claims),
      notBefore: try Self.time("nbf", of: claims), name: claims.text("name"))
  }

  /// Returns the time of a claim in seconds since 1970; nil without the claim.
  private static func time(_ name: String, of claims: JSONTree) throws -> UniversalTime? {
    guard let claim = claims.member(name) else { return nil }
    guard let seconds = claim.nearestDouble, seconds.isFinite else { throw refused }
    return UniversalTime(secondsSince1970: seconds)
  }

  private func key(_ id: String) async throws -> KeySet.Key? {
    if let key = keys[id] { return key }
    let now = clock.monotonicMilliseconds()
    if reading == nil, let readAt, now - readAt < Self.restMilliseconds, !keys.isEmpty { return nil }
    let task = reading ?? Task { [source] in try await Self.read(source) }
    if reading == nil { (reading, readAt) = (task, now) }
    do {
      keys = try await task.value
      reading = nil
    } catch {
      reading = nil
      if keys.isEmpty {
        throw SkiError(.unavailable, "the keys of the issuer can't be read now; log in again later")
      }
    }
    return keys[id]
  }

  private static func read(_ source: Source) async throws -> [String: KeySet.Key] {
    switch source {
    case .file(let path):
      return try await KeySet.openID(
        readFile(path, as: "a key set", atMostBytes: limitBytes), path: path)
    case .address(let address, let client):
      var limits = HTTPLimits()
      limits.bodyBytes = Int64(limitBytes)
      let reply = try await client.get(HTTPGet(address, accepts: "application/json", limits: limits))
      if let failure = reply.failure { throw failure }
      return try await KeySet.openID(reply.body, path: "key set of the issuer")
    }
  }

  private static var refused: SkiError {
    SkiError(.notPermitted, "the token is not valid; log in again")
  }
}

extension JSONTree {
  /// Returns the text of a claim that identifies a person, or the digits of its whole number; nil for another value.
  fileprivate func identifier(_ name: String) -> String? {
    guard case .number(let written)? = member(name) else { return text(name) }
    return written.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? written : nil
  }
}
