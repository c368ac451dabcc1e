package import SkiAPI
package import SkiBase

/// A notice that is about to be enqueued, without its recipients.
package struct NoticeDraft: Sendable, Hashable {
  /// The kind.
  package var kind: NoticeKind
  /// The trip; nil outside of trips. The notice goes with the membership of its recipient.
  package var trip: TripID?
  /// The person whose act it is; the notice goes with the person, and does not reach those with a block between.
  package var actor: UserID?
  /// The key by which doubles are recognised, such as the kind with the identifier of what happened.
  package var key: String
  /// The particulars.
  package var payload: NoticePayload
  /// The time before which it is neither shown nor sent; nil for at once.
  package var notBefore: UniversalTime?

  /// The greatest length of a key in bytes of UTF-8.
  package static let greatestKeyByteCount = 400

  /// Creates a notice without its recipients.
  package init(
    _ kind: NoticeKind, key: String, trip: TripID? = nil, actor: UserID? = nil,
    payload: NoticePayload = NoticePayload(), notBefore: UniversalTime? = nil
  ) {
    (self.kind, self.key, self.trip) = (kind, key, trip)
    (self.actor, self.payload, self.notBefore) = (actor, payload, notBefore)
  }

  /// Returns the notice when its key and texts are within the limits.
  /// - Throws: `SkiError` with code `.invalidArgument` or `.limitExceeded`, naming the field.
  func checked() throws -> NoticeDraft {
    try SkiError.require(
      (1...Self.greatestKeyByteCount).contains(key.utf8.count),
      "key of the notice has \(key.utf8.count) bytes; give 1 to \(Self.greatestKeyByteCount)")
    _ = try payload.checked()
    return self
  }
}
