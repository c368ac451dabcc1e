import JWTKit
import SkiBase

/// A JSON Web Token in its parts; nothing of it is believed before ``isSigned(by:)``.
///
/// **Source:** RFC 7515, "JSON Web Signature", compact serialization; RFC 8725.
struct JSONWebToken: Sendable {
  /// The header.
  let header: JSONTree
  /// The claims.
  let claims: JSONTree
  private let signed: [UInt8]
  private let signature: [UInt8]

  /// Reads a token; nil for a text that is longer than a limit or not three parts of which two are objects of JSON.
  init?(_ text: String, atMostBytes limit: Int) {
    guard text.utf8.count <= limit else { return nil }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let signature = Base64URL.decoded(parts[2]),
      let header = Self.object(parts[0]), let claims = Self.object(parts[1])
    else { return nil }
    (self.header, self.claims, self.signature) = (header, claims, signature)
    signed = Array(text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
  }

  /// The name of the key in the header; nil without one.
  var keyID: String? { header.text("kid") }

  /// Returns whether the header names a key's algorithm and the signature is by that key.
  func isSigned(by key: KeySet.Key) -> Bool {
    header.text("alg") == key.algorithmName && header.member("crit") == nil
      && (try? key.algorithm.verify(signature, signs: signed)) == true
  }

  /// Returns whether the claim `aud` names an audience, alone or among others.
  func isFor(_ audience: String) -> Bool { audiences.contains(audience) }

  /// The audiences of the claim `aud`.
  var audiences: [String] {
    switch claims.member("aud") {
    case .string(let text)?: return [text]
    case .array(let entries)?:
      let texts = entries.compactMap { entry in if case .string(let text) = entry { text } else { nil } }
      return texts.count == entries.count ? texts : []
    default: return []
    }
  }

  private static func object(_ part: Substring) -> JSONTree? {
    guard let bytes = Base64URL.decoded(part),
      let tree = try? JSONTree.read(bytes, depthLimit: 4, doubts: .refused), case .object = tree
    else { return nil }
    return tree
  }
}
