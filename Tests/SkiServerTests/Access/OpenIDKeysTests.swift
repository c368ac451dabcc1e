import CryptoExtras
import Foundation
import JWTKit
import SkiAPI
import SkiBase
import SkiPeople
import SkiStoreTestSupport
import SkiTestSupport
import Testing

@testable import SkiServer

/// `id_token`s are believed by the issuer's keys alone, each by its algorithm.
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
    let later = try await fileKeys().claims(
      of: token(#"{"alg":"RS256","kid":"k"}"#, #"{"iss":"i","sub":"7","exp":1800000600,"nbf":1800000000}"#))
    #expect(later.notBefore == UniversalTime(secondsSince1970: 1_800_000_000))
  }

  /// The claims of Telegram, which names people by `id` and sends no nonce.
  private func telegram(id: String = "4711001", nonce: String = "") -> String {
    #"{"iss":"i","aud":"c","sub":"opaque","id":\#(id),"exp":1800000600,"iat":1800000000\#(nonce)}"#
  }

  @Test func `a person is the claim of the configuration, a text or a whole number`() async throws {
    let path = folder.write(Array(try keySet().utf8), to: "id.json")
    let keys = OpenIDKeys(.file(path), identifier: "id", clock: ManualClock().sharing)
    let header = #"{"alg":"RS256","kid":"k"}"#
    for id in ["4711001", #""4711001""#] {
      let claims = try await keys.claims(of: token(header, telegram(id: id)))
      #expect(claims.subject == "4711001" && claims.nonce == nil)
    }
    let none = try await token(header, telegram(nonce: #","nonce":null"#))
    try await #expect(keys.claims(of: none).nonce == nil)
    let refused =
      ["-7", "4711001.0", "4.711001e6", "null", "true", #"["4711001"]"#].map { telegram(id: $0) }
      + [telegram(nonce: #","nonce":7"#), Self.claims]
    for claims in refused {
      let token = try await token(header, claims)
      let error = await #expect(throws: SkiError.self) { _ = try await keys.claims(of: token) }
      #expect(error?.code == .notPermitted)
    }
  }

  @Test func `each key verifies by its own algorithm alone`() async throws {
    let elliptic = ES256PrivateKey()
    let edwards = try EdDSA.PrivateKey()
    let numbers = try #require(elliptic.parameters)
    let x = Base64URL.encoded(Array(try #require(Data(base64Encoded: numbers.x))))
    let y = Base64URL.encoded(Array(try #require(Data(base64Encoded: numbers.y))))
    let edge = Base64URL.encoded(Array(edwards.publicKey.rawRepresentation))
    let set = """
      {"keys": [{"kty": "EC", "kid": "e", "crv": "P-256", "alg": "ES256", "x": "\(x)", "y": "\(y)"},
      {"kty": "OKP", "kid": "o", "crv": "Ed25519", "x": "\(edge)"},
      {"kty": "OKP", "kid": "named", "crv": "Ed25519", "alg": "ES256", "x": "\(edge)"},
      {"kty": "OKP", "kid": "curve", "crv": "X25519", "x": "\(edge)"},
      {"kty": "EC", "kid": "encryption", "crv": "P-256", "use": "enc", "x": "\(x)", "y": "\(y)"},
      {"kty": "oct", "kid": "secret", "alg": "HS256", "k": "\(edge)"},
      \(try keySet().dropFirst(10))
      """
    let keys = OpenIDKeys(.file(folder.write(Array(set.utf8), to: "all.json")), clock: ManualClock().sharing)
    let signers = JWTKeyCollection()
    await signers.add(ecdsa: elliptic, kid: "ES256").add(eddsa: edwards, kid: "EdDSA")
      .add(hmac: HMACKey(from: Array(edge.utf8)), digestAlgorithm: .sha256, kid: "text")
      .add(hmac: HMACKey(from: Base64URL.decoded(edge) ?? []), digestAlgorithm: .sha256, kid: "bytes")
      .add(rsa: try Self.made.get(), digestAlgorithm: .sha256, kid: "RS256")
    func token(_ algorithm: String, key: String, by signer: String) async throws -> String {
      let signed = [#"{"alg":"\#(algorithm)","kid":"\#(key)"}"#, Self.claims]
        .map { Base64URL.encoded(Array($0.utf8)) }.joined(separator: ".")
      let signature = try await signers.getKey(for: JWKIdentifier(string: signer)).sign(Array(signed.utf8))
      return signed + "." + Base64URL.encoded(signature)
    }
    for (algorithm, key) in [("ES256", "e"), ("EdDSA", "o"), ("RS256", "k")] {
      try await #expect(keys.claims(of: token(algorithm, key: key, by: algorithm)).subject == "7")
    }
    for (algorithm, key, signer) in [
      ("EdDSA", "e", "EdDSA"), ("EdDSA", "e", "ES256"), ("ES256", "o", "EdDSA"), ("RS256", "e", "ES256"),
      ("ES256", "k", "ES256"), ("ES256", "e", "EdDSA"), ("EdDSA", "named", "EdDSA"),
      ("ES256", "named", "EdDSA"), ("EdDSA", "curve", "EdDSA"), ("ES256", "encryption", "ES256"),
      ("HS256", "o", "text"), ("HS256", "o", "bytes"), ("EdDSA", "o", "bytes"), ("HS256", "secret", "bytes"),
      ("none", "o", "EdDSA"), ("none", "e", "ES256"),
    ] {
      let text = try await token(algorithm, key: key, by: signer)
      let error = await #expect(throws: SkiError.self, "\(algorithm) \(key)") {
        _ = try await keys.claims(of: text)
      }
      #expect(error?.code == .notPermitted)
    }
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
      try await token(#"{"alg":"RS256","kid":"k"}"#, #"{"iss":"i","sub":"7","exp":1800000600,"nbf":"soon"}"#),
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
