import Hummingbird
import NIOCore
import SkiAPI
import SkiBase
import SkiPeople
import SkiServer

extension JSONTree {
  /// The document without members that are null.
  var withoutNulls: JSONTree {
    switch self {
    case .object(let members): .object(members.filter { $0.value != .null }.mapValues(\.withoutNulls))
    case .array(let elements): .array(elements.map(\.withoutNulls))
    default: self
    }
  }

  /// The elements of a list that is a member; none for another type.
  func list(_ name: String) -> [JSONTree] { if case .array(let all)? = member(name) { all } else { [] } }
}

extension LoginMethods {
  /// The logins of the suites: a test bot, an issuer whose tokens are the nonce itself, and names.
  static let forRoutes = LoginMethods(
    telegram: TelegramLogin(botToken: "1234567:test-bot"),
    openID: OpenIDLogin(
      provider: "telegram", issuer: "https://issuer.test", client: "client-1", verifier: NonceVerifier()),
    development: DevelopmentLogin())
}

/// A clock that stands still unless a test advances it; waiting does not advance it.
final class FixtureClock: Sendable {
  private let time = Locked<Int64>(1_700_000_000_000)

  /// The time in milliseconds since 1970.
  var milliseconds: Int64 { time.withLock { $0 } }
  /// The time: 2023-11-14T22:13:20Z at first.
  var now: UniversalTime { UniversalTime(secondsSince1970: Double(milliseconds) / 1000) }

  /// Advances the clock; back by a negative number.
  func advance(seconds: Double) { time.withLock { $0 += Int64(seconds * 1000) } }

  /// The clock as services use it.
  var sharing: TimeSource {
    TimeSource(
      now: { self.now }, monotonicMilliseconds: { self.milliseconds },
      sleep: { try await Task.sleep(for: .milliseconds($0)) })
  }
}

/// A signer whose tokens are `user:` and the user.
struct FixtureSigner: AccessTokenSigner {
  func sign(_ claims: AccessClaims) async throws -> String { "user:\(claims.user)" }

  func successor(of token: String) async throws -> String {
    String(token.suffix(1)) + String(token.dropLast())
  }
}

/// An authenticator for the tokens of the signer.
struct FixtureAuthenticator: Authenticator {
  let clock: FixtureClock

  func principal(of token: String) async -> Principal? {
    guard token.hasPrefix("user:"), let user = try? UserID(String(token.dropFirst(5))) else { return nil }
    return Principal(user: user, trips: [:], expiresAt: clock.now.advanced(bySeconds: 900))
  }
}

/// A verifier whose tokens are their own nonce, of one person; `forged` has a wrong signature.
struct NonceVerifier: OpenIDVerifier {
  func claims(of token: String) async throws -> OpenIDClaims {
    guard token != "forged" else {
      throw SkiError(.notPermitted, "the token has a wrong signature; log in again")
    }
    return OpenIDClaims(
      issuer: "https://issuer.test", audience: ["client-1"], subject: "7", nonce: token,
      expires: UniversalTime(secondsSince1970: 4_000_000_000), name: "Olga")
  }
}

/// A writer that collects the bytes of a response.
struct BodyCollector: ResponseBodyWriter {
  let received: Locked<[UInt8]>

  mutating func write(_ buffer: ByteBuffer) async throws {
    received.withLock { $0.append(contentsOf: buffer.readableBytesView) }
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
}

extension TripsFixture {
  /// Returns the document of a trip that ``trip(host:_:)`` made at the first time of the fixture.
  static func document(of trip: TripID, name: String = "Ski week", ended: String? = nil) -> String {
    let end = ended.map { ", \"ended\": \"\($0)\"" } ?? ""
    return """
      {"id": "\(trip)", "name": "\(name)", "zone": "Europe/Zurich", "areas": ["area-1"],
      "from": "2023-11-14T22:13:20Z", "until": "2023-11-21T22:13:20Z", "created": "2023-11-14T22:13:20Z"\(end)}
      """
  }
}
