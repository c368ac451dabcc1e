import Foundation
import SkiAPI
import SkiBase
import SkiPeople
import SkiStoreTestSupport
import SkiTestSupport
import Testing

@testable import SkiServer

/// Access tokens of this server are recognised by its authenticator until they end.
@Suite struct TokenIssuerTests {
  private let folder = ScratchFolder()
  private let secret = Base64URL.encoded(Array("0123456789abcdef0123456789abcdef".utf8))

  private func file(signing: String?) -> String {
    let member = signing.map { #", "signing": "\#($0)""# } ?? ""
    let text = """
      {"issuer": "trips", "audience": "skiroute"\(member), "keys": [{"kid": "a", "alg": "HS256", "k": "\(secret)"}]}
      """
    let path = folder.write(Array(text.utf8), to: "keys.json")
    chmod(path, 0o600)
    return path
  }

  private func claims(_ clock: ManualClock) throws -> AccessClaims {
    let now = clock.sharing.now()
    return AccessClaims(
      user: try UserID("anna"), session: try SessionID("s"), issued: now,
      expires: now.advanced(bySeconds: SessionService.accessSeconds))
  }

  @Test func `a signed token gives its user, without trips, until its end`() async throws {
    let clock = ManualClock()
    let authenticator = try await TokenAuthenticator(path: file(signing: "a"), now: clock.sharing.now)
    #expect(authenticator.signs)
    let token = try await TokenIssuer { authenticator.keys }.sign(claims(clock))
    let principal = try #require(authenticator.principal(of: token))
    #expect(try principal.user == UserID("anna"))
    #expect(principal.trips.isEmpty)
    clock.advance(seconds: 899)
    #expect(authenticator.principal(of: token) != nil)
    clock.advance(seconds: 2)
    #expect(authenticator.principal(of: token) == nil)
  }

  @Test func `a changed token is refused`() async throws {
    let clock = ManualClock()
    let authenticator = try await TokenAuthenticator(path: file(signing: "a"), now: clock.sharing.now)
    let token = try await TokenIssuer { authenticator.keys }.sign(claims(clock))
    var random = SeededGenerator(seed: 5)
    for _ in 0..<500 {
      var bytes = Array(token.utf8)
      let position = Int.random(in: 0..<bytes.count, using: &random)
      let other = UInt8.random(in: 0x21...0x7E, using: &random)
      guard bytes[position] != other else { continue }
      bytes[position] = other
      #expect(authenticator.principal(of: String(decoding: bytes, as: UTF8.self)) == nil, "seed 5")
    }
  }

  @Test func `a file that names no signing key signs nothing`() async throws {
    let authenticator = try await TokenAuthenticator(path: file(signing: nil))
    #expect(!authenticator.signs)
    let claims = try claims(ManualClock())
    let error = await #expect(throws: SkiError.self) {
      _ = try await TokenIssuer { authenticator.keys }.sign(claims)
    }
    #expect(error?.code == .unavailable)
  }

  @Test func `a signing key that is not in the file is refused`() async throws {
    let path = file(signing: "b")
    let error = await #expect(throws: SkiError.self) { _ = try await TokenAuthenticator(path: path) }
    #expect(error?.code == .malformedData)
  }
}
