internal import Crypto
import SkiSharing

/// The SHA-256 of a secret or of a value used once; only it is stored.
package struct SecretDigest: Sendable, Hashable {
  /// The digest as 64 lower-case hexadecimal digits.
  package let text: String

  /// Creates the digest of a text in UTF-8.
  package init(of secret: String) { text = SHA256.hash(data: Array(secret.utf8)).hexadecimal }
}
