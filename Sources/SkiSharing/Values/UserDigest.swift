internal import Crypto
import SkiGeo

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
