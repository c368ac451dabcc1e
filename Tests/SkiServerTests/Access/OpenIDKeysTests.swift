import CryptoExtras
import Foundation
import JWTKit
import SkiFeeds
import SkiFormats
import SkiGeo
import SkiSharing
import SkiStoreTestSupport
import SkiTestSupport
import SkiTrips
import Testing

@testable import SkiServer

/// `id_token`s are believed by RS256 and the issuer's keys alone.
@Suite struct OpenIDKeysTests {
  private let folder = ScratchFolder()
  private static let made = Result { try Insecure.RSA.PrivateKey(backing: .init(keySize: .bits2048)) }
  private static let claims = #"{"iss":"i","aud":"c","sub":"7","exp":1800000600,"nonce":"n","name":"Anna"}"#

  /// Returns the key set of the made key.
  private func keySet(id: String = "k") throws -> String {
    let numbers = try Self.made.get().publicKey.getKeyPrimitives()
    let (n, e) = (
      Base64URL.encoded(Array(numbers.modulus)), Base64URL.encoded(Array(numbers.publicExponent))
    )
    return """
      {"keys": [{"kty": "EC", "kid": "x", "crv": "P-256"}, {"kty": "RSA", "kid": "\(id)", "use": "sig", "alg": "RS256",
      "n": "\(n)", "e": "\(e)"}]}
      """
  }

  private func token(_ header: String = #"{"alg":"RS256","kid":"k"}"#, _ claims: String = claims) async throws
    -> String
  {
    let signed = [header, claims].map { Base64URL.encoded(Array($0.utf8)) }.joined(separator: ".")
    let keys = JWTKeyCollection()
    await keys.add(rsa: try Self.made.get(), digestAlgorithm: .sha256)
    return signed + "." + Base64URL.encoded(try await keys.getKey().sign(Array(signed.utf8)))
  }

  private func fileKeys() throws -> OpenIDKeys {
    let path = folder.write(Array(try keySet().utf8), to: "jwks.json")
    return OpenIDKeys(.file(path), clock: ManualClock().sharing)
  }

  @Test func `a token of the issuer gives its claims`() async throws {
    let found = try await fileKeys().claims(of: token())
    let expected = OpenIDClaims(
      issuer: "i", audience: ["c"], subject: "7", nonce: "n",
      expires: UniversalTime(secondsSince1970: 1_800_000_600), name: "Anna")
    #expect(found == expected)
  }

  @Test func `other algorithms, keys and signatures are refused`() async throws {
    let keys = try fileKeys()
    let good = try await token()
    let numbers = try Self.made.get().publicKey.getKeyPrimitives()
    // The public key as a shared secret: a verifier that believes the header would take it.
    let collection = JWTKeyCollection()
    await collection.add(hmac: HMACKey(from: Array(numbers.modulus)), digestAlgorithm: .sha256)
    let signed = [#"{"alg":"HS256","kid":"k"}"#, Self.claims].map { Base64URL.encoded(Array($0.utf8)) }
      .joined(separator: ".")
    let confused = signed + "." + Base64URL.encoded(try await collection.getKey().sign(Array(signed.utf8)))
    let none = Base64URL.encoded(Array(#"{"alg":"none","kid":"k"}"#.utf8))
    let refused = [
      confused, none + "." + Base64URL.encoded(Array(Self.claims.utf8)) + ".", "", "a.b.c", good + "A",
      try await token(#"{"alg":"RS256"}"#), try await token(#"{"alg":"RS256","kid":"other"}"#),
      try await token(#"{"alg":"RS512","kid":"k"}"#),
      try await token(#"{"alg":"RS256","kid":"k","crit":["exp"]}"#),
      try await token(#"{"alg":"RS256","kid":"k"}"#, #"{"iss":"i","sub":"7"}"#),
      try await token(#"{"alg":"RS256","kid":"k"}"#, #"{"iss":"i","sub":"7","exp":"soon"}"#),
      good.replacing(Base64URL.encoded(Array(Self.claims.utf8)), with: Base64URL.encoded(Array("{}".utf8))),
    ]
    for token in refused {
      let error = await #expect(throws: SkiError.self) { _ = try await keys.claims(of: token) }
      #expect(error?.code == .notPermitted)
    }
  }

  @Test func `keys are read once for many tokens, and again for an unknown key after a minute`() async throws
  {
    let client = KeyClient(try keySet())
    let clock = ManualClock()
    let keys = OpenIDKeys(.address(try FeedAddress("https://i.example/jwks"), client), clock: clock.sharing)
    let good = try await token()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 { group.addTask { _ = try await keys.claims(of: good) } }
      try await group.waitForAll()
    }
    #expect(client.count == 1)
    let other = try await token(#"{"alg":"RS256","kid":"k2"}"#)
    await #expect(throws: SkiError.self) { _ = try await keys.claims(of: other) }
    #expect(client.count == 1)
    clock.advance(seconds: 61)
    client.serve(try keySet(id: "k2"))
    _ = try await keys.claims(of: other)
    #expect(client.count == 2)
  }

  @Test func `a login is unavailable, not refused, while the keys can't be read`() async throws {
    let client = KeyClient(nil)
    let clock = ManualClock()
    let keys = OpenIDKeys(.address(try FeedAddress("https://i.example/jwks"), client), clock: clock.sharing)
    let good = try await token()
    let error = await #expect(throws: SkiError.self) { _ = try await keys.claims(of: good) }
    #expect(error?.code == .unavailable)
    client.serve(try keySet())
    _ = try await keys.claims(of: good)
    clock.advance(seconds: 61)
    client.serve(nil)
    _ = try await keys.claims(of: good)
    let refusal = await #expect(throws: SkiError.self) {
      _ = try await keys.claims(of: token(#"{"alg":"RS256","kid":"other"}"#))
    }
    #expect(refusal?.code == .notPermitted)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"keys": []}"#, #"{"keys": [{"kty": "RSA", "kid": "k", "n": "AQ", "e": "AQAB"}]}"#,
  ])
  func `a set without a usable key is refused`(text: String) async {
    let error = await #expect(throws: SkiError.self) {
      _ = try await KeySet.openID(Array(text.utf8), path: "p")
    }
    #expect(error?.code == .malformedData)
  }
}

/// A client that serves a key set, or nothing.
private final class KeyClient: HTTPClient {
  private let state: Locked<(text: String?, count: Int)>

  init(_ text: String?) { state = Locked((text, 0)) }

  var count: Int { state.withLock { $0.count } }
  func serve(_ text: String?) { state.withLock { $0.text = text } }

  func get(_ request: HTTPGet) async throws -> HTTPReply {
    let text = state.withLock { state in
      state.count += 1
      return state.text
    }
    guard let text else { throw SkiError(.unavailable, "the server can't be reached; try again") }
    return HTTPReply(status: 200, body: Array(text.utf8))
  }

  func post(_ request: HTTPPost) async throws -> Int {
    throw SkiError(.unavailable, "no request is expected")
  }
}
