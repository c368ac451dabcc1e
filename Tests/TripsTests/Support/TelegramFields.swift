import Crypto
import SkiBase

@testable import SkiAPI
@testable import SkiPeople

/// The fields that Telegram's widget hands to a page, signed by a test bot.
enum TelegramFields {
  static let botToken = "1234567:test-bot"

  /// Returns signed fields.
  static func signed(
    id: String = "42", name: String = "Anna", at time: UniversalTime, token: String = botToken,
    _ others: [String: String] = [:]
  ) -> [String: String] {
    var fields = others
    fields["id"] = id
    fields["first_name"] = name
    fields["auth_date"] = String(Int64(time.secondsSince1970))
    fields["hash"] = hash(of: fields, token: token)
    return fields
  }

  /// Returns the hash of fields, computed apart from the code under test.
  static func hash(of fields: [String: String], token: String) -> String {
    let lines = fields.filter { $0.key != "hash" }.map { "\($0.key)=\($0.value)" }.sorted()
    let key = SymmetricKey(data: SHA256.hash(data: Array(token.utf8)))
    let code = HMAC<SHA256>.authenticationCode(for: Array(lines.joined(separator: "\n").utf8), using: key)
    return Array(code).hexadecimal
  }
}

/// A verifier whose tokens are the claims themselves, as `name=value` with semicolons between.
struct ClaimsVerifier: OpenIDVerifier {
  func claims(of token: String) async throws -> OpenIDClaims {
    var values: [String: String] = [:]
    for part in token.split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2 else { throw SkiError(.notPermitted, "the token is malformed; log in again") }
      values[pair[0]] = pair[1]
    }
    guard values["signature"] == "good", let expires = values["exp"].flatMap(Double.init) else {
      throw SkiError(.notPermitted, "the token has a wrong signature; log in again")
    }
    return OpenIDClaims(
      issuer: values["iss"] ?? "", audience: (values["aud"] ?? "").split(separator: ",").map(String.init),
      authorizedParty: values["azp"], subject: values["sub"] ?? "", nonce: values["nonce"],
      expires: UniversalTime(secondsSince1970: expires),
      issued: values["iat"].flatMap(Double.init).map { UniversalTime(secondsSince1970: $0) },
      notBefore: values["nbf"].flatMap(Double.init).map { UniversalTime(secondsSince1970: $0) },
      name: values["name"])
  }
}
