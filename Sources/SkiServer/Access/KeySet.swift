import JWTKit
import SkiBase

/// The keys by which tokens are verified, with the issuer and the audience that tokens must name.
///
/// The algorithm is a property of the key, never of the token.
///
/// **Source:** RFC 7517, "JSON Web Key"; RFC 8725, "JSON Web Token Best Current Practices".
package struct KeySet: Sendable {
  /// A key.
  struct Key: Sendable {
    /// The only algorithm of the key: `HS256`, `EdDSA`, `ES256` or `RS256`.
    let algorithmName: String
    let algorithm: any JWTAlgorithm
  }

  /// The issuer that tokens must name.
  package let issuer: String
  /// The audience that tokens must name, among others.
  package let audience: String
  /// The key by which this server signs access tokens; nil when it signs none.
  package let signing: String?
  let keys: [String: Key]

  /// The greatest size of a file of keys in bytes.
  private static let limitBytes = 1 << 20
  /// The least length of a shared secret in bytes.
  private static let secretBytes = 32

  /// Reads a file of keys: an object with `issuer`, `audience` and `keys`, which are JSON Web Keys with `kid` and `alg`,
  /// and optionally `signing`, the `kid` of the shared secret by which the server signs.
  /// - Throws: ``SkiError`` with code `.missingInput` when it can't be opened, `.limitExceeded` when it is larger than 1 MiB,
  ///   `.malformedData` when it is no such object, names a key twice, or has a key that is invalid or too short, `.notPermitted` when
  ///   others than its owner may read or write it.
  package static func read(path: String) async throws -> KeySet {
    var bytes = try readSecretFile(
      path, as: "a file of keys", atMostBytes: limitBytes, holdsSecrets: { _ in true })
    defer { bytes.wipe() }
    return try await KeySet(bytes, path: path)
  }

  /// Creates the keys of a file's bytes; see ``read(path:)``.
  package init(_ bytes: [UInt8], path: String) async throws {
    let tree: JSONTree
    do {
      tree = try JSONTree.read(bytes, depthLimit: 4, doubts: .refused)
    } catch {
      throw Self.invalid("is not JSON at byte \(error.position + 1): \(error.reason)", path)
    }
    guard let issuer = tree.text("issuer"), let audience = tree.text("audience"),
      case .array(let entries)? = tree.member("keys"), !entries.isEmpty
    else { throw Self.invalid("lacks issuer, audience or keys", path) }
    (self.issuer, self.audience) = (issuer, audience)
    var keys: [String: Key] = [:]
    for entry in entries {
      guard let id = entry.text("kid"), let name = entry.text("alg") else {
        throw Self.invalid("has a key without kid or alg", path)
      }
      guard keys[id] == nil else {
        throw Self.invalid("has the kid \(id.shortened(toScalars: 40)) twice", path)
      }
      keys[id] = Key(algorithmName: name, algorithm: try await Self.algorithm(name, entry, id, path))
    }
    self.keys = keys
    signing = tree.text("signing")
    if tree.member("signing") != nil {
      guard let signing, keys[signing]?.algorithmName == "HS256" else {
        throw Self.invalid("names no key of HS256 as signing", path)
      }
    }
  }

  /// Reads the keys of an OpenID issuer by which `id_token`s are signed; keys of other kinds, secrets among them, are left out.
  /// - Parameters:
  ///   - bytes: A JSON Web Key Set.
  ///   - path: The subject of errors.
  /// - Returns: The keys by `kid`.
  /// - Throws: ``SkiError`` with code `.malformedData` when it is no key set, or has no such key.
  static func openID(_ bytes: [UInt8], path: String) async throws -> [String: Key] {
    guard let tree = try? JSONTree.read(bytes, depthLimit: 6, doubts: .refused),
      case .array(let entries)? = tree.member("keys"), entries.count <= 100
    else { throw invalid("is no key set", path) }
    var keys: [String: Key] = [:]
    for entry in entries {
      guard ["sig", nil].contains(entry.text("use")), let id = entry.text("kid"),
        let name = openIDAlgorithm(entry), let algorithm = try? await algorithm(name, entry, id, path)
      else { continue }
      keys[id] = Key(algorithmName: name, algorithm: algorithm)
    }
    guard !keys.isEmpty else {
      throw invalid("has no key of P-256, Ed25519, or RSA with 2048 bits or more", path)
    }
    return keys
  }

  /// Returns the algorithm by which a public key of an OpenID issuer signs; nil for another kind of key, and for one that names
  /// another algorithm.
  private static func openIDAlgorithm(_ entry: JSONTree) -> String? {
    let name: String? =
      switch (entry.text("kty"), entry.text("crv")) {
      case ("RSA", _): "RS256"
      case ("EC", "P-256"): "ES256"
      case ("OKP", "Ed25519"): "EdDSA"
      default: nil
      }
    return [name, nil].contains(entry.text("alg")) ? name : nil
  }

  private static func algorithm(
    _ name: String, _ entry: JSONTree, _ id: String, _ path: String
  ) async throws -> any JWTAlgorithm {
    let shown = id.shortened(toScalars: 40)
    let collection = JWTKeyCollection()
    let kid = JWKIdentifier(string: id)
    switch name {
    case "HS256":
      guard var secret = entry.text("k").flatMap(Base64URL.decoded), secret.count >= secretBytes else {
        throw invalid("has no secret of \(secretBytes) bytes or more in k of key \(shown)", path)
      }
      defer { secret.wipe() }
      await collection.add(hmac: HMACKey(from: secret), digestAlgorithm: .sha256, kid: kid)
    case "EdDSA":
      guard let x = entry.text("x"), let key = try? EdDSA.PublicKey(x: x, curve: .ed25519) else {
        throw invalid("has no Ed25519 key in x of key \(shown)", path)
      }
      await collection.add(eddsa: key, kid: kid)
    case "ES256":
      guard let x = entry.text("x"), let y = entry.text("y"),
        let key = try? ES256PublicKey(parameters: (x: x, y: y))
      else { throw invalid("has no point of P-256 in x and y of key \(shown)", path) }
      await collection.add(ecdsa: key, kid: kid)
    case "RS256":
      guard let n = entry.text("n"), let e = entry.text("e"),
        let key = try? Insecure.RSA.PublicKey(modulus: n, exponent: e), modulusBits(n) >= 2048
      else { throw invalid("has no RSA key of 2048 bits or more in n and e of key \(shown)", path) }
      await collection.add(rsa: key, digestAlgorithm: .sha256, kid: kid)
    default:
      throw invalid(
        "has the algorithm \(name.shortened(toScalars: 40)) for key \(shown), which is none of HS256, EdDSA, ES256, RS256",
        path)
    }
    return try await collection.getKey(for: kid)
  }

  private static func modulusBits(_ text: String) -> Int {
    let bytes = (Base64URL.decoded(text) ?? []).drop { $0 == 0 }
    return bytes.first.map { bytes.count * 8 - $0.leadingZeroBitCount } ?? 0
  }

  private static func invalid(_ fault: String, _ path: String) -> SkiError {
    SkiError(.malformedData, "file of keys \(fault); see Data/Formats/server.md", subject: path)
  }
}

extension JSONTree {
  /// Returns the text of an object's member; nil when it is missing or no text.
  func text(_ name: String) -> String? {
    if case .string(let text)? = member(name) { text } else { nil }
  }
}
