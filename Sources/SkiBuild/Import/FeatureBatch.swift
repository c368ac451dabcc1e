/// Consecutive features of one document as bytes, parsed independently of others.
struct FeatureBatch: Sendable {
  /// The location of one feature in the batch and in the document.
  struct Extent: Sendable {
    /// The feature's bytes in ``FeatureBatch/bytes``.
    var range: Range<Int>
    /// The feature's offset in the document in bytes.
    var documentOffset: Int64
    /// The reason for which the feature is rejected unread; nil when its bytes are to be parsed.
    var refusal: FeatureRefusal?
  }

  /// The concatenated text of the features.
  var bytes: [UInt8] = []
  /// The features in document order.
  var extents: [Extent] = []
  /// The number of preceding features of the document.
  var firstIndex = 0
}

/// The reason for which a feature is rejected before parsing.
enum FeatureRefusal: Sendable {
  /// It exceeds the size limit; its bytes are not kept.
  case tooLarge
  /// It exceeds the nesting limit.
  case tooDeep
}

/// The metadata of a document outside its features.
struct DocumentHead: Sendable, Hashable {
  /// The licence as written (`license` or `licence`).
  var licence: String?
  /// The attribution (`attribution` or `copyright`).
  var attribution: String?
  /// The program that wrote the document.
  var generator: String?
  /// The name of the coordinate reference system (`crs`, of GeoJSON before RFC 7946).
  var reference: String?
}
