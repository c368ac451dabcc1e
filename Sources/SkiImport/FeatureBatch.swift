/// Whole features cut out of a file, waiting to be parsed together.
struct FeatureBatch: Sendable {
  /// One feature: where its bytes are in the batch, and where they were in the file.
  struct Item: Sendable {
    var range: Range<Int>
    var fileOffset: Int64
    /// The position among all features of the file, from 1.
    var ordinal: Int
    /// Whether it stands alone instead of in a collection; then it must be a Feature.
    var isDocument: Bool
  }

  var bytes: [UInt8] = []
  var items: [Item] = []
}
