import JWTKit
import SkiFormats
package import SkiGeo
import SkiSharing

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
  package init(path: String, now: @escaping @Sendable () -> UniversalTime = SharingClock.system.now)
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

  package func principal(of token: String) -> Principal? {
    guard token.utf8.count <= Self.limitBytes else { return nil }
    let parts = token.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let signature = Base64URL.decoded(parts[2]),
      let header = Self.object(parts[0]), let claims = Self.object(parts[1])
    else { return nil }
    let keys = state.withLock { $0.keys }
    guard let id = header.text("kid"), let key = keys.keys[id], header.text("alg") == key.algorithmName,
      header.member("crit") == nil
    else { return nil }
    let signed = Array(token.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
    guard (try? key.algorithm.verify(signature, signs: signed)) == true else { return nil }
    return Self.principal(claims, keys, now: now())
  }

  private static func object(_ part: Substring) -> JSONTree? {
    guard let bytes = Base64URL.decoded(part),
      let tree = try? JSONTree.read(bytes, depthLimit: 4, doubts: .refused), case .object = tree
    else { return nil }
    return tree
  }

  private static func principal(_ claims: JSONTree, _ keys: KeySet, now: UniversalTime) -> Principal? {
    guard claims.text("iss") == keys.issuer, names(keys.audience, in: claims.member("aud")),
      let user = claims.text("sub").flatMap({ try? UserID($0) }),
      let end = claims.member("exp")?.nearestDouble
    else { return nil }
    let current = now.secondsSince1970
    guard end > current, end <= current + longestSeconds + toleranceSeconds else { return nil }
    if let start = claims.member("nbf") {
      guard let seconds = start.nearestDouble, seconds <= current + toleranceSeconds else { return nil }
    }
    guard let trips = trips(claims.member("trips")) else { return nil }
    return Principal(user: user, trips: trips, expiresAt: UniversalTime(secondsSince1970: end))
  }

  private static func names(_ audience: String, in claim: JSONTree?) -> Bool {
    switch claim {
    case .string(let text)?: text == audience
    case .array(let texts)?: texts.contains(.string(audience))
    default: false
    }
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
