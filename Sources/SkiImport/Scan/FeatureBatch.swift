/// Some features of one document, as bytes, ready to be parsed on their own.
struct FeatureBatch: Sendable {
  /// One feature's place in the batch and in the document.
  struct Extent: Sendable {
    /// The feature's bytes in ``FeatureBatch/bytes``.
    var range: Range<Int>
    /// Where the feature starts in the document.
    var documentOffset: Int64
    /// Why the feature is not believed; nil when its bytes are to be read.
    var refusal: FeatureRefusal?
  }

  /// The features' text, one behind the other.
  var bytes: [UInt8] = []
  /// The features in document order.
  var extents: [Extent] = []
  /// How many features of the document came before.
  var firstIndex = 0
}

/// Why a feature is left out before it is read.
enum FeatureRefusal: Sendable {
  /// It has more bytes than any feature; they are not kept.
  case tooLarge
  /// It nests deeper than any feature.
  case tooDeep
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
