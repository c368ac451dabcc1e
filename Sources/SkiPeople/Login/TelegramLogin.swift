internal import Crypto
import SkiAPI
import SkiBase

/// The check of what Telegram's login widget hands to a page.
///
/// **Source:** Telegram, "Checking authorization" of the login widget: the hash is the HMAC-SHA256, by the SHA-256 of the
/// bot's token, of all other fields as lines `key=value` in the order of their keys.
package struct TelegramLogin: Sendable {
  /// The identifier of the bot, which its token begins with and which anyone may know; nil for a token without one.
  package let bot: Int?

  private let key: SymmetricKey

  /// The provider of Telegram's people, whose subjects are the numbers of their accounts.
  package static let provider = "telegram"
  /// The claim of Telegram's tokens of OpenID Connect that is the number of the account, as the field of the widget.
  package static let identifier = "id"
  /// The greatest age of a login, in seconds.
  package static let greatestAgeSeconds = 600.0
  /// The greatest time by which a login may be ahead of the clock, in seconds.
  package static let greatestAheadSeconds = 30.0
  private static let greatestFieldCount = 20
  private static let greatestByteCount = 1024

  /// Creates the check for the bot whose token this is.
  package init(botToken: String) {
    bot = Self.bot(ofToken: botToken)
    key = SymmetricKey(data: SHA256.hash(data: Array(botToken.utf8)))
  }

  /// A login whose hash and time are valid, and which has not been compared with those used before.
  struct Checked: Sendable {
    /// The person.
    var identity: LoginIdentity
    /// The digest of the hash, which is used once.
    var digest: SecretDigest
    /// The time until which the digest must be remembered.
    var expires: UniversalTime
  }

  /// Returns the person of a login.
  /// - Parameters:
  ///   - fields: All fields as they came, `hash` among them.
  ///   - now: The current time.
  /// - Throws: `SkiError` with code `.notPermitted` for a wrong hash, for one of another time, and for fields that Telegram
  ///   does not send.
  /// - Complexity: O(*n* log *n*) in the fields; the comparison takes the same time for all hashes.
  func check(_ fields: [String: String], now: UniversalTime) throws -> Checked {
    guard fields.count <= Self.greatestFieldCount, fields.allSatisfy({ Self.isPlain($0.key, $0.value) }),
      let hash = fields["hash"], let code = HexadecimalBytes.of(hash, count: 32),
      HMAC<SHA256>.isValidAuthenticationCode(code, authenticating: Self.lines(fields), using: key),
      let time = fields["auth_date"].flatMap(Self.number), let id = fields["id"], Self.number(id) != nil
    else { throw SkiError.refusedLogin() }
    let age = now.secondsSince1970 - Double(time)
    guard age <= Self.greatestAgeSeconds, age >= -Self.greatestAheadSeconds else {
      throw SkiError.refusedOldLogin
    }
    let name = [fields["first_name"], fields["last_name"]].compactMap(\.self).filter { !$0.isEmpty }
    return Checked(
      identity: LoginIdentity(provider: Self.provider, subject: id, name: name.joined(separator: " ")),
      digest: SecretDigest(of: "telegram:" + hash),
      expires: UniversalTime(
        secondsSince1970: Double(time) + Self.greatestAgeSeconds + Self.greatestAheadSeconds))
  }

  /// Returns the text whose code is the hash.
  private static func lines(_ fields: [String: String]) -> [UInt8] {
    let keys = fields.keys.filter { $0 != "hash" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return Array(keys.map { "\($0)=\(fields[$0] ?? "")" }.joined(separator: "\n").utf8)
  }

  /// Returns whether a field has a plain key and a value of one line: otherwise different fields could have one text.
  private static func isPlain(_ key: String, _ value: String) -> Bool {
    let isKey = key.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "_")
    }
    return isKey && !key.isEmpty && key.utf8.count <= 64 && value.utf8.count <= greatestByteCount
      && !value.utf8.contains { $0 < 32 }
  }

  /// Returns the number before the colon of a token; nil where there is none of at most 15 digits, which all readers of JSON keep.
  private static func bot(ofToken token: String) -> Int? {
    guard let colon = token.firstIndex(of: ":"), token[..<colon].utf8.count <= 15 else { return nil }
    return number(String(token[..<colon])).map { Int($0) }
  }

  /// Returns the number of a text of 1 to 18 decimal digits; nil for another text.
  private static func number(_ text: String) -> Int64? {
    let isPlain =
      (1...18).contains(text.utf8.count)
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return isPlain ? Int64(text) : nil
  }
}

extension TelegramLogin: CustomStringConvertible, CustomDebugStringConvertible {
  /// A text that does not contain the token.
  package var description: String { "Telegram login" }
  /// A text that does not contain the token.
  package var debugDescription: String { description }
}
