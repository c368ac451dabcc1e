/// Some features of one document, as bytes, ready to be parsed on their own.
struct FeatureBatch: Sendable {
  /// One feature's place in the batch and in the document.
  struct Extent: Sendable {
    /// The feature's bytes in ``FeatureBatch/bytes``.
    var range: Range<Int>
    /// Where the feature starts in the document.
    var documentOffset: Int64
    /// Whether the feature was larger than is believed; its bytes are not kept then.
    var isTooLarge = false
  }

  /// The features' text, one behind the other.
  var bytes: [UInt8] = []
  /// The features in document order.
  var extents: [Extent] = []
  /// How many features of the document came before.
  var firstIndex = 0
}

/// What a document says about itself outside its features.
struct DocumentHead: Sendable, Hashable {
  /// The licence in its own words (`license` or `licence`).
  var licence: String?
  /// The attribution it asks for (`attribution` or `copyright`).
  var attribution: String?
  /// The program that wrote it.
  var generator: String?
}
