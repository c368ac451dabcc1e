import Foundation
import JWTKit
import SkiAPI
import SkiBase
import SkiPeople
import SkiServer
import Testing

@Suite struct TokenTests {
  private let now = UniversalTime(secondsSince1970: 1_800_000_000)
  private let secret = "0123456789abcdef0123456789abcdef"

  private func base64URL(_ text: some Sequence<UInt8>) -> String {
    Data(text).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
      "=", with: "")
  }

  /// Returns a token with a header and claims as text, signed by the secret.
  private func token(_ header: String, _ claims: String, secret: String? = nil) async throws -> String {
    let signed = base64URL(header.utf8) + "." + base64URL(claims.utf8)
    let keys = JWTKeyCollection()
    await keys.add(hmac: HMACKey(from: secret ?? self.secret), digestAlgorithm: .sha256)
    let signature = try await keys.getKey().sign(Array(signed.utf8))
    return signed + "." + base64URL(signature)
  }

  private func authenticator(_ keys: String) async throws -> (TokenAuthenticator, String) {
    let path = FileManager.default.temporaryDirectory.path + "/keys-\(UUID().uuidString).json"
    try Data(keys.utf8).write(to: URL(filePath: path))
    chmod(path, 0o600)
    let now = now
    return (try await TokenAuthenticator(path: path) { now }, path)
  }

  private func keyFile(_ secret: String, kid: String = "a") -> String {
    """
    {"issuer": "trips", "audience": "skiroute", "keys": [{"kid": "\(kid)", "alg": "HS256", "k": "\(base64URL(secret.utf8))"}]}
    """
  }

  private let header = #"{"alg":"HS256","kid":"a","typ":"JWT"}"#

  private func claims(
    _ change: (inout [String: String]) -> Void = { _ in }
  ) -> String {
    var members = [
      "iss": #""trips""#, "aud": #""skiroute""#, "sub": #""anna""#, "exp": "1800000600",
      "trips": #"[{"id":"week-7","role":"host","until":1800500000}]"#,
    ]
    change(&members)
    return "{" + members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ",") + "}"
  }

  @Test func `a valid token gives its user and trips`() async throws {
    let (authenticator, path) = try await authenticator(keyFile(secret))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let found = authenticator.principal(of: try await token(header, claims()))
    #expect(found?.user == (try UserID("anna")))
    #expect(found?.trips.keys.map(\.rawValue) == ["week-7"])
    #expect(found?.trips.values.first?.isHost == true)
    #expect(
      authenticator.principal(of: try await token(header, claims { $0["aud"] = #"["x","skiroute"]"# })) != nil
    )
  }

  @Test func `tokens with any wrong part are refused`() async throws {
    let (authenticator, path) = try await authenticator(keyFile(secret))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let good = try await token(header, claims())
    var refused = [
      "", "..", "a.b.c", good + "A", good + ".x", String(good.dropLast()), good.replacing(".", with: "=."),
      base64URL(#"{"alg":"none"}"#.utf8) + "." + base64URL(claims().utf8) + ".",
      base64URL(#"{"alg":"none","kid":"a"}"#.utf8) + "." + base64URL(claims().utf8) + ".",
      try await token(header, claims(), secret: "another secret of more than 32 bytes!!"),
    ]
    for bad in [
      #"{"alg":"HS256"}"#, #"{"alg":"HS256","kid":"b"}"#, #"{"alg":"RS256","kid":"a"}"#, #"{"kid":"a"}"#,
      #"{"alg":"HS256","kid":"a","crit":["x"]}"#, #"{"alg":"none","kid":"a","alg":"HS256"}"#, "[]",
    ] { refused.append(try await token(bad, claims())) }
    let changes: [(inout [String: String]) -> Void] = [
      { $0["iss"] = nil }, { $0["iss"] = #""other""# }, { $0["aud"] = nil }, { $0["aud"] = #""skiroute2""# },
      { $0["aud"] = "[]" }, { $0["sub"] = nil }, { $0["sub"] = #""""# }, { $0["sub"] = "7" },
      { $0["exp"] = nil },
      { $0["exp"] = "1799999999" }, { $0["exp"] = "1800000000" }, { $0["exp"] = "1800003700" },
      { $0["exp"] = #""1800000600""# }, { $0["exp"] = "1e999" }, { $0["nbf"] = "1800000100" },
      { $0["nbf"] = #""x""# },
      { $0["trips"] = "{}" }, { $0["trips"] = #"[{"id":"a","role":"king","until":1}]"# },
      { $0["trips"] = #"[{"id":"","role":"host","until":1}]"# }, { $0["trips"] = #"[{"role":"host"}]"# },
    ]
    for change in changes { refused.append(try await token(header, claims(change))) }
    for token in refused { #expect(authenticator.principal(of: token) == nil, "\(token)") }
  }

  @Test func `each algorithm verifies with its own key only`() async throws {
    let edwards = try EdDSA.PrivateKey(curve: .ed25519)
    let file = """
      {"issuer": "trips", "audience": "skiroute", "keys": [
        {"kid": "h", "alg": "HS256", "k": "\(base64URL(secret.utf8))"},
        {"kid": "e", "alg": "EdDSA", "x": "\(base64URL(edwards.publicKey.rawRepresentation))"}]}
      """
    let (authenticator, path) = try await authenticator(file)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let keys = JWTKeyCollection()
    await keys.add(eddsa: edwards)
    let signed = base64URL(#"{"alg":"EdDSA","kid":"e"}"#.utf8) + "." + base64URL(claims().utf8)
    let signature = try await keys.getKey().sign(Array(signed.utf8))
    #expect(authenticator.principal(of: signed + "." + base64URL(signature)) != nil)
    // The public key must not serve as a shared secret.
    let forged = base64URL(#"{"alg":"HS256","kid":"e"}"#.utf8) + "." + base64URL(claims().utf8)
    let mac = JWTKeyCollection()
    await mac.add(hmac: HMACKey(from: Data(edwards.publicKey.rawRepresentation)), digestAlgorithm: .sha256)
    let forgedSignature = try await mac.getKey().sign(Array(forged.utf8))
    #expect(authenticator.principal(of: forged + "." + base64URL(forgedSignature)) == nil)
  }

  @Test
  func `a file of keys that others may read or write is refused with the remedy, at the start and later`()
    async throws
  {
    let (authenticator, path) = try await authenticator(keyFile(secret))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let token = try await token(header, claims())
    for mode: mode_t in [0o640, 0o604, 0o620, 0o602] {
      chmod(path, mode)
      let error = await #expect(throws: SkiError.self) { _ = try await TokenAuthenticator(path: path) }
      #expect(error?.code == .notPermitted && error?.subject == path)
      #expect(error?.message.contains("chmod 600") == true)
    }
    try Data(keyFile("fedcba9876543210fedcba9876543210").utf8).write(
      to: URL(filePath: path), options: .atomic)
    chmod(path, 0o644)
    await #expect(throws: SkiError.self) { try await authenticator.refresh() }
    #expect(authenticator.principal(of: token) != nil)
    chmod(path, 0o400)
    _ = try await TokenAuthenticator(path: path)
  }

  @Test func `keys are replaced while the server runs, and a bad file keeps the last ones`() async throws {
    let (authenticator, path) = try await authenticator(keyFile(secret))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let old = try await token(header, claims())
    let other = "fedcba9876543210fedcba9876543210"
    #expect(try await !authenticator.refresh())
    try Data(keyFile(other).utf8).write(to: URL(filePath: path), options: .atomic)
    chmod(path, 0o600)
    #expect(try await authenticator.refresh())
    #expect(authenticator.principal(of: old) == nil)
    let new = try await token(header, claims(), secret: other)
    #expect(authenticator.principal(of: new) != nil)
    try Data("{}".utf8).write(to: URL(filePath: path), options: .atomic)
    chmod(path, 0o600)
    await #expect(throws: SkiError.self) { try await authenticator.refresh() }
    #expect(try await !authenticator.refresh())
    #expect(authenticator.principal(of: new) != nil)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"issuer":"a","audience":"b","keys":[]}"#,
    #"{"issuer":"a","audience":"b","keys":[{}]}"#,
    #"{"issuer":"a","audience":"b","keys":[{"kid":"a","alg":"HS256","k":"c2hvcnQ"}]}"#,
    #"{"issuer":"a","audience":"b","keys":[{"kid":"a","alg":"none"}]}"#,
    #"{"issuer":"a","audience":"b","keys":[{"kid":"a","alg":"EdDSA","x":"AAAA"}]}"#,
    #"{"issuer":"a","audience":"b","keys":[{"kid":"a","alg":"RS256","n":"AQAB","e":"AQAB"}]}"#,
    #"{"issuer":"a","issuer":"a","audience":"b","keys":[]}"#,
  ])
  func `bad files of keys are refused`(text: String) async {
    await #expect { try await KeySet(Array(text.utf8), path: "keys.json") } throws: {
      ($0 as? SkiError)?.code == .malformedData
    }
  }
}
