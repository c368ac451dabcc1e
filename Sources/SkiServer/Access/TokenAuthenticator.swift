import JWTKit
import SkiAPI
package import SkiBase
import SkiPeople

/// An authenticator of JSON Web Tokens by a watched file of keys.
///
/// A token must name a known key (`kid`) and that key's algorithm, the issuer and audience of the file, a user (`sub`) and
/// an end (`exp`) at most an hour away. Its trips are in `trips`: objects with `id`, `until` in seconds since 1970, and
/// `role`, `host` or `traveller`.
///
/// **Source:** RFC 7519, "JSON Web Token"; RFC 8725.
package final class TokenAuthenticator: Authenticator {
  private let path: String
  private let state: Locked<State>
  private let now: @Sendable () -> UniversalTime

  private struct State {
    var keys: KeySet
    var stamp: FileStamp
  }

  /// The greatest length of a token in bytes.
  private static let limitBytes = 8 << 10
  /// The greatest time until a token's end in seconds.
  private static let longestSeconds = 3600.0
  /// The difference in seconds that clocks may have.
  private static let toleranceSeconds = 60.0
  /// The greatest number of trips of a token.
  private static let tripLimit = 64

  /// Creates an authenticator by reading the file of keys.
  /// - Throws: The errors of ``KeySet/read(path:)``.
  package init(path: String, now: @escaping @Sendable () -> UniversalTime = TimeSource.system.now)
    async throws
  {
    let stamp = try RandomAccessFile(path, what: "a file of keys").stamp
    state = Locked(State(keys: try await KeySet.read(path: path), stamp: stamp))
    (self.path, self.now) = (path, now)
  }

  /// Reads the keys again when their file has changed; the last good keys stay when it is bad.
  /// - Returns: True when other keys hold now.
  /// - Throws: The errors of ``KeySet/read(path:)``, once for each change of the file.
  package func refresh() async throws -> Bool {
    let stamp = try RandomAccessFile(path, what: "a file of keys").stamp
    guard state.withLock({ $0.stamp }) != stamp else { return false }
    state.withLock { $0.stamp = stamp }
    let keys = try await KeySet.read(path: path)
    state.withLock { $0.keys = keys }
    return true
  }

  /// Indicates whether the file of keys names one by which access tokens are signed.
  package var signs: Bool { keys.signing != nil }

  /// The keys that hold now.
  package var keys: KeySet { state.withLock { $0.keys } }

  package func principal(of token: String) -> Principal? {
    guard let token = JSONWebToken(token, atMostBytes: Self.limitBytes) else { return nil }
    let keys = keys
    guard let id = token.keyID, let key = keys.keys[id], token.isSigned(by: key) else { return nil }
    return Self.principal(token, keys, now: now())
  }

  private static func principal(_ token: JSONWebToken, _ keys: KeySet, now: UniversalTime) -> Principal? {
    let claims = token.claims
    guard claims.text("iss") == keys.issuer, token.isFor(keys.audience),
      let user = claims.text("sub").flatMap({ try? UserID($0) }),
      let end = claims.member("exp")?.nearestDouble
    else { return nil }
    let current = now.secondsSince1970
    guard end > current, end <= current + longestSeconds + toleranceSeconds else { return nil }
    if let start = claims.member("nbf") {
      guard let seconds = start.nearestDouble, seconds <= current + toleranceSeconds else { return nil }
    }
    guard let trips = trips(claims.member("trips")) else { return nil }
    return Principal(
      user: user, trips: trips, expiresAt: UniversalTime(secondsSince1970: end),
      session: claims.text("sid").flatMap { try? SessionID($0) })
  }

  private static func trips(_ claim: JSONTree?) -> [TripID: Principal.Place]? {
    guard let claim else { return [:] }
    guard case .array(let entries) = claim, entries.count <= tripLimit else { return nil }
    var trips: [TripID: Principal.Place] = [:]
    for entry in entries {
      guard let trip = entry.text("id").flatMap({ try? TripID($0) }),
        let until = entry.member("until")?.nearestDouble, until.isFinite,
        let role = entry.text("role"), ["host", "traveller"].contains(role)
      else { return nil }
      trips[trip] = Principal.Place(isHost: role == "host", until: UniversalTime(secondsSince1970: until))
    }
    return trips
  }
}

/// A JSON Web Token in its parts; nothing of it is believed before ``isSigned(by:)``.
///
/// **Source:** RFC 7515, "JSON Web Signature", compact serialization; RFC 8725.
struct JSONWebToken: Sendable {
  /// The header.
  let header: JSONTree
  /// The claims.
  let claims: JSONTree
  private let signed: [UInt8]
  private let signature: [UInt8]

  /// Reads a token; nil for a text that is longer than a limit or not three parts of which two are objects of JSON.
  init?(_ text: String, atMostBytes limit: Int) {
    guard text.utf8.count <= limit else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let signature = Base64URL.decoded(parts[2]),
      let header = Self.object(parts[0]), let claims = Self.object(parts[1])
    else { return nil }
    (self.header, self.claims, self.signature) = (header, claims, signature)
    signed = Array(text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
  }

  /// The name of the key in the header; nil without one.
  var keyID: String? { header.text("kid") }

  /// Returns whether the header names a key's algorithm and the signature is by that key.
  func isSigned(by key: KeySet.Key) -> Bool {
    header.text("alg") == key.algorithmName && header.member("crit") == nil
      && (try? key.algorithm.verify(signature, signs: signed)) == true
  }

  /// Returns whether the claim `aud` names an audience, alone or among others.
  func isFor(_ audience: String) -> Bool { audiences.contains(audience) }

  /// The audiences of the claim `aud`.
  var audiences: [String] {
    switch claims.member("aud") {
    case .string(let text)?: return [text]
    case .array(let entries)?:
      let texts = entries.compactMap { entry in if case .string(let text) = entry { text } else { nil } }
      return texts.count == entries.count ? texts : []
    default: return []
    }
  }

  private static func object(_ part: Substring) -> JSONTree? {
    guard let bytes = Base64URL.decoded(part),
      let tree = try? JSONTree.read(bytes, depthLimit: 4, doubts: .refused), case .object = tree
    else { return nil }
    return tree
  }
}
