internal import Crypto
import SkiGeo
import SkiSharing
import SkiStore

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
