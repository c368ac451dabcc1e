/// A position on a feature: the feature's source id and the distance along its line.
///
/// It stays valid for other versions of the map, unless the line was redrawn in the source.
public struct FeatureReference: Hashable, Sendable, Codable {
  /// The feature's own id in its source file.
  public var id: SourceID
  /// The distance from the start of the feature's line in the map plane, in metres.
  public var metresAlong: Double

  /// Creates a reference from a source id and the distance along the line in metres.
  public init(_ id: SourceID, metresAlong: Double) { (self.id, self.metresAlong) = (id, metresAlong) }
}
