internal import Crypto
public import SkiAPI
import SkiBase

/// The SHA-256 of a user's identifier, by which servers recognise an erased user whose identifier is stored nowhere.
package struct UserDigest: Hashable, Sendable {
  /// The digest as 64 lower-case hexadecimal digits.
  package let text: String

  /// Creates the digest of a user.
  package init(of user: UserID) { self.init(ofIdentifier: user.rawValue) }

  /// Creates the digest of an identifier, as audit records name viewers.
  package init(ofIdentifier identifier: String) {
    text = SHA256.hash(data: Array(identifier.utf8)).hexadecimal
  }

  /// Creates a digest from the text of another.
  package init(stored text: String) { self.text = text }
}

extension Sequence<UInt8> {
  /// The bytes as lower-case hexadecimal digits, two for each.
  package var hexadecimal: String { map(\.hexadecimal).joined() }
}

extension UInt8 {
  fileprivate var hexadecimal: String {
    let text = String(self, radix: 16)
    return text.utf8.count == 1 ? "0" + text : text
  }
}

extension LinkSecret {
  /// The SHA-256 of the secret.
  public var hash: LinkHash {
    LinkHash(digits: SHA256.hash(data: Array(text.utf8)).hexadecimal)
  }
}

/// The SHA-256 of a secret or of a value used once; only it is stored.
package struct SecretDigest: Sendable, Hashable {
  /// The digest as 64 lower-case hexadecimal digits.
  package let text: String

  /// Creates the digest of a text in UTF-8.
  package init(of secret: String) { text = SHA256.hash(data: Array(secret.utf8)).hexadecimal }
}

extension RefreshToken {
  /// The digest in the store.
  var digest: SecretDigest { SecretDigest(of: text) }
}
