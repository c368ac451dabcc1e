import JWTKit
package import SkiAPI
import SkiBase
import SkiPeople

/// The signer of access tokens by the signing key of a file of keys, which ``TokenAuthenticator`` recognises.
package struct TokenIssuer: AccessTokenSigner {
  private let keys: @Sendable () -> KeySet

  /// Creates a signer.
  /// - Parameter keys: Returns the keys that hold now.
  package init(keys: @escaping @Sendable () -> KeySet) { self.keys = keys }

  /// Returns the successor of a refresh token: its HMAC by the signing key.
  ///
  /// The signed text begins with words with which no token does.
  /// - Throws: `SkiError` with code `.unavailable` when the file of keys names no signing key any more.
  package func successor(of token: String) async throws -> String {
    let keys = keys()
    guard let key = keys.signing.flatMap({ keys.keys[$0] }),
      let code = try? key.algorithm.sign(Array("refresh successor ".utf8) + Array(token.utf8))
    else { throw SkiError(.unavailable, "the file of keys names no signing key; add signing") }
    return code.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count < 2 ? "0" + digits : digits
    }.joined()
  }

  /// Returns the signed token of claims.
  /// - Throws: `SkiError` with code `.unavailable` when the file of keys names no signing key any more.
  package func sign(_ claims: AccessClaims) async throws -> String {
    let keys = keys()
    guard let id = keys.signing, let key = keys.keys[id] else {
      throw SkiError(.unavailable, "the file of keys names no signing key; add signing")
    }
    let header = JSONValue.object([
      "alg": .string(key.algorithmName), "typ": .string("JWT"), "kid": .string(id),
    ])
    let body = JSONValue.object([
      "iss": .string(keys.issuer), "aud": .string(keys.audience), "sub": .string(claims.user.rawValue),
      "sid": .string(claims.session.rawValue), "iat": .integer(Int(claims.issued.secondsSince1970)),
      "exp": .integer(Int(claims.expires.secondsSince1970)),
    ])
    let signed = [header, body].map { Base64URL.encoded(Array($0.text().utf8)) }.joined(separator: ".")
    do {
      return signed + "." + Base64URL.encoded(try key.algorithm.sign(Array(signed.utf8)))
    } catch {
      throw SkiError(.unavailable, "the signing key can't be used; correct the file of keys")
    }
  }
}
