internal import Crypto
import SkiAPI
import SkiBase

/// The secret of a store by which upload permissions and links to files are signed, the same for all servers of the store.
final class DaySecret: Sendable {
  /// The keys that the secret gives, one for each purpose.
  struct Keys: Sendable {
    /// The key of upload permissions.
    let uploads: SymmetricKey
    /// The key of links to files.
    let links: SymmetricKey

    fileprivate init(_ secret: String) {
      func key(_ purpose: String) -> SymmetricKey {
        SymmetricKey(
          data: HMAC<SHA256>.authenticationCode(
            for: Array(purpose.utf8), using: SymmetricKey(data: Array(secret.utf8))))
      }
      (uploads, links) = (key("uploads of days"), key("links to files of days"))
    }
  }

  private let store: TripsStore
  private let known = Locked<Keys?>(nil)

  /// Creates the access to the secret of a store.
  init(_ store: TripsStore) { self.store = store }

  /// Returns the keys; the first use of a store makes its secret.
  /// - Throws: `SkiError` with code `.unavailable` when the store can't be used now.
  func keys() async throws -> Keys {
    if let keys = known.withLock({ $0 }) { return keys }
    let secret = try await store.write { transaction in
      try transaction.connection.change(
        "INSERT INTO trips_secrets (name, secret) VALUES ('days', $1) ON CONFLICT (name) DO NOTHING",
        [.text(try transaction.newID(DayID.self).rawValue + transaction.newID(DayID.self).rawValue)])
      return try transaction.connection.row("SELECT secret FROM trips_secrets WHERE name = 'days'")?.text(0)
    }
    guard let secret else {
      throw SkiError(.internalInconsistency, "the secret of the store is missing after it was made")
    }
    let keys = Keys(secret)
    known.withLock { $0 = keys }
    return keys
  }
}

extension DayLink {
  /// Creates a link that the secret of the store encrypts.
  init(day: DayID, kind: DayFileKind, viewer: UserID, expires: UniversalTime, _ keys: DaySecret.Keys) throws {
    let fields = [kind.rawValue, String(expires.milliseconds), day.rawValue, viewer.rawValue]
    let box = try AES.GCM.seal(Array(fields.joined(separator: "\n").utf8), using: keys.links)
    let text = Array(box.nonce).hexadecimal + Array(box.ciphertext).hexadecimal + Array(box.tag).hexadecimal
    self.init(received: text, day: day, kind: kind, viewer: viewer, expires: expires)
  }

  /// Creates the link of a text that this store made and that has not expired.
  /// - Throws: `SkiError` with code `.notFound` for any other text.
  init(_ text: String, _ keys: DaySecret.Keys, now: UniversalTime) throws {
    guard text.utf8.count <= 2000, let bytes = HexadecimalBytes.of(text),
      let box = try? AES.GCM.SealedBox(combined: bytes),
      let plain = try? AES.GCM.open(box, using: keys.links)
    else { throw Self.refused }
    let fields = String(decoding: plain, as: UTF8.self)
      .split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 4, let kind = DayFileKind(rawValue: fields[0]), let end = Int64(fields[1]) else {
      throw Self.refused
    }
    let expires = UniversalTime(milliseconds: end)
    let (day, viewer) = (try DayID(fields[2]), try UserID(fields[3]))
    guard now < expires else { throw Self.refused }
    self.init(received: text, day: day, kind: kind, viewer: viewer, expires: expires)
  }
}

extension UploadPermission {
  private static let version = "v1"
  private static let greatestTextByteCount = 400

  /// Creates a permission that the secret of the store signs.
  init(day: DayID, greatestByteCount: Int, digest: String, expires: UniversalTime, _ keys: DaySecret.Keys) {
    let fields = [
      Self.version, day.rawValue, String(greatestByteCount), digest, String(expires.milliseconds),
    ]
    let signed = fields.joined(separator: ".")
    let code = HMAC<SHA256>.authenticationCode(for: Array(signed.utf8), using: keys.uploads)
    self.init(
      received: signed + "." + Array(code).hexadecimal, day: day, byteCount: greatestByteCount,
      sha256: digest,
      expires: expires)
  }

  /// Creates the permission of a text that is signed and has not expired.
  /// - Throws: `SkiError` with code `.notPermitted` for any other text; the comparison takes the same time for all signatures.
  /// - Complexity: O(*n*) in the length, without the store.
  init(_ text: String, _ keys: DaySecret.Keys, now: UniversalTime) throws {
    let fields = text.split(separator: ".", omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.greatestTextByteCount, fields.count == 6, fields[0] == Self.version,
      let code = HexadecimalBytes.of(fields[5], count: 32),
      HMAC<SHA256>.isValidAuthenticationCode(
        code, authenticating: Array(fields[0..<5].joined(separator: ".").utf8), using: keys.uploads),
      let day = try? DayID(String(fields[1])), let count = Int(fields[2]), let end = Int64(fields[4])
    else { throw Self.refused }
    let expires = UniversalTime(milliseconds: end)
    guard now < expires else { throw Self.refused }
    self.init(received: text, day: day, byteCount: count, sha256: String(fields[3]), expires: expires)
  }

  /// Refuses a content other than the declared one.
  /// - Throws: `SkiError` with code `.limitExceeded` for a larger one, `.invalidArgument` for one of another SHA-256.
  func check(_ bytes: [UInt8]) throws {
    guard bytes.count <= greatestByteCount else {
      throw SkiError(
        .limitExceeded,
        "the recording has \(bytes.count) bytes; send at most the \(greatestByteCount) declared")
    }
    try SkiError.require(
      SHA256.hash(data: bytes).hexadecimal == digest,
      "the recording of \(bytes.count) bytes has another SHA-256 than declared; send the same bytes")
  }
}
