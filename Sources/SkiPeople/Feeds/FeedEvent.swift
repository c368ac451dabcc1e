package import SkiBase

/// A report of a ``FeedRefresher``, for logs and metrics; it contains neither addresses nor what feeds say.
@nonexhaustive
package enum FeedEvent: Sendable {
  /// A document was received and stored, with some number of entries left out.
  case renewed(FeedName, leftOut: Int)
  /// The known document is still the current one.
  case unchanged(FeedName)
  /// A request failed; the last good document stays.
  case failed(FeedName, SkiError)
  /// The store failed; it is tried again.
  case storeFailed(SkiError)
}
